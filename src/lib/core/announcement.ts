import type { Boundary } from './boundary.ts';
import type { CheckedEvent } from './event.ts';
import { isPubkey, type Pubkey } from './ids.ts';
import { activeStart, isRoleLetter, parseRoleRecord, readKey, type KnownKeys, type RoleRecord } from './roles.ts';

/**
 * What an author's own records make of them (D11). `maintain`: may be confirmed. `departed`: they ended their own role,
 * at `at`. `declined`: they name themselves only as moderator (D10). `blocked`: none of these; their own records cannot
 * be counted.
 */
export type OwnStanding =
	| { readonly kind: 'maintain'; readonly implicit: boolean }
	| { readonly kind: 'departed'; readonly at: Boundary }
	| { readonly kind: 'declined' }
	| { readonly kind: 'blocked' };

/** A self-`defer` and whether a later start of the author's supersedes it (D12). */
export interface SelfDefer {
	readonly record: RoleRecord;
	readonly superseded: boolean;
}

/** One author's repository announcement (kind 30617), read for roles. */
export interface Announcement {
	readonly event: CheckedEvent;
	readonly author: Pubkey;
	/** Indexed: role tags speak and `maintainers` is a projection. Legacy: `maintainers` speaks. None: neither (D9). */
	readonly mode: 'indexed' | 'legacy' | 'none';
	readonly records: readonly RoleRecord[];
	/** The `maintainers` tags, as written; `listedIn` reads them. */
	readonly lists: readonly (readonly string[])[];
	/** Whom the author actively names as maintainer, by `M`, `m` or legacy entry: each once, never themselves (D13, D14). */
	readonly edges: readonly Pubkey[];
	/** Distinct targets of active `M` records, the author included (D16). */
	readonly leadTargets: readonly Pubkey[];
	/** A valid active `M` or `m` about the author. */
	readonly holdsRole: boolean;
	readonly standing: OwnStanding;
	readonly canModerate: boolean;
	readonly selfDefers: readonly SelfDefer[];
}

const implicit: OwnStanding = { kind: 'maintain', implicit: true };
const explicit: OwnStanding = { kind: 'maintain', implicit: false };
const declined: OwnStanding = { kind: 'declined' };
const blocked: OwnStanding = { kind: 'blocked' };
const nothing: readonly never[] = [];

/**
 * Reads an announcement for roles.
 * In: a checked event of kind 30617; keys known already, for speed alone. Out: its records and what they make of its author. Errors: none; bad records are
 * kept as malformed. Linear in tags, and sparing with memory: it runs for every announcement of a view.
 * Source: guide "Current role tags"; D5-D14.
 */
export function parseAnnouncement(event: CheckedEvent, known?: KnownKeys): Announcement {
	const author = event.pubkey;
	let records: RoleRecord[] | undefined;
	let own: RoleRecord[] | undefined;
	let lists: (readonly string[])[] | undefined;
	let edges: Pubkey[] | undefined;
	let leadTargets: Pubkey[] | undefined;
	for (const tag of event.tags) {
		const name = tag[0];
		if (name === 'maintainers') lists = append(lists, tag);
		if (!isRoleLetter(name)) continue;
		const record = parseRoleRecord(tag, author, known);
		records = append(records, record);
		const { subject } = record;
		if (subject === undefined) continue;
		if (subject === author) own = append(own, record);
		if (!record.active || name === 'o') continue;
		if (subject !== author) edges = append(edges, subject);
		if (name === 'M') leadTargets = append(leadTargets, subject);
	}
	if (records === undefined)
		for (const entry of listedIn(lists ?? nothing)) {
			const subject = readKey(entry, known);
			if (subject !== undefined && subject !== author) edges = append(edges, subject);
		}
	const { holdsRole, standing, canModerate, selfDefers } = readOwnRecords(own ?? nothing);
	return {
		event,
		author,
		mode: records ? 'indexed' : lists ? 'legacy' : 'none',
		records: records ?? nothing,
		lists: lists ?? nothing,
		edges: edges ? eachOnce(edges) : nothing,
		leadTargets: leadTargets ? eachOnce(leadTargets) : nothing,
		holdsRole,
		standing,
		canModerate,
		selfDefers
	};
}

