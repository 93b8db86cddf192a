import { dev } from '$app/environment';

/**
 * Lets the app open without network from the next visit on. A browser that refuses, and a page under development, do
 * without.
 */
export function keepShell(): void {
	if (dev || !('serviceWorker' in navigator)) return;
	const options = { scope: '/', updateViaCache: 'none' } as const;
	navigator.serviceWorker.register('/service-worker.js', options).catch(() => undefined);
}
