import {
	closeSync,
	fstatSync,
	fsyncSync,
	ftruncateSync,
	mkdirSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
	writeSync
} from 'node:fs';
import { join } from 'node:path';
import { readEventShape } from '#lib/core/event.ts';
import { lockFolder } from './folder-lock.ts';
import type { StoreRecord } from './event-store.ts';

/** Lines that are no longer needed before the file is written anew. */
const spareLines = 1000;

/**
 * The records of a store in a folder, one JSON line each, appended as they come. It survives a kill at any moment: a line
 * is handed to the system whole before its event is acknowledged, and a new file takes the old one's place in one step.
 * A full disk or a folder that is gone ends nothing either: it is reported once, until it works again.
 */
export class Journal {
	readonly #path: string;
	readonly #unlock: () => void;
	readonly #warn: (message: string) => void;
	readonly #failing = new Set<string>();
	#file: number;
	#lines: number;
	/** Where a line begins that was written in part and could not be taken back yet, in bytes. */
	#tornAt: number | undefined;
	/** After an attempt that failed the file is not written anew before it has so many lines. */
	#nextAttemptAt = 0;

	private constructor(path: string, unlock: () => void, warn: (message: string) => void, lines: number) {
		this.#path = path;
		this.#unlock = unlock;
		this.#warn = warn;
		this.#lines = lines;
		this.#file = openSync(path, 'a', 0o600);
	}

	/**
	 * Opens a folder, made when it is missing, and gives every record in it to `restore`, in order. Lines that cannot be
	 * read are left out with a warning. Throws when another process has the folder open.
	 */
	static open(folder: string, restore: (record: StoreRecord) => void, warn: (message: string) => void): Journal {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		const unlock = lockFolder(folder);
		const path = join(folder, 'events.jsonl');
		rmSync(`${path}.new`, { force: true });
		const texts = readText(path).split('\n');
		const torn = texts.pop() ?? '';
		if (torn !== '') warn(`${path}: the last line was cut off and is dropped`);
		const records = texts.map(readRecord);
		const unreadable = records.filter((record) => record === undefined).length;
		if (unreadable > 0) warn(`${path}: ${unreadable} lines cannot be read and are dropped`);
		const good = records.filter((record) => record !== undefined);
		if (torn !== '' || unreadable > 0) closeSync(replaceFile(path, good).file);
		for (const record of good) restore(record);
		return new Journal(path, unlock, warn, good.length);
	}

	/** Keeps a record. When this returns true, a kill of this process no longer loses it; when false, nothing is kept. */
	append(record: StoreRecord): boolean {
		return this.#attempt('an event could not be kept', () => {
			this.#takeBackTorn();
			const { size, nlink } = fstatSync(this.#file);
			// The system goes on writing to a file that nobody can find any more.
			if (nlink === 0) throw new Error('the file is gone');
			this.#tornAt = size;
			try {
				writeAll(this.#file, `${JSON.stringify(record)}\n`);
			} catch (error) {
				this.#takeBackTorn();
				throw error;
			}
			this.#tornAt = undefined;
			this.#lines += 1;
		});
	}

	/** Writes the file anew when more than half of it, and enough, is no longer needed. */
	compactWhenWorthIt(neededLines: number, records: () => Iterable<StoreRecord>): void {
		if (this.#lines < Math.max(2 * neededLines + spareLines, this.#nextAttemptAt)) return;
		const old = this.#file;
		const isDone = this.#attempt('it could not be written anew', () => {
			const { file, lines } = replaceFile(this.#path, records());
			this.#file = file;
			this.#lines = lines;
			this.#tornAt = undefined;
		});
		this.#nextAttemptAt = isDone ? 0 : this.#lines + spareLines;
		if (isDone) closeSync(old);
	}

	close(): void {
		closeSync(this.#file);
		this.#unlock();
	}

	#takeBackTorn(): void {
		if (this.#tornAt === undefined) return;
		ftruncateSync(this.#file, this.#tornAt);
		this.#tornAt = undefined;
	}

	/** Out: whether it went well. */
	#attempt(failure: string, action: () => void): boolean {
		try {
			action();
			this.#failing.delete(failure);
			return true;
		} catch (error) {
			if (!this.#failing.has(failure)) this.#warn(`${this.#path}: ${failure}: ${(error as Error).message}`);
			this.#failing.add(failure);
			return false;
		}
	}
}

/** Puts a new file in the place of the old one in one step, or throws and leaves it. Out: the new one, to append to. */
function replaceFile(path: string, records: Iterable<StoreRecord>): { file: number; lines: number } {
	const lines = [...records].map((record) => `${JSON.stringify(record)}\n`);
	rmSync(`${path}.new`, { force: true });
	const file = openSync(`${path}.new`, 'ax', 0o600);
	try {
		writeAll(file, lines.join(''));
		fsyncSync(file);
		renameSync(`${path}.new`, path);
	} catch (error) {
		closeSync(file);
		rmSync(`${path}.new`, { force: true });
		throw error;
	}
	return { file, lines: lines.length };
}

/** One write may take only a part. */
function writeAll(file: number, text: string): void {
	let rest = Buffer.from(text);
	while (rest.length > 0) rest = rest.subarray(writeSync(file, rest));
}

function readText(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
		throw error;
	}
}

function readRecord(line: string): StoreRecord | undefined {
	let value: unknown;
	try {
		value = JSON.parse(line);
	} catch {
		return undefined;
	}
	const shaped = readEventShape(value);
	if (shaped.ok) return shaped.value;
	const { deleted, created_at, id } = (value ?? {}) as Record<string, unknown>;
	if (typeof deleted !== 'string' || !Number.isSafeInteger(created_at) || typeof id !== 'string') return undefined;
	return { deleted, created_at: created_at as number, id };
}
