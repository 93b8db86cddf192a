import { formatNpub } from '#lib/core/address.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import type { CoverageViewModel, PersonRow, PersonView, RelayView, RepositoryPage, Standing } from '#lib/worker/api.ts';

/** Somebody with a key that is easy to tell apart: `fill` is one hex digit. */
export function person(name: string | undefined, fill: string): PersonView {
	const pubkey = fill.repeat(64) as Pubkey;
	return { pubkey, npub: formatNpub(pubkey), name };
}

export const alice = person('Alice', 'a');
export const bob = person('Bob', 'b');
export const carol = person('Carol', 'c');

/** A relay that did something. */
export function relay(outcome: RelayView['outcome'], differs: Partial<RelayView> = {}): RelayView {
	return {
		url: 'wss://relay.example',
		outcome,
		roles: ['declared'],
		declaredBy: [alice],
		writtenBy: [],
		eventCount: 0,
		drops: [],
		outcomeAtSeconds: 0,
		...differs
	};
}

/** Coverage of a settled view for which all five relays have answered, with whatever differs. */
export function coverage(differs: Partial<CoverageViewModel> = {}): CoverageViewModel {
	return {
		settled: true,
		askedCount: 5,
		answeredCount: 5,
		relays: [],
		declaredNotAskedCount: 0,
		peopleNotAsked: [],
		seenWhereExpected: true,
		...differs
	};
}

/** Coverage while relays are still being asked. */
export const looking = coverage({ settled: false, answeredCount: 2 });

/** Coverage of a settled view for which one relay gave no answer. */
export const incomplete = coverage({ answeredCount: 4, relays: [relay({ kind: 'failed', reason: 'timeout' })] });

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
		futureDates: [],
		coverage: coverage(),
		clone: [],
		storage: { kind: 'kept' },
		coordinates: [],
		droppedRoles: [],
		...differs
	};
}
