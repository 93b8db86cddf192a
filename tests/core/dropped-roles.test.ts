import { describe, expect, test } from 'vitest';
import { addressOf } from '#lib/core/deletion.ts';
import { findDroppedRoles } from '#lib/core/dropped-roles.ts';
import type { CheckedEvent } from '#lib/core/event.ts';
import { gatherEvidence } from '#lib/core/evidence.ts';
import { kinds } from '#lib/core/kinds.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import { resolveRepository } from '#lib/core/resolve.ts';
import { alice, announce, bob, carol, identifier, pairTags, requestDeletion } from '../support/repository.ts';

const pair = pairTags();
const before = announce(alice, 100, pair.alice);
const answer = announce(bob, 100, pair.bob);

function droppedFrom(selected: Pubkey, events: readonly CheckedEvent[]) {
	const evidence = gatherEvidence(events);
	return findDroppedRoles(evidence, resolveRepository(evidence, { pubkey: selected, identifier, relayHints: [] }));
}

describe('12. another tool republishes and drops tags: explained as what happened', () => {
	test.each([
		['all role tags, only the older list left', [['maintainers', alice, bob]], [bob]],
		['all role tags and the list, so that nobody else is of this view', [['name', 'Rewritten']], []]
	])('%s', (_, tags, copiedBy) => {
		const after = announce(alice, 200, tags);
		expect(droppedFrom(alice, [before, answer, after])).toMatchObject([
			{
				author: alice,
				latest: { id: after.id },
				previous: { id: before.id },
				roles: [
					{ letter: 'M', subject: alice },
					{ letter: 'm', subject: bob }
				],
				tags: [],
				copiedBy
			}
		]);
	});

	test('one record of several', () => {
		const after = announce(alice, 200, [
			['M', alice],
			['maintainers', alice]
		]);
		expect(droppedFrom(alice, [before, answer, after])).toMatchObject([
			{ author: alice, roles: [{ letter: 'm', subject: bob }] }
		]);
	});

	test('a tag that no client of repositories writes', () => {
		const marked = announce(alice, 150, [...pair.alice, ['x-review-policy', 'two'], ['web', 'https://a.example']]);
		const after = announce(alice, 200, pair.alice);
		expect(droppedFrom(alice, [before, marked, answer, after])).toMatchObject([
			{ author: alice, previous: { id: marked.id }, roles: [], tags: ['x-review-policy'] }
		]);
	});

	test('it is still said after the tool wrote once more', () => {
		const after = announce(alice, 200, [['name', 'Rewritten']]);
		const again = announce(alice, 300, [['name', 'Rewritten again']]);
		expect(droppedFrom(alice, [before, answer, after, again])).toMatchObject([
			{ latest: { id: again.id }, previous: { id: before.id } }
		]);
	});

	test('whoever still has a record of it is named, whether it is open or ended there', () => {
		const keeps = announce(bob, 100, [...pair.bob, ['m', carol, '30', '40']]);
		const had = announce(alice, 150, [...pair.alice, ['m', carol, '30', '40']]);
		const after = announce(alice, 200, pair.alice);
		expect(droppedFrom(alice, [had, keeps, after])).toMatchObject([
			{ roles: [{ letter: 'm', subject: carol }], copiedBy: [bob] }
		]);
	});
});

describe('of an announcement whose earlier versions nobody has, older ones of others tell', () => {
	const follower = announce(bob, 100, [
		['M', alice, '20'],
		['m', bob, '20']
	]);

	test('it names no role at all, and somebody who signed earlier follows it as lead', () => {
		const bare = announce(alice, 200, [['name', 'Rewritten']]);
		const [entry, ...more] = droppedFrom(bob, [follower, bare]);
		expect(entry).toEqual({
			author: alice,
			latest: bare,
			roles: [{ letter: 'M', subject: alice }],
			tags: [],
			copiedBy: [bob]
		});
		expect(more).toEqual([]);
	});

	test.each<[string, CheckedEvent[]]>([
		[
			'the follower signed later: it may be the first to speak of roles',
			[announce(bob, 300, follower.tags.slice(1)), announce(alice, 200, [])]
		],
		['an older list still names people', [follower, announce(alice, 200, [['maintainers', bob]])]],
		['it names roles itself', [follower, announce(alice, 200, [['m', alice]])]],
		['the follower holds no role', [announce(bob, 100, [['M', alice, '20']]), announce(alice, 200, [])]],
		[
			'the follower’s pointer has ended',
			[
				announce(bob, 100, [
					['M', alice, '20', '30'],
					['m', bob, '20']
				]),
				announce(alice, 200, [])
			]
		]
	])('not when %s', (_, events) => {
		expect(droppedFrom(bob, events)).toEqual([]);
	});
});

describe('what is no drop', () => {
	test.each<[string, CheckedEvent[]]>([
		[
			'a role that was ended',
			[
				before,
				announce(alice, 200, [
					['M', alice],
					['m', bob, '20', '190']
				])
			]
		],
		[
			'a role that was deferred',
			[
				before,
				announce(alice, 200, [
					['M', alice],
					['m', bob, '20', 'defer']
				])
			]
		],
		[
			'a second start of the same role',
			[
				before,
				announce(alice, 200, [
					['M', alice],
					['m', bob, '20', '30', '40']
				])
			]
		],
		['records added', [before, announce(alice, 200, [...pair.alice, ['m', carol, '200']])]],
		[
			'a malformed record that is gone',
			[announce(alice, 100, [...pair.alice, ['m', carol, 'soon']]), announce(alice, 200, pair.alice)]
		],
		[
			'a name in an older list that is gone',
			[announce(alice, 100, [['maintainers', alice, bob, carol]]), announce(alice, 200, [['maintainers', alice, bob]])]
		],
		[
			'an edit of what everybody edits',
			[
				announce(alice, 100, [...pair.alice, ['web', 'https://a.example'], ['t', 'git']]),
				announce(alice, 200, pair.alice)
			]
		],
		[
			'a version of another identifier',
			[{ ...before, tags: [['d', 'other'], ...pair.alice] }, announce(alice, 200, [])]
		],
		['one version alone', [before]]
	])('%s', (_, events) => {
		expect(droppedFrom(alice, [...events, answer])).toEqual([]);
	});

	test.each([
		['by its address', requestDeletion(alice, 150, [['a', addressOf(kinds.announcement, alice, identifier)]])],
		['by its id', requestDeletion(alice, 150, [['e', before.id]])]
	])('a version that its author deleted %s: what follows is a new beginning', (_, deletion) => {
		expect(droppedFrom(alice, [before, deletion, announce(alice, 200, []), answer])).toEqual([]);
	});
});

test('neither the order nor the repetition of events matters', () => {
	const after = announce(alice, 200, [['name', 'Rewritten']]);
	const events = [before, answer, after, announce(alice, 90, pair.alice.slice(0, 1))];
	expect(droppedFrom(alice, [...events].reverse().concat(events))).toEqual(droppedFrom(alice, events));
});

test('a stranger’s drop is no matter of this view', () => {
	const stranger = [
		announce(carol, 100, [
			['M', alice],
			['m', carol]
		]),
		announce(carol, 200, [])
	];
	expect(droppedFrom(alice, [before, answer, ...stranger])).toEqual([]);
});
