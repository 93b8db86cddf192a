import { describe, expect, test } from 'vitest';
import { readPubkey, readVectors, viewOf, type HistoryCase } from '../support/vectors.ts';

interface LifeCase {
	readonly name: string;
	readonly events: readonly { readonly created_at: number }[];
	readonly identifier: string;
	readonly expect: Readonly<Record<string, unknown>>;
}

describe('who held which role when (history.json; D28-D31)', () => {
	test.each(readVectors<HistoryCase>('history'))('$name', ({ events, selected, identifier, expect: wanted }) => {
		const { history } = viewOf(events, selected, identifier);
		for (const { pubkey, role, intervals, at } of wanted) {
			const found = history.of(readPubkey(pubkey), role).intervals;
			expect(
				found.map(({ start, end }) => [start, end ?? null]),
				`${pubkey.slice(0, 6)} ${role}`
			).toEqual(intervals);
			for (const [seconds, isAuthorised] of Object.entries(at))
				expect(history.wasAuthorised(readPubkey(pubkey), role, Number(seconds)), `at ${seconds}`).toBe(isAuthorised);
		}
	});
});

describe('what a real ngit 3.0.2 published (ngit-life.json)', () => {
	test.each(readVectors<LifeCase>('ngit-life'))(
		'$name: every confirmed person is authorised from the newest event on',
		({ events, identifier, expect: wanted }) => {
			const newest = Math.max(...events.map(({ created_at }) => created_at));
			for (const coordinate of Object.keys(wanted)) {
				const { confirmed, history } = viewOf(events, coordinate, identifier);
				for (const pubkey of confirmed)
					for (const later of [0, 1, 1_000_000])
						expect(history.wasAuthorised(pubkey, 'maintainer', newest + later), pubkey).toBe(true);
			}
		}
	);
});
