import type { Boundary } from './boundary.ts';
import type { CheckedEvent } from './event.ts';
import { isPubkey, type Pubkey } from './ids.ts';
import { activeStart, isRoleLetter, parseRoleRecord, type RoleRecord } from './roles.ts';

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

/** One author's repository announcement (kind 30617), read for roles. */
export interface Announcement {
	readonly event: CheckedEvent;
	readonly author: Pubkey;
	/** Indexed: role tags speak and `maintainers` is a projection. Legacy: `maintainers` speaks. None: neither (D9). */
	readonly mode: 'indexed' | 'legacy' | 'none';
	readonly records: readonly RoleRecord[];
	/** Values of all `maintainers` tags, as written; `maintainersTags` counts the tags. */
	readonly listed: readonly string[];
	readonly maintainersTags: number;
	/** Whom the author actively names as maintainer, by `M`, `m` or legacy entry, themselves left out (D13, D14). */
	readonly edges: ReadonlySet<Pubkey>;
	/** Distinct targets of active `M` records, the author included (D16). */
	readonly leadTargets: readonly Pubkey[];
	readonly standing: OwnStanding;
	readonly canModerate: boolean;
	/** Records about the author whose final `defer` makes them worthless, and whether a later start supersedes each (D12). */
	readonly selfDefers: readonly { readonly record: RoleRecord; readonly superseded: boolean }[];
}

/**
 * Reads an announcement for roles.
 * In: a checked event of kind 30617. Out: its records and what they make of its author. Errors: none; bad records are
 * kept as malformed. Linear in tags. Source: guide "Current role tags"; D5-D14.
 */
export function parseAnnouncement(event: CheckedEvent): Announcement {
	const author = event.pubkey;
	const records: RoleRecord[] = [];
	const listed: string[] = [];
	let maintainersTags = 0;
	for (const tag of event.tags) {
		const name = tag[0];
		if (isRoleLetter(name)) records.push(parseRoleRecord(tag, author));
		else if (name === 'maintainers') {
			maintainersTags++;
			for (let i = 1; i < tag.length; i++) listed.push(tag[i] as string);
		}
	}
	const mode = records.length > 0 ? 'indexed' : maintainersTags > 0 ? 'legacy' : 'none';
	const edges = new Set<Pubkey>();
	const leadTargets: Pubkey[] = [];
	const own: RoleRecord[] = [];
	if (mode === 'legacy') {
		for (const subject of listed) if (subject !== author && isPubkey(subject)) edges.add(subject);
	}
	for (const record of records) {
		const { subject, letter } = record;
		if (subject === undefined) continue;
		if (subject === author) own.push(record);
		if (!record.active || letter === 'o') continue;
		if (subject !== author) edges.add(subject);
		if (letter === 'M' && !leadTargets.includes(subject)) leadTargets.push(subject);
	}
	const selfDefers = readSelfDefers(own);
	const blocking = selfDefers.some(({ superseded }) => !superseded);
	return {
		event,
		author,
		mode,
		records,
		listed,
		maintainersTags,
		edges,
		leadTargets,
		standing: ownStanding(own, blocking),
		canModerate: !blocking && own.some((record) => record.active && record.letter === 'o'),
		selfDefers
	};
}

/**
 * D10, D11. `own` are all records whose subject is the author; a malformed one whose subject is no key cannot be one of
 * them, because an author's key always is one.
 */
function ownStanding(own: readonly RoleRecord[], blocking: boolean): OwnStanding {
	if (own.length === 0) return { kind: 'maintain', implicit: true };
	const valid = own.filter((record) => record.state === 'ok');
	const roles = valid.filter((record) => record.letter !== 'o');
	if (roles.some((record) => record.active))
		return blocking ? { kind: 'blocked' } : { kind: 'maintain', implicit: false };
	let at: Boundary | undefined;
	for (const record of roles) {
		const end = record.boundaries.at(-1) as Boundary;
		if (at === undefined || at < end) at = end;
	}
	if (at !== undefined) return { kind: 'departed', at };
	return valid.length > 0 ? { kind: 'declined' } : { kind: 'blocked' };
}

/** D12: only an active self-record whose numeric start is later than the last start before the `defer` supersedes it. */
function readSelfDefers(own: readonly RoleRecord[]): Announcement['selfDefers'] {
	const defers = own.filter((record) => record.state === 'self-defer');
	if (defers.length === 0) return defers as [];
	const starts = own.filter((record) => record.active && record.boundaries.length > 0).map(activeStart);
	return defers.map((record) => {
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

/** Every subject that is a key, of any record or legacy entry of an announcement. */
export function* subjectsOf({ mode, records, listed }: Announcement): Generator<Pubkey> {
	for (const { subject } of records) if (subject !== undefined) yield subject;
	if (mode === 'legacy') for (const subject of listed) if (isPubkey(subject)) yield subject;
}
