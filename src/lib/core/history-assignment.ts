import type { Boundary } from './boundary.ts';
import type { HistoryCopy } from './history-copies.ts';
import type { Pubkey } from './ids.ts';
import { endsAfter, type Span } from './interval-set.ts';

/** How the end of an assignment is known. `signed`: its own signer wrote it. `open`: of a current member. Others: found elsewhere (D29). */
export type EndSource = 'signed' | 'open' | 'copy' | 'own-record' | 'deletion' | 'announcement';

/** Time for which a counted author assigned somebody, before any acceptance is asked for. */
export interface AssignedSpan extends Span {
	readonly copy: HistoryCopy;
	readonly endFrom: EndSource;
	/** The copy says `defer`. */
	readonly deferred: boolean;
}

/** What the ends of a person's copies are found from. */
export interface EndFinder {
	/** A current member of the class. */
	readonly isMember: boolean;
	/** The subject's own records, both letters united. */
	readonly own: readonly Span[];
	/** The first deletion of the subject or the selected author. */
	readonly deletedAt: Boundary | undefined;
	/** Where nobody is confirmed and the coordinate is not deleted: when the one announcement that counts was signed. */
	readonly standsUntil: Boundary | undefined;
}

/**
 * What the copies of one letter and subject assign, the nearest first and the next where it is silent: after its last
 * boundary intervals that start later, and before its first start where that is also a start of its author's own.
 * Source: guide "History precedence"; D28, D29.
 */
export function assignedBy(
	copies: readonly HistoryCopy[],
	find: EndFinder,
	opensWithOwn: (author: Pubkey, start: Boundary) => boolean
): AssignedSpan[] {
	const ends = indexEnds(copies);
	const spans: AssignedSpan[] = [];
	let first: Boundary | undefined;
	let last: Boundary = 0;
	let silentBefore = true;
	for (const copy of copies) {
		if (copy.disputed) continue;
		for (const { start, end } of copy.intervals) {
			const after = first === undefined || start > last;
			const before = first !== undefined && silentBefore && start < first;
			if (!after && !before) continue;
			const closed = typeof end === 'number' || typeof end === 'bigint';
			const found = closed ? { end, endFrom: 'signed' as const } : findEnd(start, end === 'defer', find, ends);
			if (found === undefined) continue;
			const limited = before && endsAfter(found.end, first) ? first : found.end;
			spans.push({ start, end: limited, copy, endFrom: found.endFrom, deferred: end === 'defer' });
		}
		silentBefore &&= !copy.untimed && opensWithOwn(copy.author, copy.first);
		if (first === undefined || copy.first < first) first = copy.first;
		if (copy.last > last) last = copy.last;
	}
	return spans;
}

interface KnownEnds {
	/** The nearest copy's numeric end for each start. */
	readonly byStart: ReadonlyMap<Boundary, Boundary>;
	/** The ends of each copy that ends later than every nearer one: the first with a later end is always one of them. */
	readonly closing: readonly (readonly Boundary[])[];
}

function indexEnds(copies: readonly HistoryCopy[]): KnownEnds {
	const byStart = new Map<Boundary, Boundary>();
	const closing: Boundary[][] = [];
	let latest: Boundary = 0;
	for (const { intervals } of copies) {
		const ends: Boundary[] = [];
		for (const { start, end } of intervals) {
			if (end === undefined || end === 'defer') continue;
			if (!byStart.has(start)) byStart.set(start, end);
			ends.push(end);
		}
		const own = ends.at(-1);
		if (own === undefined || own <= latest) continue;
		latest = own;
		closing.push(ends);
	}
	return { byStart, closing };
}

/** D29. Undefined: the interval counts for nothing. */
function findEnd(
	start: Boundary,
	deferred: boolean,
	{ isMember, own, deletedAt, standsUntil }: EndFinder,
	{ byStart, closing }: KnownEnds
): { end: Boundary | undefined; endFrom: EndSource } | undefined {
	if (isMember) {
		const end = deferred ? byStart.get(start) : undefined;
		return { end, endFrom: end === undefined ? 'open' : 'copy' };
	}
	for (const ends of closing)
		for (const end of ends) if (end > start) return { end, endFrom: 'copy' };
	for (const { end } of own) if (end !== undefined && end > start) return { end, endFrom: 'own-record' };
	if (deletedAt !== undefined && deletedAt > start) return { end: deletedAt, endFrom: 'deletion' };
	if (standsUntil !== undefined && standsUntil > start) return { end: standsUntil, endFrom: 'announcement' };
	return undefined;
}
