import { laterOf, type Boundary } from './boundary.ts';

/** `[start, end)` in Unix seconds; an end of undefined is open. */
export interface Span {
	readonly start: Boundary;
	readonly end: Boundary | undefined;
}

/** Whether one end lies after another; an open one lies after every other. */
export function endsAfter(a: Boundary | undefined, b: Boundary | undefined): boolean {
	return b !== undefined && (a === undefined || a > b);
}

/** The earlier of two ends. */
export function earlierEnd(a: Boundary | undefined, b: Boundary | undefined): Boundary | undefined {
	return endsAfter(a, b) ? b : a;
}

/** The earliest of some moments that are known; undefined when none is. */
export function earliest(moments: readonly (Boundary | undefined)[]): Boundary | undefined {
	return moments.reduce(earlierEnd, undefined);
}

/** Whether two spans share a moment. */
export function overlap(a: Span, b: Span): boolean {
	return endsAfter(a.end, b.start) && endsAfter(b.end, a.start);
}

/** What two spans share, or undefined when that is nothing. */
export function intersect(a: Span, b: Span): Span | undefined {
	const start = laterOf(a.start, b.start);
	const end = earlierEnd(a.end, b.end);
	return endsAfter(end, start) ? { start, end } : undefined;
}

/** The same moments as few spans as they take, in order: empty ones dropped, touching and overlapping ones united (D7, D29). */
export function unite(spans: readonly Span[]): Span[] {
	const sorted = spans.filter(({ start, end }) => endsAfter(end, start)).sort(byStart);
	const united: Span[] = [];
	for (const span of sorted) {
		const last = united.at(-1);
		if (last && !endsAfter(span.start, last.end))
			united[united.length - 1] = { start: last.start, end: endsAfter(span.end, last.end) ? span.end : last.end };
		else united.push(span);
	}
	return united;
}

/** The moments that two lists share, each in order and without overlaps. Linear. */
export function intersectAll(left: readonly Span[], right: readonly Span[]): Span[] {
	const shared: Span[] = [];
	for (let i = 0, j = 0; i < left.length && j < right.length;) {
		const [a, b] = [left[i] as Span, right[j] as Span];
		const span = intersect(a, b);
		if (span) shared.push(span);
		if (endsAfter(b.end, a.end)) i++;
		else j++;
	}
	return shared;
}

/** The moments of a list that another does not have, each in order and without overlaps. */
export function subtract(from: readonly Span[], taken: readonly Span[]): Span[] {
	const gaps: Span[] = [];
	let start: Boundary | undefined = 0;
	for (const span of taken) {
		if (start === undefined) break;
		if (endsAfter(span.start, start)) gaps.push({ start, end: span.start });
		start = span.end;
	}
	if (start !== undefined) gaps.push({ start, end: undefined });
	return intersectAll(from, gaps);
}

/** Orders by start, then by end. */
export function byStart(a: Span, b: Span): number {
	if (a.start !== b.start) return a.start < b.start ? -1 : 1;
	if (a.end === b.end) return 0;
	return endsAfter(a.end, b.end) ? 1 : -1;
}
