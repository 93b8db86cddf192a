import { laterOf, type Boundary } from './boundary.ts';
import type { CheckedEvent } from './event.ts';
import { isEventId, type Pubkey } from './ids.ts';
import { kinds } from './kinds.ts';
import { appendTo } from './multimap.ts';

/** Deletion requests (kind 5) by their author. A request speaks of its own author's events alone (D3, NIP-09). */
export type DeletionsByAuthor = ReadonlyMap<Pubkey, readonly CheckedEvent[]>;

/** Groups deletion requests by author. Linear. */
export function groupDeletions(deletions: readonly CheckedEvent[]): DeletionsByAuthor {
	const grouped = new Map<Pubkey, CheckedEvent[]>();
	for (const event of deletions) appendTo(grouped, event.pubkey, event);
	return grouped;
}

/** An addressable event's address, `kind:pubkey:d`; `d` may hold colons. */
export function addressOf(kind: number, pubkey: string, identifier: string): string {
	return `${kind}:${pubkey}:${identifier}`;
}

/**
 * When a coordinate's latest version was deleted, in Unix seconds, or undefined when it was not.
 * In: the latest version if one is known, its address, and the author's deletion requests. Out: the boundary: of the
 * earliest request that covers that version, never before the version itself; with no version known, of the latest
 * request for the address. An `a` covers what is not newer than the request, an `e` exactly that id.
 * Source: D3, D33; NIP-09.
 */
export function deletionBoundary(
	latest: CheckedEvent | undefined,
	address: string,
	deletions: readonly CheckedEvent[] | undefined
): Boundary | undefined {
	let boundary: Boundary | undefined;
	for (const request of deletions ?? []) {
		const named = request.tags.some(
			(tag) =>
				(tag[0] === 'a' && tag[1] === address && (latest === undefined || latest.created_at <= request.created_at)) ||
				(latest !== undefined && tag[0] === 'e' && tag[1] === latest.id)
		);
		if (!named) continue;
		if (latest === undefined) boundary = laterOf(boundary ?? request.created_at, request.created_at);
		else {
			const at = laterOf(request.created_at, latest.created_at);
			boundary = boundary === undefined || at < boundary ? at : boundary;
		}
	}
	return boundary;
}

/**
 * Whether a request newer than the latest known version deletes by an id that nobody has seen: then that version may
 * have been followed by one that was deleted. Source: D3.
 * A request that names addresses says by them which announcement it is about, and one that names kinds (`k`, NIP-09)
 * whether it is about any: deleting an issue, a state or another repository casts no doubt on this one.
 */
export function mayHaveBeenDeleted(
	latest: CheckedEvent,
	deletions: readonly CheckedEvent[] | undefined,
	seen: ReadonlySet<string>
): boolean {
	return (deletions ?? []).some(
		(request) =>
			request.created_at > latest.created_at &&
			maySpeakOfAnnouncement(request) &&
			request.tags.some((tag) => tag[0] === 'e' && isEventId(tag[1]) && !seen.has(tag[1]))
	);
}

function maySpeakOfAnnouncement({ tags }: CheckedEvent): boolean {
	if (tags.some(([name]) => name === 'a')) return false;
	const named = tags.filter(([name]) => name === 'k');
	return named.length === 0 || named.some(([, kind]) => kind === String(kinds.announcement));
}