/**
 * Adds to a list that mostly stays very short. An array that grows by `push` takes room for seventeen at once, which for
 * ten thousand announcements is most of the memory they need.
 */
function append<T>(list: readonly T[] | undefined, item: T): T[] {
	if (list === undefined) return [item];
	const [first, second, third] = list as [T, T, T];
	if (list.length === 1) return [first, item];
	if (list.length === 2) return [first, second, item];
	if (list.length === 3) return [first, second, third, item];
	(list as T[]).push(item);
	return list as T[];
}

/** Every value of some `maintainers` tags: several are united (D14). */
export function* listedIn(lists: readonly (readonly string[])[]): Generator<string> {
	for (const tag of lists) for (let i = 1; i < tag.length; i++) yield tag[i] as string;
}

/** The same people without repetitions, in their order. */
function eachOnce(people: Pubkey[]): Pubkey[] {
	if (people.length < 2 || (people.length === 2 && people[0] !== people[1])) return people;
	return [...new Set(people)];
}

/**
 * D10, D11. In: every record whose subject is the author; a malformed one whose subject is no key cannot be one of them,
 * because an author's key always is one.
 */
function readOwnRecords(own: readonly RoleRecord[]): {
	holdsRole: boolean;
	standing: OwnStanding;
	canModerate: boolean;
	selfDefers: readonly SelfDefer[];
} {
	let holdsRole = false;
	let moderates = false;
	let valid = false;
	let defers = false;
	let endedAt: Boundary | undefined;
	for (const { letter, state, active, boundaries } of own) {
		if (state === 'self-defer') defers = true;
		if (state !== 'ok') continue;
		valid = true;
		if (letter === 'o') moderates ||= active;
		else if (active) holdsRole = true;
		else {
			const end = boundaries.at(-1) as Boundary;
			if (endedAt === undefined || endedAt < end) endedAt = end;
		}
	}
	const selfDefers = defers ? readSelfDefers(own) : nothing;
	const blocking = selfDefers.some(({ superseded }) => !superseded);
	const canModerate = moderates && !blocking;
	const as = (standing: OwnStanding) => ({ holdsRole, standing, canModerate, selfDefers });
	if (own.length === 0) return as(implicit);
	if (holdsRole) return as(blocking ? blocked : explicit);
	if (endedAt !== undefined) return as({ kind: 'departed', at: endedAt });
	return as(valid ? declined : blocked);
}

/** D12: only an active self-record whose numeric start is later than the last start before the `defer` supersedes it. */
function readSelfDefers(own: readonly RoleRecord[]): SelfDefer[] {
	const starts = own.filter((record) => record.active && record.boundaries.length > 0).map(activeStart);
	return own
		.filter(({ state }) => state === 'self-defer')
		.map((record) => {
			const last = record.boundaries.at(-1) as Boundary;
			return { record, superseded: starts.some((start) => start > last) };
		});
}

/** The largest boundary in the author's own valid records about themselves, any letter; an untimed one counts as 0 (D22). */
export function largestOwnBoundary({ author, records }: Announcement): Boundary {
	let largest: Boundary = 0;
	for (const record of records) {
		if (record.subject !== author || record.state !== 'ok') continue;
		for (const boundary of record.boundaries) if (largest < boundary) largest = boundary;
	}
	return largest;
}

/** Calls with every subject that is a key, of any record or legacy entry of an announcement; with some more than once. */
export function eachSubject({ mode, records, lists }: Announcement, use: (subject: Pubkey) => void): void {
	for (const { subject } of records) if (subject !== undefined) use(subject);
	if (mode === 'legacy') for (const subject of listedIn(lists)) if (isPubkey(subject)) use(subject);
}
