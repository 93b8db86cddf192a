import { describe, expect, test } from 'vitest';
import { findDroppedRoles } from '#lib/core/dropped-roles.ts';
import type { CheckedEvent } from '#lib/core/event.ts';
import { gatherEvidence } from '#lib/core/evidence.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import { resolveRepository } from '#lib/core/resolve.ts';
import { findWaiting, type Waiting } from '#lib/core/viewer.ts';
import { alice, announce, bob, carol, dave, identifier, pairTags } from '../support/repository.ts';

const pair = pairTags();
const base = [announce(alice, 100, pair.alice), announce(bob, 100, pair.bob)];

function waitingFor(person: Pubkey, events: readonly CheckedEvent[]) {
	const evidence = gatherEvidence(events);
	const view = resolveRepository(evidence, { pubkey: alice, identifier, relayHints: [] });
	return findWaiting(view, findDroppedRoles(evidence, view), person);
}

describe('what waits for somebody', () => {
	test.each<[string, Pubkey, CheckedEvent[], Waiting[]]>([
		[
			'an invitation as maintainer, with who names them and since when',
			carol,
			[announce(alice, 200, [...pair.alice, ['m', carol, '150']]), base[1]!],
			[{ kind: 'accept-invitation', role: 'maintainer', by: [alice], since: 150, needsRepair: false }]
		],
		[
			'an invitation by several, the earliest time of all',
			carol,
			[
				announce(alice, 200, [...pair.alice, ['m', carol, '150']]),
				announce(bob, 200, [...pair.bob, ['m', carol, '140']])
			],
			[{ kind: 'accept-invitation', role: 'maintainer', by: [alice, bob], since: 140, needsRepair: false }]
		],
		[
			'an invitation without a time',
			carol,
			[announce(alice, 200, [...pair.alice, ['m', carol]]), base[1]!],
			[{ kind: 'accept-invitation', role: 'maintainer', by: [alice], since: undefined, needsRepair: false }]
		],
		[
			'an invitation as moderator',
			dave,
			[announce(alice, 200, [...pair.alice, ['o', dave, '150']]), base[1]!],
			[{ kind: 'accept-invitation', role: 'moderator', by: [alice], since: 150, needsRepair: false }]
		],
		[
			'an invitation in an older list',
			bob,
			[announce(alice, 200, [['maintainers', alice, bob]])],
			[{ kind: 'accept-invitation', role: 'maintainer', by: [alice], since: undefined, needsRepair: false }]
		],
		[
			'a removal that is not acknowledged',
			bob,
			[
				announce(alice, 200, [
					['M', alice],
					['m', bob, '20', '190'],
					['maintainers', alice]
				]),
				base[1]!
			],
			[{ kind: 'acknowledge-removal', at: 190 }]
		],
		['roles that a tool dropped', alice, [...base, announce(alice, 200, [['name', 'x']])], [{ kind: 'restore-roles' }]],
		[
			'records that only they can repair',
			bob,
			[base[0]!, announce(bob, 200, [...pair.bob, ['m', carol, 'soon']])],
			[{ kind: 'repair-records', count: 1 }]
		],
		['nothing, for a maintainer in good order', bob, base, []],
		['nothing, for a stranger', dave, base, []]
	])('%s', (_, person, events, expected) => {
		expect(waitingFor(person, events)).toEqual(expected);
	});

	test.each<[string, string[][], boolean]>([
		['one simple self-defer', [['m', carol, '150', 'defer']], false],
		['a self-defer with a history before it', [['m', carol, '110', '120', '150', 'defer']], true],
		[
			'two self-defers',
			[
				['m', carol, '150', 'defer'],
				['M', carol, '150', 'defer']
			],
			true
		],
		['a self-defer as moderator', [['o', carol, '150', 'defer']], true],
		['a record that cannot be read', [['m', carol, 'soon']], true],
		[
			'a self-defer over an earlier start',
			[
				['m', carol, '150', 'defer'],
				['M', carol, '150']
			],
			true
		]
	])('an invitation to somebody blocked by %s: whether accepting mends that', (_, own, needsRepair) => {
		const events = [
			announce(alice, 200, [...pair.alice, ['m', carol, '150']]),
			base[1]!,
			announce(carol, 200, [['M', alice, '150'], ...own])
		];
		expect(waitingFor(carol, events)[0]).toMatchObject({ kind: 'accept-invitation', needsRepair });
	});

	test('nobody is told to restore what only a stranger says they had', () => {
		const claim = announce(carol, 100, [
			['M', alice, '20'],
			['m', carol, '20']
		]);
		const evidence = gatherEvidence([claim, announce(alice, 200, [['name', 'Mine']])]);
		const view = resolveRepository(evidence, { pubkey: carol, identifier, relayHints: [] });
		const dropped = findDroppedRoles(evidence, view);
		expect(dropped).toHaveLength(1);
		expect(findWaiting(view, dropped, alice)).toEqual([]);
	});

	test('whom only an invitee names is not invited, and nothing waits for them', () => {
		const events = [
			announce(alice, 200, [...pair.alice, ['m', carol, '150']]),
			base[1]!,
			announce(carol, 200, [['m', dave, '160']])
		];
		expect(waitingFor(dave, events)).toEqual([]);
	});
});
