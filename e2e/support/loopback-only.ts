import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that lets nothing through and remembers who was called. */
export interface LoopbackOnly {
	/** Hosts and addresses that something tried to reach. */
	readonly attempts: string[];
	/** What Chromium has to be started with: loopback goes around the proxy, all else into it. */
	readonly args: readonly string[];
	close(): Promise<void>;
}

/** Chromium's own calls home, which no flag stops altogether: refused like all others, and no fault of the page. */
const browserItself =
	/(^|\.)(google|googleapis|gstatic)\.com(:443)?$|^http:\/\/[^/]*\.(google|googleapis|gstatic)\.com\//;

/**
 * Keeps a browser on this machine. It sees what Playwright's own interception does not: sockets and fetches of workers.
 * A page that asks a name server before it connects is seen as well, since a proxied browser resolves nothing itself.
 */
export async function refuseAllButLoopback(): Promise<LoopbackOnly> {
	const attempts: string[] = [];
	const note = (target: string | undefined) => {
		if (target !== undefined && !browserItself.test(target)) attempts.push(target);
	};
	const proxy = createServer((request, response) => {
		note(request.url);
		response.writeHead(502).end();
	});
	proxy.on('connect', (request, socket) => {
		note(request.url);
		socket.on('error', () => socket.destroy());
		socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
	});
	await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
	const { port } = proxy.address() as AddressInfo;
	return {
		attempts,
		args: [`--proxy-server=http://127.0.0.1:${port}`, '--proxy-bypass-list=127.0.0.1;localhost'],
		close: () =>
			new Promise((closed) => {
				proxy.close(() => closed());
				proxy.closeAllConnections();
			})
	};
}
