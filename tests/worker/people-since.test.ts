import { describe, expect, test } from 'vitest';
import { listPeople } from '#lib/worker/people-rows.ts';
import type { PersonView } from '#lib/worker/api.ts';
import { readPubkey, readVectors, viewOf, type HistoryCase } from '../support/vectors.ts';

const now = 2_000_000_000;
const person = (pubkey: PersonView['pubkey']): PersonView => ({ pubkey, npub: pubkey });
const standings = { maintainer: ['lead', 'maintainer'], moderator: ['moderator'] };

describe('since when somebody holds the role they have (history.json; D28)', () => {
	test.each(readVectors<HistoryCase>('history'))('$name', ({ events, selected, identifier, expect: wanted }) => {
		const { rows } = listPeople(viewOf(events, selected, identifier), person, now);
		for (const { pubkey, role, intervals } of wanted) {
			const row = rows.find(
				({ person, standing }) => person.pubkey === readPubkey(pubkey) && standings[role].includes(standing.kind)
			);
			if (row === undefined) continue;
			const [start, end] = intervals.at(-1) ?? [];
			expect(end, 'a role that is held is open').toBe(null);
			expect(row.since?.seconds).toBe(start === 0 ? undefined : start);
			// Whoever was assigned was so by somebody else.
			expect(row.since?.by?.pubkey).not.toBe(pubkey);
		}
	});

	test('nothing of a start that lies after now', () => {
		const [, , accepted] = readVectors<HistoryCase>('history');
		const { events, selected, identifier } = accepted as HistoryCase;
		const view = viewOf(events, selected, identifier);
		const sinces = (at: number) => listPeople(view, person, at).rows.map(({ since }) => since?.seconds);
		expect(sinces(1_700_020_000)).toContain(1_700_020_000);
		expect(sinces(1_700_019_999)).not.toContain(1_700_020_000);
	});

	test('of whoever holds none now nothing is said', () => {
		for (const { events, selected, identifier } of readVectors<HistoryCase>('history'))
			for (const { standing, since } of listPeople(viewOf(events, selected, identifier), person, now).rows)
				if (!['lead', 'maintainer', 'moderator'].includes(standing.kind)) expect(since).toBeUndefined();
	});
});
