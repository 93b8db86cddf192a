import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { contentTypeOf } from './content-type.ts';

/** A file as it is sent. */
export interface ServedFile {
	readonly type: string;
	readonly etag: string;
	readonly body: Buffer;
	/** Only where it is shorter. */
	readonly gzipped?: Buffer;
}

/** Reads the files of one folder, and nothing outside of it; a file that changed is read again. */
export class FileCache {
	readonly #folder: string;
	readonly #known = new Map<string, { readonly changedAtMs: number; readonly file: ServedFile }>();

	constructor(folder: string) {
		this.#folder = folder;
	}

	/** In: the names on the way to a file, each one already decoded. Out: undefined when there is no such file. */
	async read(names: readonly string[]): Promise<ServedFile | undefined> {
		if (!names.every(isPlainName)) return undefined;
		const path = join(this.#folder, ...names);
		try {
			const found = await stat(path);
			if (!found.isFile() || !(await this.#isInside(path))) return undefined;
			const known = this.#known.get(path);
			if (known?.changedAtMs === found.mtimeMs) return known.file;
			const file = prepareFile(path, await readFile(path));
			this.#known.set(path, { changedAtMs: found.mtimeMs, file });
			return file;
		} catch {
			return undefined;
		}
	}

	/** A link may lead out of the folder. */
	async #isInside(path: string): Promise<boolean> {
		const [file, folder] = await Promise.all([realpath(path), realpath(this.#folder)]);
		return file.startsWith(folder + sep);
	}
}

/** Prepares bytes to be sent under a file's name. */
export function prepareFile(path: string, body: Buffer): ServedFile {
	const type = contentTypeOf(path);
	const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
	if (!/^text|json|svg/.test(type)) return { type, etag, body };
	const gzipped = gzipSync(body);
	return gzipped.length < body.length ? { type, etag, body, gzipped } : { type, etag, body };
}

/** One name, not a way: nothing that separates, climbs or ends a path, and no file that is meant for the host. */
function isPlainName(name: string): boolean {
	return name !== '' && name !== '.' && name !== '..' && name !== '_headers' && !/[/\\\0]/.test(name);
}
