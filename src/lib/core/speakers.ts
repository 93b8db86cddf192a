import { parseAnnouncement, type Announcement } from './announcement.ts';
import type { Boundary } from './boundary.ts';
import { addressOf, deletionBoundary, type DeletionsByAuthor } from './deletion.ts';
import { compareNewestFirst, firstTagValue, type CheckedEvent } from './event.ts';
import type { Pubkey } from './ids.ts';
import { kinds } from './kinds.ts';

/** Which announcement an author speaks through now, or that theirs is deleted; `latest` is the version removed, if seen. */
export type Speaker =
	| { readonly kind: 'live'; readonly announcement: Announcement }
	| { readonly kind: 'deleted'; readonly at: Boundary; readonly latest?: CheckedEvent };

/** Who speaks under one identifier. Whoever is not in it has no announcement that anybody has seen. */
export type Speakers = ReadonlyMap<Pubkey, Speaker>;

/** The latest event for each author whose first `d` is the identifier (D1). Linear, order-independent. */
export function latestByAuthor(events: readonly CheckedEvent[], identifier: string): Map<Pubkey, CheckedEvent> {
	const latest = new Map<Pubkey, CheckedEvent>();
	if (identifier === '') return latest;
	for (const event of events) {
		if (firstTagValue(event, 'd') !== identifier) continue;
		const known = latest.get(event.pubkey);
		if (known === undefined || compareNewestFirst(event, known) < 0) latest.set(event.pubkey, event);
	}
	return latest;
}

/**
 * Which announcement speaks for each author under an identifier.
 * In: announcements of any author, version and identifier, in any order; deletion requests. Out: order-independent.
 * A deleted latest version never lets an older one come back. Source: guide "Reciprocal graph resolution"; D1, D3.
 */
export function resolveSpeakers(
	announcements: readonly CheckedEvent[],
	deletions: DeletionsByAuthor,
	identifier: string
): Speakers {
	const speakers = new Map<Pubkey, Speaker>();
	const latestEvents = latestByAuthor(announcements, identifier);
	for (const [author, latest] of latestEvents) {
		const requests = deletions.get(author);
		const at = requests && deletionBoundary(latest, addressOf(kinds.announcement, author, identifier), requests);
		speakers.set(
			author,
			at === undefined
				? { kind: 'live', announcement: parseAnnouncement(latest, latestEvents) }
				: { kind: 'deleted', at, latest }
		);
	}
	for (const [author, requests] of deletions) {
		if (speakers.has(author)) continue;
		const at = deletionBoundary(undefined, addressOf(kinds.announcement, author, identifier), requests);
		if (at !== undefined) speakers.set(author, { kind: 'deleted', at });
	}
	return speakers;
}

/** The live announcement of somebody, or undefined when it is missing or deleted. */
export function liveAnnouncement(speakers: Speakers, pubkey: Pubkey): Announcement | undefined {
	const speaker = speakers.get(pubkey);
	return speaker?.kind === 'live' ? speaker.announcement : undefined;
}
