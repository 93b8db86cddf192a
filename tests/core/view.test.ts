import { describe, expect, test } from 'vitest';
import { findFutureDates } from '#lib/core/future.ts';
import { addressOf } from '#lib/core/deletion.ts';
import { kinds } from '#lib/core/kinds.ts';
import { mint } from '../support/graphs.ts';
import {
	alice,
	announce,
	bob,
	carol,
	dave,
	identifier,
	pairTags,
	requestDeletion,
	state,
	viewFrom
} from '../support/repository.ts';

const pair = pairTags();

describe('why nobody can be said to lead (D16)', () => {
	test.each([
		['its announcement has not been found', [announce(alice, 1, [['M', bob]])], { kind: 'missing', at: bob }],
		[
			'its announcement was deleted',
			[
				announce(alice, 1, [['M', bob]]),
				requestDeletion(bob, 9, [['a', addressOf(kinds.announcement, bob, identifier)]])
			],
			{ kind: 'deleted', at: bob }
		],
		[
			'it points to nobody',
			[
				announce(alice, 1, [['M', bob]]),
				announce(bob, 1, [
					['m', bob],
					['m', alice]
				])
			],
			{ kind: 'points-nowhere', at: bob }
		],
		[
			'it cannot be read',
			[announce(alice, 1, [['M', bob]]), announce(bob, 1, [['M', bob, 'x']])],
			{ kind: 'unreadable', at: bob }
		],
		[
			'it has left and points to nobody',
			[announce(alice, 1, [['M', bob]]), announce(bob, 1, [['m', bob, '1', '2']])],
			{ kind: 'departed', at: bob }
		],
		[
			'it points to two people',
			[
				announce(alice, 1, [['M', bob]]),
				announce(bob, 1, [
					['M', carol],
					['M', dave]
				])
			],
			{ kind: 'two-pointers', at: bob, targets: [carol, dave] }
		],
		[
			'the pointers go in a circle',
			[announce(alice, 1, [['M', bob]]), announce(bob, 1, [['M', alice]])],
			{ kind: 'cycle', at: alice }
		]
	])('%s', (_, events, problem) => {
		const { lead, confirmed } = viewFrom(alice, events);
		expect(lead.problem).toEqual(problem);
		expect(lead.pubkey).toBeUndefined();
		expect(confirmed).toEqual([]);
	});
});

describe('what is worth knowing and breaks nothing', () => {
	const base = [announce(alice, 100, pair.alice), announce(bob, 100, pair.bob)];

	test('an announcement followed by the deletion of something nobody has seen may have been deleted (D3)', () => {
		const unseen = requestDeletion(bob, 200, [['e', 'c'.repeat(64)]]);
		const { notices, confirmed } = viewFrom(alice, [...base, unseen]);
		expect(notices).toEqual([{ kind: 'possibly-deleted', author: bob }]);
		expect(confirmed).toEqual([alice, bob]);
	});

	test.each([
		['of another kind', [['k', '1621']]],
		['of a state, by its address', [['a', addressOf(kinds.repositoryState, bob, identifier)]]],
		[
			'of another repository, by its address',
			[
				['a', addressOf(kinds.announcement, bob, 'other')],
				['k', '30617']
			]
		]
	])('a request that says it is about something else casts no doubt: %s', (_, tags) => {
		const request = requestDeletion(bob, 200, [['e', 'c'.repeat(64)], ...tags]);
		expect(viewFrom(alice, [...base, request]).notices).toEqual([]);
	});

	test('a request that names the announcement’s kind does (D3)', () => {
		const request = requestDeletion(bob, 200, [
			['e', 'c'.repeat(64)],
			['k', '30617']
		]);
		expect(viewFrom(alice, [...base, request]).notices).toEqual([{ kind: 'possibly-deleted', author: bob }]);
	});

	test('an older request, and one for something that was seen, say nothing', () => {
		const older = requestDeletion(bob, 99, [['e', 'c'.repeat(64)]]);
		const seen = requestDeletion(bob, 200, [['e', base[0]!.id]]);
		expect(viewFrom(alice, [...base, older, seen]).notices).toEqual([]);
	});

	test('a request for something that was seen, of whatever kind, or for no id at all, says nothing', () => {
		const issue = mint({ pubkey: bob, created_at: 150, kind: 1621, tags: [], content: '' });
		const request = requestDeletion(bob, 200, [
			['e', issue.id],
			['e', 'zz']
		]);
		expect(viewFrom(alice, [...base, issue, request]).notices).toEqual([]);
	});

	test('an interval that ends before it starts (D7)', () => {
		const odd = announce(bob, 100, [...pair.bob, ['m', carol, '30', '10']]);
		expect(viewFrom(alice, [base[0]!, odd]).notices).toEqual([
			{ kind: 'empty-interval', author: bob, subject: carol, detail: 'm' }
		]);
	});

	test('a moderator assigned by somebody who does not lead is read, and reported (D23)', () => {
		const assigns = announce(bob, 100, [...pair.bob, ['o', dave, '30']]);
		const accepts = announce(dave, 100, [
			['M', alice],
			['o', dave, '30']
		]);
		const { notices, moderators } = viewFrom(alice, [base[0]!, assigns, accepts]);
		expect(moderators).toEqual([dave]);
		expect(notices).toEqual([{ kind: 'moderator-assigned-by-non-lead', author: bob, subject: dave }]);
	});
});

