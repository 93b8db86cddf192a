import { listedIn, type Announcement } from './announcement.ts';
import { laterOf, type Boundary } from './boundary.ts';
import type { Pubkey } from './ids.ts';
import { earliest, endsAfter, unite, type Span } from './interval-set.ts';
import { appendTo } from './multimap.ts';
import {
	activeStart,
	closedIntervals,
	intervalsOf,
	readKey,
	type Interval,
	type RoleLetter,
	type RoleRecord
} from './roles.ts';

/** A class of authority: `M` and `m` are one (D13). */
export type Role = 'maintainer' | 'moderator';

/** What one counted author's announcement says of one letter and subject. */
export interface HistoryCopy {
	readonly author: Pubkey;
	readonly letter: RoleLetter;
	/** In order, touching ones united (D29); `defer` where no end is claimed. Nothing when disputed. */
	readonly intervals: readonly Interval[];
	/** First and last boundary: what the copy speaks of (D28). */
	readonly first: Boundary;
	readonly last: Boundary;
	/** A legacy listing or a record without times: its start is unknown (D7, D28). */
	readonly untimed: boolean;
	/** Some record of it is active. */
	readonly activeFrom?: Boundary;
	/** Repeated or unreadable: kept and shown, and passed over (D8). */
	readonly disputed: boolean;
}

/** Which class a letter belongs to. */
export function roleOf(letter: RoleLetter): Role {
	return letter === 'o' ? 'moderator' : 'maintainer';
}

/** The copies about everybody that counted authors name, nearest author first. Linear in records. */
export function indexCopies(counted: readonly Announcement[]): ReadonlyMap<Pubkey, readonly HistoryCopy[]> {
	const bySubject = new Map<Pubkey, HistoryCopy[]>();
	for (const announcement of counted) {
		const { author, mode, records, lists } = announcement;
		for (const group of groupRecords(records, author))
			appendTo(bySubject, (group[0] as RoleRecord).subject as Pubkey, readCopy(author, group));
		if (mode !== 'legacy') continue;
		for (const subject of new Set(listedIn(lists))) {
			const key = readKey(subject);
			if (key !== undefined && key !== author) appendTo(bySubject, key, untimedCopy(author));
		}
	}
	return bySubject;
}

/** The records about others, those of one letter and subject together. Most authors write one. */
function groupRecords(records: readonly RoleRecord[], author: Pubkey): Iterable<readonly RoleRecord[]> {
	const others = records.filter(({ subject }) => subject !== undefined && subject !== author);
	if (others.length < 2) return others.length === 0 ? [] : [others];
	const groups = new Map<string, RoleRecord[]>();
	for (const record of others) appendTo(groups, record.letter + record.subject, record);
	return groups.values();
}

function untimedCopy(author: Pubkey): HistoryCopy {
	const intervals = [{ start: 0, end: undefined }];
	return { author, letter: 'm', intervals, first: 0, last: 0, untimed: true, activeFrom: 0, disputed: false };
}

function readCopy(author: Pubkey, group: readonly RoleRecord[]): HistoryCopy {
	const { letter, boundaries, state } = group[0] as RoleRecord;
	const disputed = group.length > 1 || state !== 'ok';
	return {
		author,
		letter,
		intervals: disputed ? [] : uniteCopy(intervalsOf(group[0] as RoleRecord)),
		first: earliest(boundaries) ?? 0,
		last: boundaries.reduce(laterOf, 0),
		untimed: boundaries.length === 0,
		activeFrom: earliest(group.filter(({ active }) => active).map(activeStart)),
		disputed
	};
}

/** Touching intervals are one before anything else; the one without a numeric end stays what it is, open or deferred. */
function uniteCopy(intervals: readonly Interval[]): readonly Interval[] {
	if (intervals.length < 2) return intervals;
	const deferred = intervals.some(({ end }) => end === 'defer');
	return unite(intervals.map(({ start, end }) => ({ start, end: end === 'defer' ? undefined : end }))).map(
		({ start, end }) => ({ start, end: end === undefined && deferred ? 'defer' : end })
	);
}

/**
 * Somebody's own records of some letters, united; implicit and legacy ones from 0. An end later than the event counts as the event's
 * time, and before a self-`defer` the closed intervals stand. Source: D10, D12, D30.
 */
export function ownSpans(announcement: Announcement, isMeant: (letter: RoleLetter) => boolean): Span[] {
	const { author, records, standing, event } = announcement;
	if (standing.kind === 'maintain' && standing.implicit) return isMeant('m') ? [{ start: 0, end: undefined }] : [];
	const spans: Span[] = [];
	for (const record of records)
		if (record.subject === author && isMeant(record.letter)) spans.push(...numericSpans(record, event.created_at));
	return unite(spans);
}

/**
 * When records of an author name somebody that is asked for: never by an interval that ends in `defer` (D30).
 * Whose end lies after the event ended there.
 */
export function namingSpans(announcement: Announcement, isMeant: (subject: Pubkey) => boolean): Span[] {
	const { author, mode, records, lists, event } = announcement;
	const spans: Span[] = [];
	for (const record of records) {
		const { subject } = record;
		if (subject !== undefined && subject !== author && isMeant(subject))
			spans.push(...numericSpans(record, event.created_at));
	}
	if (mode === 'legacy')
		for (const entry of listedIn(lists)) {
			const subject = readKey(entry);
			if (subject === undefined || subject === author || !isMeant(subject)) continue;
			spans.push({ start: 0, end: undefined });
			break;
		}
	return unite(spans);
}

function numericSpans(record: RoleRecord, createdAt: number): Span[] {
	const intervals = record.state === 'self-defer' ? closedIntervals(record) : intervalsOf(record);
	return intervals.flatMap(({ start, end }) =>
		end === 'defer' ? [] : [{ start, end: end !== undefined && endsAfter(end, createdAt) ? createdAt : end }]
	);
}
