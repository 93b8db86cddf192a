import { parseRelayUrls, type RelayUrl } from '#lib/core/relay-url.ts';
import type { WorkerSettings } from './api.ts';
import type { PageOrigin } from './relays/relay-policy.ts';

/** A relay named in an address is followed this often; a link with a thousand of them is not. */
const mostHints = 8;

/** The relays that an address names, as far as they are followed. */
export function readHints(relayHints: readonly string[]): RelayUrl[] {
	return parseRelayUrls(relayHints).slice(0, mostHints);
}

/** What the settings say of the page, and the relays that every question is put to. */
export function readSettings({ indexRelays, pageIsSecure, pageIsLoopback }: WorkerSettings): {
	readonly page: PageOrigin;
	readonly index: readonly RelayUrl[];
} {
	return { page: { isSecure: pageIsSecure, isLoopback: pageIsLoopback }, index: parseRelayUrls(indexRelays) };
}
