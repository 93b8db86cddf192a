import type { CheckedEvent } from '#lib/core/event.ts';
import { parseRelayUrls, type RelayUrl } from '#lib/core/relay-url.ts';

/** How many of somebody's write relays are asked (D36). */
const writeRelaysAsked = 2;

/** The relays a person writes to, from their relay list (kind 10002): the first two. Source: NIP-65; D36. */
export function readWriteRelays(list: CheckedEvent): RelayUrl[] {
	const urls = list.tags.flatMap(([name, url, marker]) =>
		name === 'r' && url !== undefined && marker !== 'read' ? [url] : []
	);
	return parseRelayUrls(urls).slice(0, writeRelaysAsked);
}
