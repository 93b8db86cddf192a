import { eachSubject, type Announcement } from './announcement.ts';
import { laterOf, type Boundary } from './boundary.ts';
import { announcementOf, countedAuthors } from './counted-authors.ts';
import type { Component } from './graph.ts';
import { assignedBy, findEnds, type EndFinder, type EndSource } from './history-assignment.ts';
import { indexCopies, namingSpans, ownSpans, roleOf, type HistoryCopy, type Role } from './history-copies.ts';
import type { Pubkey } from './ids.ts';
import {
	byStart,
	earlierEnd,
	earliest,
	endsAfter,
	intersect,
	intersectAll,
	overlap,
	subtract,
	unite,
	type Span
} from './interval-set.ts';
import type { RoleLetter } from './roles.ts';
import type { Speakers } from './speakers.ts';

/** Why somebody counts for a span of time: what was signed about it. */
export type Ground =
	/** Their own records: of the seed, or of the selected author while nobody is confirmed. */
	| { readonly kind: 'own' }
	/** An assignment of a counted author; `accepted` false: as that author states it, no acceptance seen (D30). */
	| {
			readonly kind: 'assigned';
			readonly by: Pubkey;
			readonly letter: RoleLetter;
			readonly endFrom: EndSource;
			readonly deferred: boolean;
			readonly accepted: boolean;
	  }
	/** Their own self-`M`, for which a counted author's pointer speaks (D28). */
	| { readonly kind: 'led'; readonly by: Pubkey }
	/** They are a member now: from their acceptance and the earliest active assignment on (D28). */
	| { readonly kind: 'member' };

/** A span of time and why somebody counts in it. Several may overlap. */
export interface GroundedSpan extends Span {
	readonly ground: Ground;
}

/** What is known of one person in one role over time. */
export interface RoleHistory {
	/** Effective intervals: in order, apart from each other. Start 0: unknown, from the beginning. End undefined: open. */
	readonly intervals: readonly Span[];
	/** What they rest on, in order of their starts. */
	readonly grounds: readonly GroundedSpan[];
	/** What each counted author's records say, nearest first, disputed ones too: kept for audit, whatever precedence chose. */
	readonly copies: readonly HistoryCopy[];
}

/** What history is resolved from: a resolved graph. */
export interface HistoryInput {
	readonly speakers: Speakers;
	readonly component: Component;
	readonly moderators: ReadonlySet<Pubkey>;
	readonly selected: Pubkey;
	/** Who seeds the component, if anybody does. */
	readonly seed: Pubkey | undefined;
	/** Everybody the graph knows (vectors/README.md). */
	readonly people: readonly Pubkey[];
}

interface Index {
	readonly counted: readonly Announcement[];
	readonly copies: ReadonlyMap<Pubkey, readonly HistoryCopy[]>;
	/** Counted authors and everybody their records name. */
	readonly known: ReadonlySet<Pubkey>;
	readonly speakers: Speakers;
	/** Starts of counted authors' own records, as far as they were needed. */
	readonly ownStarts: Map<Pubkey, Set<Boundary>>;
	readonly selectedDeletedAt: Boundary | undefined;
	readonly standsUntil: Boundary | undefined;
}

const isAny = () => true;
const isLead = (letter: RoleLetter) => letter === 'M';
const isOf = (role: Role) => (letter: RoleLetter) => roleOf(letter) === role;
const nobody: readonly never[] = [];

/**
 * Who held which role when, seen from one coordinate; worked out for a person when they are first asked about.
 * Source: guide "History precedence", "Replicated role history"; D28-D31.
 */
export class MembershipHistory {
	readonly #input: HistoryInput;
	#index: Index | undefined;
	readonly #known = new Map<string, RoleHistory>();

	constructor(input: HistoryInput) {
		this.#input = input;
	}

