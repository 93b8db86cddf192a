import { describe, expect, test } from 'vitest';
import type { CheckedEvent } from '#lib/core/event.ts';
import { gatherEvidence } from '#lib/core/evidence.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import type { RelayUrl } from '#lib/core/relay-url.ts';
import { resolveRepository } from '#lib/core/resolve.ts';
import type { ChangeView } from '#lib/worker/api.ts';
import { drawPeople } from '#lib/worker/person-views.ts';
import { compareVisits, summariseVisit, type VisitedSnapshot } from '#lib/worker/visit.ts';
import { announce, identifier, people, remove, sign } from './support/events.ts';

const { alice, bob, carol } = people;
const lead = (at: number, ...tags: string[][]) => announce('alice', at, [['M', '@alice'], ...tags]);
const accepts = announce('bob', 1_500, [
	['M', '@alice'],
	['m', '@bob', '1400']
]);
const state = (at: number) => sign('alice', 30618, at, [['d', identifier]]);

const wss = 'wss://left-out.example' as RelayUrl;

/** What changed between two sets of events, people by their names. */
function changes(
	before: readonly CheckedEvent[],
	after: readonly CheckedEvent[],
	isWhole = true,
	leftOut: Partial<VisitedSnapshot> = {}
) {
	const silent = { url: 'wss://silent.example' as RelayUrl, outcome: { kind: 'failed', reason: 'timeout' } } as const;
	const relays = isWhole ? [] : [silent];
	const address = { pubkey: alice.pubkey, identifier, relayHints: [] };
	const summary = (some: readonly CheckedEvent[], at: number) =>
		summariseVisit(
			{
				view: resolveRepository(gatherEvidence(some, relays), address),
				relays: [],
				declaredNotAskedCount: 0,
				peopleNotAsked: new Map(),
				...leftOut
			},
			at
		);
	return compareVisits(summary(before, 10_000), summary([...before, ...after], 20_000), drawPeople(new Map()));
}

const who = (pubkey: Pubkey) => expect.objectContaining({ pubkey }) as never;

