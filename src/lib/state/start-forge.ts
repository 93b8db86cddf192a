import { isLoopbackHost } from '#lib/core/relay-url.ts';
import ForgeWorker from '#lib/worker/forge.worker.ts?worker';
import { noSettings, parseAppSettings, type AppSettings } from './app-settings.ts';
import { ForgeClient } from './forge-client.svelte.ts';
import { readOwnIndexRelays } from './index-relays.svelte.ts';

/** Starts the worker and reads the `config.json` that is served with the app. */
export function startForge(): ForgeClient {
	const { protocol, hostname } = location;
	const origin = { pageIsSecure: protocol === 'https:', pageIsLoopback: isLoopbackHost(hostname) };
	const own = readOwnIndexRelays(() => localStorage);
	return new ForgeClient(new ForgeWorker(), fetchSettings('/config.json'), origin, own);
}

async function fetchSettings(url: string): Promise<AppSettings> {
	try {
		const answer = await fetch(url, { credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' });
		return answer.ok ? parseAppSettings(await answer.json()) : noSettings;
	} catch {
		return noSettings;
	}
}
