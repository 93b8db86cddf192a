import { answerCopied, answerPage, answerPart } from './answers.ts';
import { removeOlderShells } from './caches.ts';
import { isCopied, isPart } from './paths.ts';
import { keepShell } from './keep-shell.ts';

/**
 * Keeps the app's shell, never data: what relays say stands in the store of the forge worker. A newer one of these waits
 * until no tab uses the older: only then do the older scripts go, so that a deploy breaks no open tab. Pages come from
 * the network first, so that nobody waits for that to see the newer version.
 */
const worker = self as unknown as ServiceWorkerGlobalScope;

worker.addEventListener('install', (event) => event.waitUntil(keepShell()));

// A tab of the first visit was opened before this was there: from now on it is kept whole as well.
worker.addEventListener('activate', (event) =>
	event.waitUntil(Promise.all([removeOlderShells(), worker.clients.claim()]))
);

worker.addEventListener('fetch', (event) => {
	const { request } = event;
	const url = new URL(request.url);
	if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
	if (request.mode === 'navigate') event.respondWith(answerPage(request));
	else if (isPart(url.pathname)) event.respondWith(answerPart(request));
	else if (isCopied(url.pathname)) event.respondWith(answerCopied(request));
});
