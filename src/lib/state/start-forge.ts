import { isLoopbackHost } from '#lib/core/relay-url.ts';
import ForgeWorker from '#lib/worker/forge.worker.ts?worker';
import { noSettings, parseAppSettings, type AppSettings } from './app-settings.ts';
import { ForgeClient } from './forge-client.svelte.ts';

/** Starts the worker and reads the `config.json` that is served with the app. */
export function startForge(): ForgeClient {
	const { protocol, hostname } = location;
	return new ForgeClient(new ForgeWorker(), fetchSettings('/config.json'), {
		pageIsSecure: protocol === 'https:',
		pageIsLoopback: isLoopbackHost(hostname)
	});
}

async function fetchSettings(url: string): Promise<AppSettings> {
	try {
		const answer = await fetch(url, { credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' });
		return answer.ok ? parseAppSettings(await answer.json()) : noSettings;
	} catch {
		return noSettings;
	}
}
