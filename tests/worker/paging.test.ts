import { expect, test } from 'vitest';
import { readPage, startPaging, type Paging } from '#lib/worker/relays/paging.ts';

/** A page of events with these ids, each at the second given. */
function page(seconds: readonly number[], from: Paging = startPaging(), prefix = ''): Paging {
	from.page.push(...seconds.map((created_at, i) => ({ id: `${prefix}${i}`, created_at })));
	return from;
}
const count = (length: number) => Array.from({ length }, (_, i) => 1000 - i);

test('a page shorter than any relay limits it is whole', () => {
	expect(readPage(page(count(9)), 3)).toEqual({ kind: 'complete' });
});

test('a long page of several filters is asked for by each alone', () => {
	expect(readPage(page(count(10)), 2)).toEqual({ kind: 'split' });
});

test('a long page of one filter is followed by the one up to its oldest second, that second included', () => {
	const next = readPage(page(count(10)), 1);
	expect(next).toMatchObject({ kind: 'more', paging: { bound: { until: 991 }, largestPage: 10, pages: 2 } });
});

test('a page shorter than an earlier one of this relay is whole', () => {
	const next = readPage(page(count(30)), 1);
	if (next.kind !== 'more') throw new Error(next.kind);
	expect(readPage(page(count(20), next.paging, 'b'), 1)).toEqual({ kind: 'complete' });
});

test('a page that brings nothing new is stuck: one second fills it', () => {
	const next = readPage(page(count(10).map(() => 7)), 1);
	if (next.kind !== 'more') throw new Error(next.kind);
	expect(
		readPage(
			page(
				count(10).map(() => 7),
				next.paging
			),
			1
		)
	).toEqual({ kind: 'stuck' });
});

test('a relay that pages for ever is stuck after twenty pages', () => {
	let paging = startPaging();
	for (let pages = 1; ; pages++) {
		const next = readPage(page(count(10), paging, `${pages}:`), 1);
		if (next.kind !== 'more') {
			expect([next.kind, pages]).toEqual(['stuck', 20]);
			return;
		}
		paging = next.paging;
	}
});

test('events without a time or an id do not page', () => {
	const paging = startPaging();
	paging.page.push(...Array.from({ length: 12 }, () => null), { id: 1, created_at: 'soon' });
	expect(readPage(paging, 1)).toEqual({ kind: 'stuck' });
});
