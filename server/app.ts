import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { looksLikeFile } from './app/content-type.ts';
import { FileCache, prepareFile, type ServedFile } from './app/file-cache.ts';
import { headersFor, parseHostHeaders } from './app/host-headers.ts';
import { closeServer, listenOn } from './listen.ts';

export interface AppOptions {
	/** 0, the default: any free one. */
	readonly port?: number;
	/** The folder that `npm run build` wrote. */
	readonly folder: string;
	/** What is served as `/config.json`, in place of the file. */
	readonly config: unknown;
	/** What is served as `/.well-known/nostr.json` (NIP-05), to pages of any site; without it nobody has a name. */
	readonly names?: unknown;
}

/** The app on a port of its own. */
export interface AppServer {
	readonly url: string;
	readonly port: number;
	close(): Promise<void>;
}

const namesPath = '/.well-known/nostr.json';

/** A path may be as long as the longest identifier with all its escapes. */
const longestHeaderBytes = 98_304;

/**
 * Serves a built app on 127.0.0.1 with the headers of its `_headers`. Every path that is no file is a page, whatever
 * stands in it; but a script or another part of the app that is missing is never answered with a page.
 * Rejects when the port is taken or the folder holds no build.
 */
export async function startApp({ port = 0, folder, config, names = { names: {} } }: AppOptions): Promise<AppServer> {
	// Read again for each answer: a new build has a new policy.
	const readRules = () => parseHostHeaders(readFileSync(join(folder, '_headers'), 'utf8'));
	readRules();
	const files = new FileCache(folder);
	const configFile = prepareFile('config.json', Buffer.from(JSON.stringify(config)));

	const namesFile = prepareFile('nostr.json', Buffer.from(JSON.stringify(names)));

	const find = async (path: string): Promise<ServedFile | undefined> => {
		const names = decodeNames(path);
		if (names?.join('/') === 'config.json') return configFile;
		const file = names && (await files.read(names));
		return file ?? (isPage(names ?? path.split('/').slice(1)) ? files.read(['200.html']) : undefined);
	};
	const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const path = pathOf(request.url ?? '/');
		for (const [name, value] of Object.entries(headersFor(readRules(), path ?? '/'))) response.setHeader(name, value);
		if (request.method !== 'GET' && request.method !== 'HEAD') {
			response.writeHead(405, { Allow: 'GET, HEAD' }).end();
			return;
		}
		if (path === namesPath) {
			// NIP-05: whoever looks a name up is a page of another site, and is told at this very address.
			response.setHeader('Access-Control-Allow-Origin', '*');
			return sendFile(request, response, namesFile);
		}
		if (path === undefined) return sendText(response, 400, 'That is no path.\n');
		const file = await find(path);
		if (file) sendFile(request, response, file);
		else sendText(response, 404, 'There is no such file.\n');
	};
	const server = createServer({ maxHeaderSize: longestHeaderBytes }, (request, response) => {
		answer(request, response).catch(() => sendUnavailable(response));
	});
	const listening = await listenOn(server, port);
	return { url: `http://127.0.0.1:${listening}`, port: listening, close: () => closeServer(server) };
}

/**
 * The path as it was written, nothing decoded or resolved: some clients send the whole address. Undefined when the target
 * is something else, such as `*`.
 */
function pathOf(target: string): string | undefined {
	const [origin = ''] = /^https?:\/\/[^/?#]*/i.exec(target) ?? [];
	const path = target.slice(origin.length).replace(/[?#].*$/s, '');
	if (origin !== '' && path === '') return '/';
	return path.startsWith('/') ? path : undefined;
}

/** The names of a path, each decoded by itself; undefined when one cannot be. */
function decodeNames(path: string): string[] | undefined {
	try {
		return path.split('/').slice(1).map(decodeURIComponent);
	} catch {
		return undefined;
	}
}

/** An address of a repository may end like a file; what stands at the root or below `_app` like one is one. */
function isPage(names: readonly string[]): boolean {
	return names[0] !== '_app' && !(names.length === 1 && looksLikeFile(names[0] ?? ''));
}

function sendFile(request: IncomingMessage, response: ServerResponse, { type, etag, body, gzipped }: ServedFile): void {
	if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-cache');
	response.setHeader('ETag', etag);
	if (gzipped) response.setHeader('Vary', 'Accept-Encoding');
	if (request.headers['if-none-match'] === etag) {
		response.writeHead(304).end();
		return;
	}
	const isZipped = gzipped !== undefined && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
	if (isZipped) response.setHeader('Content-Encoding', 'gzip');
	const sent = isZipped ? gzipped : body;
	response.writeHead(200, { 'Content-Type': type, 'Content-Length': sent.length });
	response.end(request.method === 'HEAD' ? undefined : sent);
}

function sendText(response: ServerResponse, status: 400 | 404, text: string): void {
	response.setHeader('Cache-Control', 'no-store');
	response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
	response.end(text);
}

/** While a build is being replaced there are moments without its files. */
function sendUnavailable(response: ServerResponse): void {
	if (response.headersSent) response.destroy();
	else response.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8' }).end('The app is being built.\n');
}