describe('what changed since the last visit', () => {
	const first = [lead(1_000, ['m', '@bob', '900'])];
	test.each<[string, CheckedEvent[], CheckedEvent[], ChangeView[]]>([
		[
			'somebody accepted',
			first,
			[accepts],
			[{ kind: 'standing', person: who(bob.pubkey), before: 'invited', after: 'maintainer' }]
		],
		[
			'somebody was invited',
			first,
			[lead(2_000, ['m', '@bob', '900'], ['m', '@carol', '1900'])],
			[{ kind: 'standing', person: who(carol.pubkey), before: undefined, after: 'invited' }]
		],
		[
			'somebody was removed',
			[...first, accepts],
			[lead(2_000, ['m', '@bob', '900', '1900'])],
			[{ kind: 'standing', person: who(bob.pubkey), before: 'maintainer', after: 'removed-claiming' }]
		],
		[
			'an invitation is gone',
			first,
			[lead(2_000)],
			[{ kind: 'standing', person: who(bob.pubkey), before: 'invited', after: undefined }]
		],
		[
			'somebody else leads',
			[...first, accepts],
			[
				announce('alice', 2_000, [
					['M', '@bob'],
					['m', '@alice'],
					['m', '@bob', '900']
				]),
				announce('bob', 2_100, [
					['M', '@bob'],
					['m', '@alice']
				])
			],
			[{ kind: 'lead', before: who(alice.pubkey), after: who(bob.pubkey) }]
		],
		[
			'it was archived',
			first,
			[announce('alice', 2_000, [['M', '@alice', '900', '2000']])],
			[
				{ kind: 'lifecycle', before: 'live', after: 'archived' },
				{ kind: 'lead', before: who(alice.pubkey), after: undefined },
				{ kind: 'standing', person: who(alice.pubkey), before: 'lead', after: 'departed' },
				{ kind: 'standing', person: who(bob.pubkey), before: 'invited', after: undefined }
			]
		],
		[
			'it was deleted',
			[announce('alice', 1_000)],
			[remove('alice', 2_000, ['a', `30617:${alice.pubkey}:${identifier}`])],
			[
				{ kind: 'lifecycle', before: 'live', after: 'deleted' },
				{ kind: 'lead', before: who(alice.pubkey), after: undefined },
				{ kind: 'standing', person: who(alice.pubkey), before: 'lead', after: 'departed' }
			]
		],
		[
			'a new state',
			[...first, state(1_100)],
			[state(1_200)],
			[{ kind: 'state', by: who(alice.pubkey), createdAtSeconds: 1_200 }]
		],
		['the first state', first, [state(1_200)], [{ kind: 'state', by: who(alice.pubkey), createdAtSeconds: 1_200 }]],
		[
			'another name',
			[lead(1_000, ['name', 'one'])],
			[lead(2_000, ['name', 'two'])],
			[{ kind: 'name', before: 'one', after: 'two' }]
		]
	])('%s', (_, before, after, expected) => {
		expect(changes(before, after)).toEqual({ sinceSeconds: 10_000, list: expected, omittedCount: 0 });
	});

	test.each<[string, CheckedEvent[]]>([
		['nothing came', []],
		['an edit that changes nobody’s part', [lead(2_000, ['m', '@bob', '900'], ['t', 'git'])]],
		['an older version', [lead(500, ['m', '@carol', '1'])]],
		['a stranger’s announcement', [announce('eve', 3_000, [['M', '@alice']])]],
		['a stranger’s state', [sign('eve', 30618, 3_000, [['d', identifier]])]]
	])('nothing, when %s', (_, after) => {
		expect(changes(first, after)).toBeUndefined();
	});

	test('many changes are cut and counted', () => {
		const crowd = Array.from({ length: 70 }, (_, index) => ['m', index.toString(16).padStart(64, '0')]);
		const told = changes(first, [lead(2_000, ['m', '@bob', '900'], ...crowd)]);
		expect(told?.list).toHaveLength(50);
		expect(told?.omittedCount).toBe(20);
	});

	test('of more than two thousand people nobody is compared, and the rest is', () => {
		const crowd = Array.from({ length: 2_100 }, (_, index) => ['m', index.toString(16).padStart(64, '0')]);
		expect(changes(first, [lead(2_000, ['name', 'crowd'], ...crowd)])?.list).toEqual([
			{ kind: 'name', before: undefined, after: 'crowd' }
		]);
	});

	describe('after a visit in which a relay was silent', () => {
		test.each<[string, CheckedEvent[], CheckedEvent[]]>([
			['an acceptance signed before it', first, [accepts]],
			['an invitation', first, [lead(2_000, ['m', '@bob', '900'], ['m', '@carol', '1900'])]],
			['a state', first, [state(1_200)]],
			['an archive', first, [announce('alice', 2_000, [['M', '@alice', '900', '2000']])]],
			['a name', first, [lead(2_000, ['m', '@bob', '900'], ['name', 'x'])]],
			['a deletion', [announce('alice', 1_000)], [remove('alice', 2_000, ['a', `30617:${alice.pubkey}:${identifier}`])]]
		])('%s that is only found later is no change', (_, before, after) => {
			expect(changes(before, after, false)).toBeUndefined();
			expect(changes(before, after)).toBeDefined();
		});

		test.each<[string, Partial<VisitedSnapshot>]>([
			['a declared relay was not asked', { declaredNotAskedCount: 1 }],
			['somebody was not asked about', { peopleNotAsked: new Map([[alice.pubkey, 1]]) }],
			[
				'too many relays were named',
				{ relays: [{ url: wss, outcome: { kind: 'not-asked', reason: 'too-many-relays' } }] }
			]
		])('nor is what is found where %s the last time', (_, leftOut) => {
			const invited = [lead(1_000, ['m', '@bob', '900'])];
			const accepted = announce('bob', 1_200, [
				['M', '@alice'],
				['m', '@bob', '1200']
			]);
			expect(changes(invited, [accepted], true, leftOut)).toBeUndefined();
			expect(changes(invited, [accepted])).toBeDefined();
		});

		test.each<[string, CheckedEvent[], CheckedEvent[], ChangeView['kind']]>([
			[
				'an acceptance',
				first,
				[
					announce('bob', 15_000, [
						['M', '@alice'],
						['m', '@bob', '14000']
					])
				],
				'standing'
			],
			['an invitation', first, [lead(15_000, ['m', '@bob', '900'], ['m', '@carol', '14900'])], 'standing'],
			['a state', first, [state(15_000)], 'state'],
			[
				'a deletion',
				[announce('alice', 1_000)],
				[remove('alice', 15_000, ['a', `30617:${alice.pubkey}:${identifier}`])],
				'lifecycle'
			]
		])('%s that was signed since is told', (_, before, after, kind) => {
			expect(changes(before, after, false)?.list[0]?.kind).toBe(kind);
		});
	});
});
