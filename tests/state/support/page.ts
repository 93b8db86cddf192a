import { formatNpub } from '#lib/core/address.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import type { PersonRow, PersonView, RepositoryPage, Standing } from '#lib/worker/api.ts';

/** Somebody with a key that is easy to tell apart: `fill` is one hex digit. */
export function person(name: string | undefined, fill: string): PersonView {
	const pubkey = fill.repeat(64) as Pubkey;
	return { pubkey, npub: formatNpub(pubkey), name };
}

export const alice = person('Alice', 'a');
export const bob = person('Bob', 'b');
export const carol = person('Carol', 'c');

/** A row of the people list. */
export function row(who: PersonView, standing: Standing, isSelected = false): PersonRow {
	return { person: who, standing, isSelected };
}

/** Alice's repository, which she leads with nobody else, with whatever differs. */
export function page(differs: Partial<RepositoryPage> = {}): RepositoryPage {
	return {
		address: {
			owner: alice,
			identifier: 'tide-tables',
			path: '/x',
			nostrUrl: 'nostr://x',
			naddr: 'naddr1x',
			relayHints: []
		},
		origin: { kind: 'live' },
		finding: 'found',
		basis: 'members',
		lead: { source: 'explicit', person: alice, path: [alice] },
		people: [row(alice, { kind: 'lead' }, true)],
		confirmedCount: 1,
		invitedCount: 0,
		moderatorCount: 0,
		health: [],
		possiblyDeleted: [],
		lifecycle: { kind: 'live' },
		coverage: { settled: true, askedCount: 1, answeredCount: 1, relays: [], seenWhereExpected: true },
		clone: [],
		storage: 'kept',
		...differs
	};
}
