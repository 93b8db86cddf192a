import { expect, test } from 'vitest';
import type { Filter } from '#lib/core/filter.ts';
import { groupFilters, mergeFilters } from '#lib/worker/relays/merge-filters.ts';

test('filters that differ in authors, addresses or ids alone become one', () => {
	const merged = mergeFilters([
		{ kinds: [30617], authors: ['a'], '#d': ['x'] },
		{ kinds: [5], authors: ['a'], '#e': ['1'] },
		{ authors: ['b', 'a'], '#d': ['x'], kinds: [30617] },
		{ kinds: [5], authors: ['b'], '#e': ['2'] }
	]);
	expect(merged).toEqual([
		{ kinds: [30617], authors: ['a', 'b'], '#d': ['x'] },
		{ kinds: [5], authors: ['a', 'b'], '#e': ['1', '2'] }
	]);
});

test.each([
	['another d', { kinds: [30617], authors: ['a'], '#d': ['y'] }],
	['another kind', { kinds: [30618], authors: ['a'], '#d': ['x'] }],
	['another key', { kinds: [30617], authors: ['a'], '#d': ['x'], '#e': ['1'] }]
] satisfies [string, Filter][])('filters with %s stay apart', (_, other) => {
	expect(mergeFilters([{ kinds: [30617], authors: ['a'], '#d': ['x'] }, other])).toHaveLength(2);
});

test('no list grows longer than relays take, and what is added later leaves the earlier filters alone', () => {
	const authors = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `${from + i}`);
	const chunk = (from: number): Filter => ({ kinds: [5], authors: authors(from, from + 100) });
	const first = mergeFilters([0, 100, 200].map(chunk));
	expect(first.map((filter) => filter.authors?.length)).toEqual([200, 100]);
	const second = mergeFilters([...first, chunk(300), chunk(400)]);
	expect(second.map((filter) => filter.authors?.length)).toEqual([200, 200, 100]);
	expect(second[0]).toEqual(first[0]);
	expect(new Set(second.flatMap((filter) => filter.authors))).toEqual(new Set(authors(0, 500)));
});

test('requests hold ten filters', () => {
	const filters = Array.from({ length: 21 }, (_, i): Filter => ({ kinds: [i] }));
	expect(groupFilters(filters).map(({ length }) => length)).toEqual([10, 10, 1]);
});
