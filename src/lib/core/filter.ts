import type { NostrEvent } from './event.ts';

/** A NIP-01 filter. Lists are alternatives, keys add up; `since` and `until` are Unix seconds and both inclusive. */
export interface Filter {
	readonly ids?: readonly string[];
	readonly authors?: readonly string[];
	readonly kinds?: readonly number[];
	readonly since?: number;
	readonly until?: number;
	readonly limit?: number;
	readonly [tag: `#${string}`]: readonly string[] | undefined;
}

/** Whether an event is what a filter asks for; `limit` plays no part. Source: NIP-01 "Communication between clients and relays". */
export function matchesFilter(event: NostrEvent, filter: Filter): boolean {
	if (filter.ids && !filter.ids.includes(event.id)) return false;
	if (filter.kinds && !filter.kinds.includes(event.kind)) return false;
	if (filter.authors && !filter.authors.includes(event.pubkey)) return false;
	if (filter.since !== undefined && event.created_at < filter.since) return false;
	if (filter.until !== undefined && event.created_at > filter.until) return false;
	for (const [key, wanted] of Object.entries(filter)) {
		if (!key.startsWith('#') || !Array.isArray(wanted)) continue;
		const name = key.slice(1);
		if (!event.tags.some((tag) => tag[0] === name && wanted.includes(tag[1]))) return false;
	}
	return true;
}
