import { build } from '$service-worker';
import { openOwn } from './caches.ts';
import { copiedPaths, shellPath } from './paths.ts';
import { isFile, isPage } from './sound.ts';

/**
 * Keeps all of this version, the page last. Rejects when anything is missing or the page is already another version's:
 * then nothing is installed, and the browser tries again at the next visit.
 */
export async function keepShell(): Promise<void> {
	const cache = await openOwn();
	const page = await fetch(shellPath, { cache: 'no-cache' });
	if (!isPage(page)) throw new Error('there is no page to keep');
	const text = await page.text();
	const scripts = scriptsNamedIn(text);
	if (!scripts.every((path) => build.includes(path))) throw new Error('the page is of another version');
	await Promise.all([
		...build.map((path) => keepWithChunks(cache, path)),
		...copiedPaths.map((path) => copy(cache, path))
	]);
	// A redirected answer may not be given to a navigation; a copy of its text may.
	await cache.put(shellPath, copyOf(text, page));
}

/** A worker's own chunks are not in the build's list, and it was started before anybody could keep what it loads. */
async function keepWithChunks(cache: Cache, path: string): Promise<void> {
	if (await cache.match(path)) return;
	const answer = await fetch(path);
	if (!isFile(answer)) throw new Error(`${path} is missing`);
	if (!path.includes('/workers/')) return cache.put(path, answer);
	// Read whole before anything else: of a clone, one half waits for the other to be read.
	const text = await answer.text();
	await cache.put(path, copyOf(text, answer));
	await Promise.all(chunksNamedIn(text, path).map((chunk) => keepWithChunks(cache, chunk)));
}

async function copy(cache: Cache, path: string): Promise<void> {
	const answer = await fetch(path, { cache: 'no-cache' });
	if (isFile(answer)) await cache.put(path, answer);
}

/** The headers stay, so that the policy holds for a copy as well; how it was packed on the way does not. */
function copyOf(text: string, { headers: sent }: Response): Response {
	const headers = new Headers(sent);
	headers.delete('Content-Encoding');
	headers.delete('Content-Length');
	return new Response(text, { headers });
}

function scriptsNamedIn(page: string): string[] {
	return [...page.matchAll(/\/_app\/immutable\/[\w./-]+\.js/g)].map(([path]) => path);
}

/** Relative imports of a built script, as paths. */
function chunksNamedIn(script: string, path: string): string[] {
	const base = new URL(path, location.origin);
	return [...script.matchAll(/(?:import\(|\bfrom|\bimport)\s*["'`](\.{1,2}\/[\w./-]+\.js)["'`]/g)].map(
		([, relative = '']) => new URL(relative, base).pathname
	);
}
