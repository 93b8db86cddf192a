import { largestOwnBoundary, type Announcement } from './announcement.ts';
import type { Boundary } from './boundary.ts';
import type { Pubkey } from './ids.ts';
import { appendTo } from './multimap.ts';
import { activeStart, type RoleLetter } from './roles.ts';
import { liveAnnouncement, type Speakers } from './speakers.ts';

/** The reciprocal graph from one seed: who is confirmed, and whom their active edges name. */
export interface Component {
	readonly confirmed: ReadonlySet<Pubkey>;
	/** What the confirmed maintainers speak through: the seed first, then as edges reach them; no order of arrival is in it. */
	readonly announcements: readonly Announcement[];
	/** Everybody an active edge of a confirmed maintainer names. */
	readonly named: ReadonlySet<Pubkey>;
}

/**
 * Which maintainers a seed confirms.
 * In: who speaks, the seed (undefined: nobody). Out: order-independent fixpoint. Errors: none.
 * A candidate is named by a confirmed maintainer, can maintain by their own records, and names a confirmed maintainer
 * other than themselves. Linear in edges: each candidate's edges are read once, and wait at whom they name.
 * Source: guide "Reciprocal graph resolution"; D21.
 */
export function confirm(speakers: Speakers, seed: Pubkey | undefined): Component {
	const confirmed = new Set<Pubkey>();
	const named = new Set<Pubkey>();
	const waiting = new Map<Pubkey, Announcement[]>();
	const announcements: Announcement[] = [];
	const add = (announcement: Announcement) => {
		if (confirmed.has(announcement.author)) return;
		confirmed.add(announcement.author);
		announcements.push(announcement);
	};
	const first = seed === undefined ? undefined : liveAnnouncement(speakers, seed);
	if (first) add(first);
	// The list grows while it is walked.
	for (const { author, edges } of announcements) {
		for (const candidate of waiting.get(author) ?? []) add(candidate);
		for (const candidate of edges) {
			if (named.has(candidate)) continue;
			named.add(candidate);
			if (confirmed.has(candidate)) continue;
			const answer = liveAnnouncement(speakers, candidate);
			if (answer === undefined || answer.standing.kind !== 'maintain') continue;
			if (namesAny(answer, confirmed)) add(answer);
			else for (const subject of answer.edges) appendTo(waiting, subject, answer);
		}
	}
	return { confirmed, announcements, named };
}

function namesAny({ edges }: Announcement, people: ReadonlySet<Pubkey>): boolean {
	for (const subject of edges) if (people.has(subject)) return true;
	return false;
}

/**
 * Who is named but not confirmed, and has not said no. Whoever left, declined or deleted is invited again only by an
 * active assignment that starts later than all they signed about themselves.
 * Source: guide "Removal, replicated history, and reinvitation"; D22.
 */
export function findInvited(speakers: Speakers, { confirmed, announcements, named }: Component): Set<Pubkey> {
	const invited = new Set<Pubkey>();
	let starts: Map<Pubkey, Boundary> | undefined;
	for (const pubkey of named) {
		if (confirmed.has(pubkey)) continue;
		const since = refusedAt(speakers, pubkey);
		if (since !== undefined) {
			starts ??= latestStarts(announcements, isMaintainerLetter);
			if (!((starts.get(pubkey) ?? 0) > since)) continue;
		}
		invited.add(pubkey);
	}
	return invited;
}

/** Until when somebody's own signatures say no to being a maintainer, or undefined when they do not (D22). */
function refusedAt(speakers: Speakers, pubkey: Pubkey): Boundary | undefined {
	const speaker = speakers.get(pubkey);
	if (speaker === undefined) return undefined;
	if (speaker.kind === 'deleted') return speaker.at;
	const { kind } = speaker.announcement.standing;
	return kind === 'departed' || kind === 'declined' ? largestOwnBoundary(speaker.announcement) : undefined;
}

const isMaintainerLetter = (letter: RoleLetter) => letter !== 'o';

/** The latest start of an active record of some letters, for each subject, over some announcements. */
export function latestStarts(
	announcements: readonly Announcement[],
	isMeant: (letter: RoleLetter) => boolean
): Map<Pubkey, Boundary> {
	const starts = new Map<Pubkey, Boundary>();
	for (const { records } of announcements) {
		for (const record of records) {
			const { active, subject, letter } = record;
			if (!active || subject === undefined || !isMeant(letter)) continue;
			const start = activeStart(record);
			const known = starts.get(subject);
			if (known === undefined || known < start) starts.set(subject, start);
		}
	}
	return starts;
}