	/**
	 * Everybody with a history to ask for, in order of their keys: whom the graph knows, and whom a counted author's records
	 * name, also those of a deleted announcement.
	 */
	get people(): readonly Pubkey[] {
		this.#index ??= indexHistory(this.#input);
		return [...new Set([...this.#input.people, ...this.#index.known])].sort();
	}

	/** The history of one person in one role; of whom nobody speaks, an empty one. */
	of(pubkey: Pubkey, role: Role): RoleHistory {
		const key = `${role} ${pubkey}`;
		let history = this.#known.get(key);
		if (history === undefined) this.#known.set(key, (history = this.#resolve(pubkey, role)));
		return history;
	}

	/** Whether somebody held a role at a time in Unix seconds. The one answer to "were they allowed to?" (D28). */
	wasAuthorised(pubkey: Pubkey, role: Role, atSeconds: number): boolean {
		return this.of(pubkey, role).intervals.some(
			({ start, end }) => start <= atSeconds && (end === undefined || atSeconds < end)
		);
	}

	#resolve(pubkey: Pubkey, role: Role): RoleHistory {
		const index = (this.#index ??= indexHistory(this.#input));
		const { speakers, component, moderators, selected, seed } = this.#input;
		const announcement = announcementOf(speakers, pubkey);
		const copies = (index.copies.get(pubkey) ?? nobody).filter(
			({ author, letter }) => author !== pubkey && roleOf(letter) === role
		);
		const quick = this.#ofPlainMember(pubkey, role, { copies, announcement, index });
		if (quick) return quick;
		const isMember = (role === 'maintainer' ? component.confirmed : moderators).has(pubkey);
		const own = announcement ? ownSpans(announcement, isOf(role)) : [];
		const speaker = speakers.get(pubkey);
		const { selectedDeletedAt, standsUntil } = index;
		const deletedAt = earlierEnd(speaker?.kind === 'deleted' ? speaker.at : undefined, selectedDeletedAt);
		const grounds: GroundedSpan[] = [];
		const isRoot =
			role === 'maintainer' && (pubkey === seed || (component.announcements.length === 0 && pubkey === selected));
		if (isRoot) for (const span of own) grounds.push({ ...span, ground: { kind: 'own' } });
		// Whose own records suffice needs nobody's word, but for time that somebody else closed.
		if (isRoot ? copies.some(hasEnd) : copies.length > 0) {
			const find = { isMember, own, deletedAt, standsUntil };
			const naming = announcement ? namingSpans(announcement, (subject) => index.known.has(subject)) : [];
			const acceptance = intersectAll(own, naming);
			for (const assigned of assignments(copies, { find, acceptance, isUnseen: announcement === undefined, index }))
				if (!isRoot || (assigned.ground.kind === 'assigned' && !assigned.ground.accepted)) grounds.push(assigned);
			if (role === 'maintainer' && announcement && !isRoot)
				for (const led of this.#led(announcement, copies, find, index)) grounds.push(led);
			if (isMember && !isRoot) {
				const since = memberSince(copies, acceptance);
				if (since !== undefined) grounds.push({ start: since, end: undefined, ground: { kind: 'member' } });
			}
		}
		// Nothing lasts longer than the announcements of its subject and of the selected author, or than with nobody confirmed it was signed.
		const cap = earlierEnd(deletedAt, standsUntil);
		const capped = grounds
			.map((ground) => ({ ...ground, end: earlierEnd(ground.end, cap) }))
			.filter(({ start, end }) => endsAfter(end, start))
			.sort(byStart);
		return { intervals: unite(capped), grounds: capped, copies };
	}

	/**
	 * The same answer, found at a glance, for whoever is as most members are: named once and now, with one open role of their
	 * own and an open record that names somebody known no later than it starts.
	 */
	#ofPlainMember(
		pubkey: Pubkey,
		role: Role,
		{ copies, announcement, index: { known } }: PersonRecords
	): RoleHistory | undefined {
		const { component, moderators, seed } = this.#input;
		const [copy] = copies;
		const interval = copy?.intervals[0];
		if (copies.length !== 1 || copy === undefined || copy.disputed || copy.letter === 'M') return undefined;
		if (copy.intervals.length !== 1 || interval === undefined || interval.end !== undefined) return undefined;
		if (pubkey === seed || announcement === undefined) return undefined;
		if (!(role === 'maintainer' ? component.confirmed : moderators).has(pubkey)) return undefined;
		let own: Boundary | undefined;
		let naming: Boundary | undefined;
		for (const { subject, letter, state, boundaries, defers } of announcement.records) {
			if (subject === undefined) continue;
			const isPlain = state === 'ok' && boundaries.length < 2 && !defers;
			const [start = 0] = boundaries;
			if (subject !== pubkey) {
				if (isPlain && known.has(subject) && (naming === undefined || start < naming)) naming = start;
			} else if (roleOf(letter) === role) {
				if (!isPlain || own !== undefined) return undefined;
				own = start;
			}
		}
		if (own === undefined || naming === undefined || naming > own) return undefined;
		const span = { start: laterOf(interval.start, own), end: undefined };
		const { author: by, letter } = copy;
		const ground: Ground = { kind: 'assigned', by, letter, endFrom: 'open', deferred: false, accepted: true };
		return {
			intervals: [span],
			grounds: [
				{ ...span, ground },
				{ ...span, ground: { kind: 'member' } }
			],
			copies
		};
	}

	/** D28: a lead's own self-`M` where a counted author's pointer speaks for it, and back before that pointer. */
	#led(
		announcement: Announcement,
		copies: readonly HistoryCopy[],
		find: EndFinder,
		{ counted }: Index
	): GroundedSpan[] {
		const { author } = announcement;
		const leading = ownSpans(announcement, isLead);
		if (leading.length === 0) return [];
		const pointers = findEnds(
			copies.filter(({ letter }) => letter === 'M'),
			find
		).flatMap(({ copy, spans }) => spans.map((span) => ({ by: copy.author, span })));
		let unnamed: readonly Span[] | undefined;
		const led: GroundedSpan[] = [];
		for (const { by, span: pointer } of pointers)
			for (const own of leading) {
				if (!overlap(own, pointer)) continue;
				unnamed ??= timeWithoutNaming(counted, author);
				const span = intersect(own, { start: backTo(pointer.start, unnamed), end: pointer.end });
				if (span) led.push({ ...span, ground: { kind: 'led', by } });
			}
		return led;
	}
}

function indexHistory({ speakers, component, selected }: HistoryInput): Index {
	const counted = countedAuthors(speakers, component, selected);
	const known = new Set<Pubkey>();
	for (const announcement of counted) {
		known.add(announcement.author);
		eachSubject(announcement, (subject) => known.add(subject));
	}
	const own = speakers.get(selected);
	const selectedDeletedAt = own?.kind === 'deleted' ? own.at : undefined;
	const isNobody = component.announcements.length === 0;
	return {
		counted,
		copies: indexCopies(counted),
		known,
		speakers,
		ownStarts: new Map(),
		selectedDeletedAt,
		standsUntil: isNobody && own?.kind === 'live' ? own.announcement.event.created_at : undefined
	};
}

/** What was signed about one person and by them. */
interface PersonRecords {
	readonly copies: readonly HistoryCopy[];
	readonly announcement: Announcement | undefined;
	readonly index: Index;
}

interface Assigning {
	readonly find: EndFinder;
	readonly acceptance: readonly Span[];
	/** No announcement of the subject is known. */
	readonly isUnseen: boolean;
	readonly index: Index;
}

/** Both letters apart, then together: each assignment where it was accepted, or as its own signer closed it (D28, D30). */
function assignments(copies: readonly HistoryCopy[], { find, acceptance, isUnseen, index }: Assigning): GroundedSpan[] {
	const opensWithOwn = (author: Pubkey, start: Boundary) => startsOf(author, index).has(start);
	return (['M', 'm', 'o'] as const).flatMap((letter) => {
		const ofLetter = copies.filter((copy) => copy.letter === letter);
		return assignedBy(findEnds(ofLetter, find), opensWithOwn).flatMap((span): GroundedSpan[] => {
			const { start, end, copy, endFrom, deferred } = span;
			const ground = { kind: 'assigned', by: copy.author, letter, endFrom, deferred } as const;
			const accepted = intersectAll(acceptance, [span]);
			if (accepted.length > 0) return accepted.map((part) => ({ ...part, ground: { ...ground, accepted: true } }));
			const stands = endFrom === 'signed' && (isUnseen || acceptance.length > 0);
			return stands ? [{ start, end, ground: { ...ground, accepted: false } }] : [];
		});
	});
}

/** The starts in a counted author's own records about themselves; looked up when somebody else's copy follows theirs. */
function startsOf(author: Pubkey, { speakers, ownStarts }: Index): ReadonlySet<Boundary> {
	let starts = ownStarts.get(author);
	if (starts === undefined) {
		ownStarts.set(author, (starts = new Set()));
		for (const { subject, boundaries } of announcementOf(speakers, author)?.records ?? nobody)
			if (subject === author) for (let at = 0; at < boundaries.length; at += 2) starts.add(boundaries[at] as Boundary);
	}
	return starts;
}

/** The later of the open acceptance's start and of the earliest active assignment; undefined without both. */
function memberSince(copies: readonly HistoryCopy[], acceptance: readonly Span[]): Boundary | undefined {
	const open = acceptance.find(({ end }) => end === undefined);
	const assigned = earliest(copies.map(({ activeFrom }) => activeFrom));
	return open === undefined || assigned === undefined ? undefined : laterOf(open.start, assigned);
}

/** When some counted author other than a person held a self-role without a record that names that person. */
function timeWithoutNaming(counted: readonly Announcement[], person: Pubkey): Span[] {
	const spans: Span[] = [];
	for (const announcement of counted) {
		if (announcement.author === person) continue;
		const own = ownSpans(announcement, isAny);
		spans.push(
			...subtract(
				own,
				namingSpans(announcement, (subject) => subject === person)
			)
		);
	}
	return unite(spans);
}

/** How far back from a time one gets without meeting any of some spans. */
function backTo(from: Boundary, spans: readonly Span[]): Boundary {
	let back: Boundary = 0;
	for (const { start, end } of spans) {
		if (start >= from) break;
		back = endsAfter(end, from) || end === undefined ? from : end;
	}
	return back;
}

function hasEnd({ intervals }: HistoryCopy): boolean {
	return intervals.some(({ end }) => end !== undefined && end !== 'defer');
}
