import { readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseSync } from 'vite';
import { loadedLater } from './loaded-later.ts';
import type { Figure } from './budget.ts';

const output = '.svelte-kit/output/client';
const nodes = '.svelte-kit/generated/client-optimized/nodes';

interface Chunk {
	readonly file: string;
	readonly name?: string;
	readonly src?: string;
}

/** A set of script files and what they weigh, each gzipped on its own as a host sends them. */
interface Weight {
	readonly files: ReadonlySet<string>;
	readonly bytes: number;
}

/**
 * Gzipped script a browser needs before first content, from the build: everything imported, statically or not, from
 * Kit's start, its app, the root layout and error page (which Kit always loads) and the page; dynamic imports count
 * unless `loadedLater` names them. The heaviest page speaks for all. The worker is counted from its entry alike.
 */
export function measureEntry(): Figure[] {
	const manifest = JSON.parse(readFileSync(`${output}/.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;
	const chunks = Object.values(manifest);
	const named = new Map(chunks.map((chunk) => [chunk.file, chunk.src ?? chunk.name ?? chunk.file]));
	const isLater = (file: string) => loadedLater.some((name) => (named.get(file) ?? file).includes(name));
	const fileOf = (source: string) => {
		const chunk = chunks.find(({ src }) => src?.endsWith(source));
		if (chunk === undefined) throw new Error(`the build has no ${source}`);
		return chunk.file;
	};
	const start = fileOf('runtime/client/entry.js');
	const app = fileOf('client-optimized/app.js');
	const frame = [start, fileOf(`${nodes}/0.js`), fileOf(`${nodes}/1.js`)];
	const pages = chunks
		.filter(({ src }) => src?.startsWith(`${nodes}/`))
		.map(({ file }) => file)
		.filter((file) => !frame.includes(file));
	// The app imports every page; which of them, the address decides.
	const shell = closure([app, ...scriptsOfPage()], () => false, 'static');
	const main = pages
		.map((page) => weigh(union(shell, closure([...frame, page], isLater, 'all'))))
		.reduce((heaviest, weight) => (weight.bytes > heaviest.bytes ? weight : heaviest), { files: new Set(), bytes: 0 });
	const worker = weigh(closure(workerEntries(), isLater, 'all'));
	return [
		{ name: 'entry JS, main thread', ...inKilobytes(main.bytes), limit: 150, detail: `${main.files.size} files` },
		{
			name: 'entry JS with the worker',
			...inKilobytes(main.bytes + worker.bytes),
			limit: 330,
			detail: `worker ${(worker.bytes / 1000).toFixed(1)} kB in ${worker.files.size} files`
		}
	];
}

function inKilobytes(bytes: number): { value: number; unit: 'kB' } {
	return { value: bytes / 1000, unit: 'kB' };
}

/** Scripts that the page itself names, before any module. */
function scriptsOfPage(): string[] {
	return [...readFileSync('build/200.html', 'utf8').matchAll(/<script[^>]*\ssrc="\/([^"]+)"/g)].map(
		([, file]) => file ?? ''
	);
}

/** The entry of the forge worker, as its own build named it. */
function workerEntries(): string[] {
	const folder = '_app/immutable/workers';
	const found = readdirSync(`${output}/${folder}`).filter((name) => /^forge\.worker.*\.js$/.test(name));
	if (found.length !== 1) throw new Error(`expected one forge worker in the build, found ${found.length}`);
	return found.map((name) => `${folder}/${name}`);
}

/** Every script reached from some, those included. */
function closure(entries: readonly string[], isLater: (file: string) => boolean, which: 'static' | 'all'): Set<string> {
	const found = new Set(entries);
	for (const file of found) {
		const { fixed, dynamic } = importsOf(file);
		for (const next of fixed) found.add(next);
		if (which === 'all') for (const next of dynamic) if (!isLater(next)) found.add(next);
	}
	return found;
}

/** What a built script imports, as paths in the output; styles are no scripts. */
function importsOf(file: string): { fixed: string[]; dynamic: string[] } {
	const text = readFileSync(`${output}/${file}`, 'utf8');
	const { module } = parseSync(file, text);
	const resolve = (specifier: string) => posix.join(posix.dirname(file), specifier);
	const isScript = (path: string) => path.endsWith('.js');
	const reexported = module.staticExports.flatMap(({ entries }) =>
		entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : []))
	);
	const dynamic = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
		const literal = /^['"`](\.[^'"`$]+)['"`]$/.exec(text.slice(start, end));
		return literal?.[1] === undefined ? [] : [literal[1]];
	});
	return {
		fixed: [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...reexported]
			.map(resolve)
			.filter(isScript),
		dynamic: dynamic.map(resolve).filter(isScript)
	};
}

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> {
	return new Set([...a, ...b]);
}

function weigh(files: ReadonlySet<string>): Weight {
	let bytes = 0;
	for (const file of files) bytes += gzipSync(readFileSync(`${output}/${file}`)).length;
	return { files, bytes };
}
