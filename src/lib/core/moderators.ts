import { largestOwnBoundary, type Announcement } from './announcement.ts';
import type { Boundary } from './boundary.ts';
import { latestStarts, type Component } from './graph.ts';
import type { Pubkey } from './ids.ts';
import { appendTo } from './multimap.ts';
import { liveAnnouncement, type Speakers } from './speakers.ts';

/** Who moderates, and who is invited to. */
export interface Moderation {
	readonly moderators: ReadonlySet<Pubkey>;
	readonly invited: ReadonlySet<Pubkey>;
}

/**
 * Who moderates: assigned by a confirmed maintainer's active `o`, accepted by an active self-`o`, and naming another
 * member by an active record. To a fixpoint, because that member may be a moderator confirmed before. A moderator's tags
 * give nobody anything; no maintainer is a moderator or an invited one.
 * Source: guide "Moderators"; D22, D23.
 */
export function resolveModerators(speakers: Speakers, { confirmed, announcements }: Component): Moderation {
	const assigned = latestStarts(announcements, (letter) => letter === 'o');
	for (const maintainer of confirmed) assigned.delete(maintainer);
	const moderators = new Set<Pubkey>();
	const waiting = new Map<Pubkey, Pubkey[]>();
	const queue: Pubkey[] = [];
	for (const pubkey of assigned.keys()) {
		const announcement = liveAnnouncement(speakers, pubkey);
		if (!announcement?.canModerate) continue;
		for (const { active, subject } of announcement.records) {
			if (!active || subject === undefined || subject === pubkey) continue;
			if (confirmed.has(subject)) queue.push(pubkey);
			else if (assigned.has(subject)) appendTo(waiting, subject, pubkey);
		}
	}
	for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
		if (moderators.has(next)) continue;
		moderators.add(next);
		for (const pubkey of waiting.get(next) ?? []) queue.push(pubkey);
	}
	const invited = new Set<Pubkey>();
	for (const [pubkey, start] of assigned) {
		if (moderators.has(pubkey)) continue;
		const since = endedModeration(speakers, pubkey);
		if (since === undefined || start > since) invited.add(pubkey);
	}
	return { moderators, invited };
}

/** Until when somebody's own signatures say no to moderating: an ended self-`o`, or a deletion (D22). */
function endedModeration(speakers: Speakers, pubkey: Pubkey): Boundary | undefined {
	const speaker = speakers.get(pubkey);
	if (speaker === undefined) return undefined;
	if (speaker.kind === 'deleted') return speaker.at;
	return hasEndedOwn(speaker.announcement) ? largestOwnBoundary(speaker.announcement) : undefined;
}

function hasEndedOwn({ author, records }: Announcement): boolean {
	const own = records.filter(({ letter, subject, state }) => letter === 'o' && subject === author && state === 'ok');
	return own.length > 0 && own.every(({ active }) => !active);
}
