import { describe, expect, test } from 'vitest';
import { countOf, groupDigits } from '#lib/state/sentence.ts';
import { describeTime } from '#lib/state/time-words.ts';

const now = Date.UTC(2025, 2, 12, 12) / 1000;
const short = (seconds: number | undefined) => describeTime(seconds, now, 'UTC').short;

describe('times (UI.md, Words)', () => {
	const day = 86_400;
	test.each([
		[now - 5, 'just now'],
		[now + 5, 'just now'],
		[now - 60, '1 minute ago'],
		[now - 3_599, '59 minutes ago'],
		[now - 3_600, '1 hour ago'],
		[now - day, '1 day ago'],
		[now - 30 * day, '30 days ago'],
		[now - 31 * day, '9 February 2025'],
		[now + day, '13 March 2025'],
		[Date.UTC(2100, 0, 1) / 1000, '1 January 2100']
	])('%d reads "%s"', (seconds, words) => expect(short(seconds)).toBe(words));

	test.each([10 ** 12, Number.MAX_SAFE_INTEGER])('%s has no date, which does not make it unknown', (seconds) => {
		expect(describeTime(seconds, now)).toMatchObject({
			short: 'beyond any calendar',
			afterVerb: 'at a time beyond any calendar'
		});
	});

	test.each([undefined, 0, -1, Number.NaN])('%s is unknown, never 1970', (seconds) => {
		expect(describeTime(seconds, now)).toEqual({
			kind: 'unknown',
			short: 'unknown time',
			afterVerb: 'at an unknown time'
		});
	});

	test('the exact time stands behind the short words', () => {
		expect(describeTime(now - 90, now, 'UTC')).toEqual({
			kind: 'known',
			short: '1 minute ago',
			afterVerb: '1 minute ago',
			exact: '12 March 2025 at 11:58:30 UTC',
			iso: '2025-03-12T11:58:30.000Z'
		});
	});

	test('a date stands after a verb with "on"', () => {
		expect(describeTime(now - 40 * day, now, 'UTC')).toMatchObject({ afterVerb: 'on 31 January 2025' });
	});
});

test('numbers are grouped with thin spaces', () => {
	expect([0, 999, 1_000, 1_234_567].map(groupDigits)).toEqual(['0', '999', '1\u2009000', '1\u2009234\u2009567']);
	expect([countOf(1, 'relay'), countOf(2, 'relay'), countOf(1_000, 'branch', 'branches')]).toEqual([
		'1 relay',
		'2 relays',
		'1\u2009000 branches'
	]);
});
