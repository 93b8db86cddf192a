import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { readEventShape } from '#lib/core/event.ts';
import { lockFolder } from './folder-lock.ts';
import type { StoreRecord } from './event-store.ts';

/** Lines that are no longer needed before the file is written anew. */
const spareLines = 1000;

/**
 * The records of a store in a folder, one JSON line each, appended as they come. It survives a kill at any moment: a line
 * is handed to the system whole before its event is acknowledged, and a new file takes the old one's place in one step.
 */
export class Journal {
	readonly #path: string;
	readonly #unlock: () => void;
	#file: number;
	#lines: number;

	private constructor(path: string, unlock: () => void, lines: number) {
		this.#path = path;
		this.#unlock = unlock;
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
		if (torn !== '' || unreadable > 0) replaceFile(path, good);
		for (const record of good) restore(record);
		return new Journal(path, unlock, good.length);
	}

	/** Keeps a record. When this returns, a kill of this process no longer loses it. */
	append(record: StoreRecord): void {
		writeAll(this.#file, `${JSON.stringify(record)}\n`);
		this.#lines += 1;
	}

	/** Writes the file anew when more than half of it, and enough, is no longer needed. */
	compactWhenWorthIt(neededLines: number, records: () => Iterable<StoreRecord>): void {
		if (this.#lines < 2 * neededLines + spareLines) return;
		closeSync(this.#file);
		this.#lines = replaceFile(this.#path, records());
		this.#file = openSync(this.#path, 'a', 0o600);
	}

	close(): void {
		closeSync(this.#file);
		this.#unlock();
	}
}

/** Puts a new file in the place of the old one in one step; gives the number of lines. */
function replaceFile(path: string, records: Iterable<StoreRecord>): number {
	const lines = [...records].map((record) => `${JSON.stringify(record)}\n`);
	const file = openSync(`${path}.new`, 'w', 0o600);
	writeAll(file, lines.join(''));
	fsyncSync(file);
	closeSync(file);
	renameSync(`${path}.new`, path);
	return lines.length;
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
