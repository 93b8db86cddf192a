import { parseBoundary, type Boundary } from './boundary.ts';
import { isPubkey, type Pubkey } from './ids.ts';

/** `M` lead pointer, `m` co-maintainer, `o` moderator (guide "Current role tags"). */
export type RoleLetter = 'M' | 'm' | 'o';

/** Why a record has no meaning: its subject, one of its boundaries, or a `defer` where none may stand (D5, D6). */
export type MalformedReason = 'subject' | 'boundary' | 'defer-position';

/** `[start, end)` in Unix seconds; an end of undefined is open, `defer` is a historical copy's (D7). */
export interface Interval {
	readonly start: Boundary;
	readonly end: Boundary | 'defer' | undefined;
}

/**
 * One `M`, `m` or `o` tag, read alone. `boundaries` are its numeric ones, start and end in turn; `defers` says that a
 * final `defer` follows them. `subject` is missing only where it is no key. `self-defer` is a self-record that ends in
 * `defer`: it parses and is worth nothing (D6).
 */
export interface RoleRecord {
	readonly letter: RoleLetter;
	readonly subject?: Pubkey;
	readonly state: 'ok' | 'self-defer' | 'malformed';
	readonly why?: MalformedReason;
	readonly boundaries: readonly Boundary[];
	readonly defers: boolean;
	/** By parity of the boundaries, and valid: the role is current (D7). No wall clock: a future start is active (D4). */
	readonly active: boolean;
}

const none: readonly Boundary[] = [];

/** Keys that are known to be ones, each in the one text that stands for it. */
export type KnownKeys = ReadonlyMap<string, { readonly pubkey: Pubkey }>;

/**
 * The key that a text is, or undefined. A known one comes back as the very text it is known by: the same key in a
 * thousand announcements is then one string, which maps and comparisons take at a glance.
 */
export function readKey(text: string | undefined, known?: KnownKeys): Pubkey | undefined {
	if (text === undefined) return undefined;
	return known?.get(text)?.pubkey ?? (isPubkey(text) ? text : undefined);
}

/** Whether a tag's name makes it a role tag; even a malformed one switches its announcement to indexed mode (D9). */
export function isRoleLetter(name: string | undefined): name is RoleLetter {
	return name === 'M' || name === 'm' || name === 'o';
}

/**
 * Reads one role tag of an author's announcement.
 * In: a tag whose name is a role letter; keys known already, for speed alone. Out: the record; malformed ones say why. Errors: none.
 * Source: guide "Current role tags"; D5, D6, D7.
 */
export function parseRoleRecord(tag: readonly string[], author: string, known?: KnownKeys): RoleRecord {
	const letter = tag[0] as RoleLetter;
	const subject = readKey(tag[1], known);
	if (subject === undefined) return malformed(letter, undefined, 'subject');
	const { length } = tag;
	if (length === 2) return { letter, subject, state: 'ok', boundaries: none, defers: false, active: true };
	const first = length === 3 ? parseBoundary(tag[2] as string) : undefined;
	if (first !== undefined) return { letter, subject, state: 'ok', boundaries: [first], defers: false, active: true };
	const boundaries: Boundary[] = [];
	let defers = false;
	for (let i = 2; i < length; i++) {
		const text = tag[i] as string;
		if (text === 'defer') {
			if (i !== length - 1 || i % 2 === 0) return malformed(letter, subject, 'defer-position');
			defers = true;
			continue;
		}
		const boundary = parseBoundary(text);
		if (boundary === undefined) return malformed(letter, subject, 'boundary');
		boundaries.push(boundary);
	}
	const selfDefer = defers && subject === author;
	return {
		letter,
		subject,
		state: selfDefer ? 'self-defer' : 'ok',
		boundaries,
		defers,
		active: !defers && boundaries.length % 2 === 1
	};
}

function malformed(letter: RoleLetter, subject: Pubkey | undefined, why: MalformedReason): RoleRecord {
	return { letter, subject, state: 'malformed', why, boundaries: none, defers: false, active: false };
}

/**
 * When the current interval of an active record began, in Unix seconds; 0 when it is untimed (guide "Current role
 * tags": an untimed active record covers the time from 0 on).
 */
export function activeStart(record: RoleRecord): Boundary {
	return record.boundaries.at(-1) ?? 0;
}

/**
 * The intervals of a record, empty ones (`end <= start`) left out. Untimed and active: from 0.
 * A self-`defer` or malformed record has none; see `closedIntervals` for what a self-`defer` keeps. Source: D7.
 */
export function intervalsOf(record: RoleRecord): Interval[] {
	if (record.state !== 'ok') return [];
	if (record.boundaries.length === 0) return [{ start: 0, end: undefined }];
	const intervals = closedIntervals(record);
	const last = record.boundaries.at(-1);
	if (record.boundaries.length % 2 === 1 && last !== undefined)
		intervals.push({ start: last, end: record.defers ? 'defer' : undefined });
	return intervals;
}

/** The intervals with a numeric end, empty ones left out; those before a self-`defer` stay history too (D12). */
export function closedIntervals(record: RoleRecord): Interval[] {
	const intervals: Interval[] = [];
	for (let i = 0; i + 1 < record.boundaries.length; i += 2) {
		const start = record.boundaries[i] as Boundary;
		const end = record.boundaries[i + 1] as Boundary;
		if (start < end) intervals.push({ start, end });
	}
	return intervals;
}

/** Whether a record holds an interval that ends where or before it starts: information, not a fault (D7). */
export function hasEmptyInterval(record: RoleRecord): boolean {
	for (let i = 0; i + 1 < record.boundaries.length; i += 2)
		if ((record.boundaries[i + 1] as Boundary) <= (record.boundaries[i] as Boundary)) return true;
	return false;
}