describe('a self-defer’s earlier, closed intervals are history (D12)', () => {
	test('an archive counts their ends, the defer never (D32)', () => {
		const ended = announce(alice, 1, [
			['m', alice, '2', '4'],
			['m', alice, '5', '9', '20', 'defer']
		]);
		expect(viewFrom(alice, [ended]).lifecycle).toEqual({ kind: 'archived', at: 9, by: alice });
	});

	test('a restart counts them too (D34)', () => {
		const again = announce(alice, 1, [
			['m', alice, '5', '9', '20', 'defer'],
			['M', alice, '30']
		]);
		expect(viewFrom(alice, [again]).lifecycle).toEqual({ kind: 'restarted', at: 30, previousEnd: 9, by: alice });
	});
});

test('a crowd of moderators who name each other is resolved (D23)', () => {
	const crowd = announce(
		carol,
		1,
		Array.from({ length: 130_000 }, () => ['o', bob])
	);
	const accepts = [
		announce(bob, 1, [
			['o', bob],
			['m', alice]
		]),
		{ ...crowd, tags: [...crowd.tags, ['o', carol]] }
	];
	const assigns = announce(alice, 1, [
		['M', alice],
		['o', bob],
		['o', carol]
	]);
	expect(viewFrom(alice, [assigns, ...accepts]).moderators).toEqual([bob, carol]);
});

test('a state brought up by the deletion of a newer one says so (D26)', () => {
	const older = state(alice, 100, [['refs/heads/main', 'a'.repeat(40)]]);
	const newer = state(bob, 200, [['refs/heads/main', 'b'.repeat(40)]]);
	const deletes = requestDeletion(bob, 300, [['e', newer.id]]);
	const events = [announce(alice, 1, pair.alice), announce(bob, 1, pair.bob), older, newer];
	expect(viewFrom(alice, events).state).toMatchObject({ event: newer, broughtUpByDeletion: false });
	expect(viewFrom(alice, [...events, deletes]).state).toMatchObject({ event: older, broughtUpByDeletion: true });
});

test('the only state deleted is another thing than none ever seen (D26)', () => {
	const only = state(alice, 100);
	const events = [announce(alice, 1, pair.alice), only];
	const view = viewFrom(alice, [...events, requestDeletion(alice, 300, [['e', only.id]])]);
	expect(view.state).toBeUndefined();
	expect(view.deletedState).toEqual(only);
	expect(viewFrom(alice, events.slice(0, 1)).deletedState).toBeUndefined();
});

test('dates after now are found, and change nothing about who may act (D4)', () => {
	const events = [
		announce(alice, 5000, [
			['M', alice],
			['m', bob, '7000']
		]),
		announce(bob, 10, pair.bob),
		state(bob, 6000)
	];
	const view = viewFrom(alice, events);
	expect(view.confirmed).toEqual([alice, bob]);
	expect(findFutureDates(view, 4000)).toEqual([
		{ what: 'announcement', by: alice, at: 5000 },
		{ what: 'role-start', by: alice, subject: bob, at: 7000 },
		{ what: 'state', by: bob, at: 6000 }
	]);
	expect(findFutureDates(view, 7000)).toEqual([]);
});

test('somebody removed who still claims the role: when the last confirmed maintainer ended it', () => {
	const removed = announce(alice, 100, [
		['M', alice],
		['m', bob, '20', '50'],
		['maintainers', alice]
	]);
	expect(viewFrom(alice, [removed, announce(bob, 30, pair.bob)]).health).toEqual([
		{ kind: 'removed-but-claiming', author: bob, subject: bob, at: 50 }
	]);
});
