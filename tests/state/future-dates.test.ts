import { describe, expect, test } from 'vitest';
import { findFutureDatesOutsideList, presentFutureDate, sayFutureDatesOf } from '#lib/state/present-future.ts';
import type { FutureDateView } from '#lib/worker/api.ts';
import { alice, bob, carol, page, row } from './support/page.ts';
import { read } from './support/text.ts';

const in2100 = Date.UTC(2100, 0, 1, 12) / 1000;
const announcement: FutureDateView = { what: 'announcement', by: alice, atSeconds: in2100 };
const roleStart: FutureDateView = { what: 'role-start', by: alice, subject: bob, atSeconds: in2100 };
const state: FutureDateView = { what: 'state', by: bob };

describe('times that lie ahead are flagged and count all the same (D4)', () => {
	test('each says when and in which record', () => {
		const own: FutureDateView = { ...roleStart, subject: alice };
		expect([announcement, roleStart, own, state].map((date) => read(presentFutureDate(date).title))).toEqual([
			'Dated in the future: 1 January 2100, in Alice’s announcement',
			'Dated in the future: 1 January 2100, in Alice’s record about Bob',
			'Dated in the future: 1 January 2100, in Alice’s record about themselves',
			'Dated in the future: beyond any calendar, in the state that Bob signed'
		]);
	});

	test('a time that no calendar holds is never unknown', () => {
		expect(read(presentFutureDate({ ...announcement, atSeconds: 10 ** 12 }).title)).toBe(
			'Dated in the future: beyond any calendar, in Alice’s announcement'
		);
	});

	test('beside a person stands what they signed and what starts their role', () => {
		const view = page({ futureDates: [announcement, roleStart, state] });
		expect(sayFutureDatesOf(view, alice).map(read)).toEqual([
			'Dated in the future: 1 January 2100 (their announcement)'
		]);
		expect(sayFutureDatesOf(view, bob).map(read)).toEqual([
			'Dated in the future: 1 January 2100 (their role, in Alice’s record)',
			'Dated in the future: beyond any calendar (the state they signed)'
		]);
		expect(sayFutureDatesOf(view, carol)).toEqual([]);
	});

	test('many beside one person are cut, and how many is told', () => {
		const view = page({ futureDates: Array.from({ length: 9 }, () => roleStart) });
		expect(sayFutureDatesOf(view, bob).map(read).slice(3)).toEqual(['and 6 more dated in the future']);
	});

	test('who has no row is flagged beside the address and the path', () => {
		const lead = { source: 'pending', path: [alice, bob, carol], problem: { kind: 'missing', at: carol } } as const;
		const futureDates = [announcement, { ...announcement, by: bob }];
		const outside = findFutureDatesOutsideList(page({ lead, people: [], futureDates }));
		expect([outside.selected, outside.path].map((dates) => dates.map(read))).toEqual([
			['Dated in the future: 1 January 2100 (their announcement)'],
			['Bob: Dated in the future: 1 January 2100 (their announcement)']
		]);
		const rows = [row(alice, { kind: 'lead' }, true), row(bob, { kind: 'maintainer' })];
		expect(findFutureDatesOutsideList(page({ lead, people: rows, futureDates }))).toEqual({ selected: [], path: [] });
	});
});
