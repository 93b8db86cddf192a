import type { BrowserContext, ConsoleMessage } from '@playwright/test';

/** Chromium's report of a socket that did not open or broke off: what a test with dead relays causes on purpose. */
const brokenSocket = /^WebSocket connection to 'ws:\/\/(127\.0\.0\.1|localhost):/;

/**
 * Collects what no page may do, from all pages and workers of a context: errors nobody caught, errors on the console,
 * breaches of the content security policy, a look at `window.nostr`.
 * @returns the faults so far; it grows
 */
export async function watchContext(context: BrowserContext): Promise<readonly string[]> {
	const faults: string[] = [];
	await context.addInitScript(sayBreaches);
	await context.addInitScript(() => {
		Object.defineProperty(window, 'nostr', {
			get: () => console.error(`window.nostr was read: ${new Error().stack ?? ''}`)
		});
	});
	// Chromium writes a worker's breaches on no console: the worker itself is asked to, as soon as it runs.
	context.on('page', (page) =>
		page.on('worker', (worker) => void worker.evaluate(sayBreaches).catch(() => 'it ended before it could be asked'))
	);
	// Its errors come with no page: it says them on its console, as soon as it runs.
	context.on('serviceworker', (worker) => {
		worker.on('console', (message) => message.type() === 'error' && faults.push(`service worker: ${message.text()}`));
		void worker.evaluate(sayErrors).catch(() => 'it ended before it could be asked');
	});
	context.on('weberror', (error) => faults.push(`page error: ${error.error().stack ?? error.error().message}`));
	context.on('console', (message: ConsoleMessage) => {
		if (message.type() !== 'error' || brokenSocket.test(message.text())) return;
		faults.push(`console: ${message.text()} (${message.location().url})`);
	});
	return faults;
}

/** Runs in a page or a worker. */
function sayBreaches(): void {
	addEventListener('securitypolicyviolation', (event) => {
		const { violatedDirective, blockedURI } = event;
		console.error(`policy breached: ${violatedDirective} by ${blockedURI}`);
	});
}

/** Runs in a service worker. */
function sayErrors(): void {
	addEventListener('securitypolicyviolation', (event) => {
		const { violatedDirective, blockedURI } = event;
		console.error(`policy breached: ${violatedDirective} by ${blockedURI}`);
	});
	addEventListener('error', (event) => console.error(event.message));
	addEventListener('unhandledrejection', (event) => console.error(String(event.reason)));
}
