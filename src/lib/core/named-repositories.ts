import { firstTagValue, type CheckedEvent } from './event.ts';
import { parsePubkey } from './ids.ts';
import { kinds } from './kinds.ts';
import { parseRelayUrls } from './relay-url.ts';
import type { RepositoryAddress } from './view.ts';

/** No event is about more. */
const mostNamed = 50;

/**
 * The coordinates that an event belongs to: its own for an announcement or a state, else those of its `a` tags, or of its
 * `A` tags when it has none (NIP-22). Sorted by key and `d`: what the order of tags says differs between clients, so
 * that nothing is read into it. It is the author's word alone that the event belongs there.
 * Source: NIP34-FACTS "What belongs to a repository".
 */
export function nameRepositories(event: CheckedEvent): RepositoryAddress[] {
	if (event.kind === kinds.announcement || event.kind === kinds.repositoryState) {
		const identifier = firstTagValue(event, 'd');
		if (identifier === undefined || identifier === '') return [];
		return [{ pubkey: event.pubkey, identifier, relayHints: [] }];
	}
	const named = namedBy(event, 'a');
	return named.length > 0 ? named : namedBy(event, 'A');
}

function namedBy({ tags }: CheckedEvent, name: string): RepositoryAddress[] {
	const found = new Map<string, RepositoryAddress>();
	for (const [tag, value, relay] of tags) {
		if (tag !== name || value === undefined || found.has(value)) continue;
		const address = parseCoordinate(value, relay);
		if (address) found.set(value, address);
		if (found.size === mostNamed) break;
	}
	return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, address]) => address);
}

/** `30617:<key in lower-case hex>:<d>`, with where to look if a relay is named beside it; `d` may hold colons (D5). */
export function parseCoordinate(text: string, relay: string | undefined): RepositoryAddress | undefined {
	const prefix = `${kinds.announcement}:`;
	if (!text.startsWith(prefix)) return undefined;
	const pubkey = parsePubkey(text.slice(prefix.length, prefix.length + 64));
	const identifier = text.slice(prefix.length + 65);
	if (!pubkey || text[prefix.length + 64] !== ':' || identifier === '') return undefined;
	return { pubkey, identifier, relayHints: relay === undefined ? [] : parseRelayUrls([relay]) };
}
