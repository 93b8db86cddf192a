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

/** A copy with every interval it states and the end that each has. */
export interface EndedCopy {
	readonly copy: HistoryCopy;
	readonly spans: readonly AssignedSpan[];
}

/** Finds the end of every interval of some copies of one letter and subject, nearest first; disputed ones state nothing (D8, D29). */
export function findEnds(copies: readonly HistoryCopy[], find: EndFinder): EndedCopy[] {
	const ends = indexEnds(copies);
	return copies
		.filter(({ disputed }) => !disputed)
		.map((copy) => ({
			copy,
			spans: copy.intervals.flatMap(({ start, end }): AssignedSpan[] => {
				const deferred = end === 'defer';
				if (end !== undefined && end !== 'defer') return [{ start, end, copy, endFrom: 'signed', deferred }];
				const found = findEnd(start, deferred, find, ends);
				return found ? [{ start, ...found, copy, deferred }] : [];
			})
		}));
}

/**
 * What the copies of one letter and subject assign, the nearest first and the next where it is silent: after its last
 * boundary intervals that start later, and before its first start where that is also a start of its author's own.
 * Source: guide "History precedence"; D28.
 */
export function assignedBy(
	copies: readonly EndedCopy[],
	opensWithOwn: (author: Pubkey, start: Boundary) => boolean
): AssignedSpan[] {
	const assigned: AssignedSpan[] = [];
	let first: Boundary | undefined;
	let last: Boundary = 0;
	let silentBefore = true;
	copies.forEach(({ copy, spans }, index) => {
		for (const span of spans) {
			const after = first === undefined || span.start > last;
			const before = first !== undefined && silentBefore && span.start < first;
			if (after) assigned.push(span);
			else if (before) assigned.push(endsAfter(span.end, first) ? { ...span, end: first } : span);
		}
		if (index === copies.length - 1) return;
		silentBefore &&= !copy.untimed && opensWithOwn(copy.author, copy.first);
		if (first === undefined || copy.first < first) first = copy.first;
		if (copy.last > last) last = copy.last;
	});
	return assigned;
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
	for (const ends of closing) for (const end of ends) if (end > start) return { end, endFrom: 'copy' };
	for (const { end } of own) if (end !== undefined && end > start) return { end, endFrom: 'own-record' };
	if (deletedAt !== undefined && deletedAt > start) return { end: deletedAt, endFrom: 'deletion' };
	if (standsUntil !== undefined && standsUntil > start) return { end: standsUntil, endFrom: 'announcement' };
	return undefined;
}
