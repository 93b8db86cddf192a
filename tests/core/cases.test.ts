import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressOf } from '#lib/core/deletion.ts';
import type { CheckedEvent } from '#lib/core/event.ts';
import { findFutureDates } from '#lib/core/future.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import { kinds } from '#lib/core/kinds.ts';
import { hasVersions, surplusVersions } from '#lib/worker/db/event-row.ts';
import { people } from '../support/graphs.ts';
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

/** The cases that a resolver alone decides, each kind with several inputs; what pages and stores make of them is tested there. */

const pair = pairTags();
const base = [announce(alice, 100, pair.alice), announce(bob, 100, pair.bob)];
const [, , , , eve, tom] = people as readonly Pubkey[] as [Pubkey, Pubkey, Pubkey, Pubkey, Pubkey, Pubkey];
const year2100 = Date.UTC(2100, 0, 1) / 1000;
const nowSeconds = Date.UTC(2025, 0, 1) / 1000;

/** A hundred orders of some events. */
function inAnyOrder(events: readonly CheckedEvent[], check: (events: readonly CheckedEvent[]) => void): void {
	const orders = fc.shuffledSubarray([...events], { minLength: events.length });
	const property = fc.property(orders, (some) => {
		check(some);
	});
	fc.assert(property, { numRuns: 100 });
}

describe('8. two announcements in one second: the lowest id, whatever comes first', () => {
	test.each([2, 3, 25])('of %i versions', (count) => {
		const versions = Array.from({ length: count }, (_, index) => announce(alice, 100, [['name', `version ${index}`]]));
		const lowest = versions.reduce((a, b) => (a.id < b.id ? a : b));
		inAnyOrder(versions, (events) => {
			expect(viewFrom(alice, events).announcements.get(alice)?.id).toBe(lowest.id);
			// What the store lets go is never the one that speaks.
			expect(surplusVersions(events)).not.toContain(lowest);
		});
	});

	test('of two states', () => {
		const states = ['a', 'b'].map((digit) => state(alice, 100, [['refs/heads/main', digit.repeat(40)]]));
		const lowest = states.reduce((a, b) => (a.id < b.id ? a : b));
		inAnyOrder([...base, ...states], (events) => expect(viewFrom(alice, events).state?.event.id).toBe(lowest.id));
	});

	test('of a role and its end in one second: only one of them speaks, and the same one everywhere', () => {
		const ended = announce(alice, 100, [
			['M', alice],
			['m', bob, '20', '90']
		]);
		const isEnded = ended.id < (base[0]?.id ?? '');
		inAnyOrder([...base, ended], (events) =>
			expect(viewFrom(alice, events).confirmed).toEqual(isEnded ? [alice] : [alice, bob])
		);
	});

	test('deletion requests have no versions: none gives way to another', () => {
		expect(hasVersions(kinds.deletion)).toBe(false);
	});
});

describe('9. a date in the future orders first, is told, and makes nobody wait', () => {
	test.each([
		['an announcement', announce(alice, year2100, pair.alice), { what: 'announcement', by: alice, at: year2100 }],
		[
			'a role’s start',
			announce(alice, 200, [
				['M', alice],
				['m', bob, String(year2100)]
			]),
			{ what: 'role-start', by: alice, subject: bob, at: year2100 }
		]
	])('%s', (_, event, told) => {
		const view = viewFrom(alice, [...base, event]);
		expect(view.announcements.get(alice)).toBe(event);
		expect(view.confirmed).toEqual([alice, bob]);
		expect(findFutureDates(view, nowSeconds)).toEqual([told]);
	});

	test('a state', () => {
		const [now, later] = [state(alice, 500), state(bob, year2100)];
		const view = viewFrom(alice, [...base, later, now]);
		expect(view.state?.event).toBe(later);
		expect(findFutureDates(view, nowSeconds)).toEqual([{ what: 'state', by: bob, at: year2100 }]);
	});

	test('an end in the future is an end now: no clock decides who may act (D4)', () => {
		const event = announce(alice, 200, [
			['M', alice],
			['m', bob, '20', String(year2100)]
		]);
		expect(viewFrom(alice, [event, base[1]!]).confirmed).toEqual([alice]);
	});
});

describe('10. odd times are never an exception and never 1970', () => {
	test.each([
		['0', ['m', bob, '0'], true],
		['10^12', ['m', bob, '1000000000000'], true],
		['missing', ['m', bob], true],
		['2^64 - 1', ['m', bob, '18446744073709551615'], true],
		['2^64', ['m', bob, '18446744073709551616'], false],
		['with leading zeros', ['m', bob, '0000000000000000000000020'], true],
		['empty', ['m', bob, ''], false],
		['negative', ['m', bob, '-1'], false],
		['a fraction', ['m', bob, '1.5'], false],
		['milliseconds with an exponent', ['m', bob, '1.7e12'], false],
		['a word', ['m', bob, 'yesterday'], false],
		['digits of another script', ['m', bob, '١٧٠٠'], false]
	])('a start that is %s', (_, record, counts) => {
		const view = viewFrom(alice, [announce(alice, 100, [['M', alice], record]), base[1]!]);
		expect(view.confirmed).toEqual(counts ? [alice, bob] : [alice]);
		expect(view.health.some(({ kind }) => kind === 'malformed-role-record')).toBe(!counts);
	});

	test.each([0, -1, 10 ** 12, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])(
		'an announcement of second %d orders by it and resolves',
		(seconds) => {
			const event = announce(alice, seconds, pair.alice);
			expect(viewFrom(alice, [event, base[1]!]).confirmed).toEqual([alice, bob]);
			const speaks = seconds > 100 ? event : base[0];
			expect(viewFrom(alice, [event, ...base]).announcements.get(alice)).toBe(speaks);
		}
	);
});

describe('11. a deletion and what comes after it', () => {
	const byAddress = (by: Pubkey, at: number, of: Pubkey = by, d = identifier) =>
		requestDeletion(by, at, [['a', addressOf(kinds.announcement, of, d)]]);
	test.each<[string, CheckedEvent[], 'live' | 'deleted']>([
		['by its address', [...base, byAddress(alice, 200)], 'deleted'],
		['by its address, in the same second', [...base, byAddress(alice, 100)], 'deleted'],
		['by its id', [...base, requestDeletion(alice, 200, [['e', base[0]!.id]])], 'deleted'],
		['announced anew after it', [...base, byAddress(alice, 200), announce(alice, 201, pair.alice)], 'live'],
		['a request that is older than the announcement', [...base, byAddress(alice, 99)], 'live'],
		['a request of another key, by address', [...base, byAddress(bob, 200, alice)], 'live'],
		['a request of another key, by id', [...base, requestDeletion(bob, 200, [['e', base[0]!.id]])], 'live'],
		['of another identifier that begins alike', [...base, byAddress(alice, 200, alice, `${identifier}:x`)], 'live'],
		['of another kind', [...base, requestDeletion(alice, 200, [['a', `30618:${alice}:${identifier}`]])], 'live'],
		[
			'of the latest version by its id: an older one does not come back',
			[announce(alice, 50, pair.alice), ...base, requestDeletion(alice, 200, [['e', base[0]!.id]])],
			'deleted'
		],
		[
			'of an older version by its id',
			[announce(alice, 50, []), ...base, requestDeletion(alice, 200, [['e', announce(alice, 50, []).id]])],
			'live'
		],
		[
			'twice, and announced between',
			[...base, byAddress(alice, 150), announce(alice, 160, pair.alice), byAddress(alice, 170)],
			'deleted'
		]
	])('%s', (_, events, kind) => {
		inAnyOrder(events, (some) => expect(viewFrom(alice, some).lifecycle.kind).toBe(kind));
	});
});

describe('37. a stranger who names respected keys gets nobody into anything', () => {
	const mallory = eve;
	test.each([
		[
			'as lead',
			[
				['M', alice],
				['m', mallory]
			]
		],
		[
			'as maintainers under herself',
			[
				['M', mallory],
				['m', alice, '1'],
				['m', bob, '1']
			]
		],
		['in an older list', [['maintainers', mallory, alice, bob]]],
		[
			'as moderators',
			[
				['M', mallory],
				['o', alice, '1'],
				['o', bob, '1']
			]
		],
		[
			'with copies of their history',
			[
				['M', mallory],
				['m', alice, '1', 'defer'],
				['m', bob, '1', '2']
			]
		]
	])('%s', (_, tags) => {
		const strange = announce(mallory, 500, tags);
		const real = viewFrom(alice, [...base, strange]);
		for (const list of [
			real.confirmed,
			real.invited,
			real.moderators,
			real.invitedModerators,
			real.declined,
			real.blocked
		])
			expect(list).not.toContain(mallory);
		expect(real.confirmed).toEqual([alice, bob]);
		expect(real.announcements.has(mallory)).toBe(false);
		// From her own address they are not hers either: at most asked, or the view is theirs without her.
		const hers = viewFrom(mallory, [...base, strange]);
		for (const list of [hers.confirmed, hers.moderators])
			expect(list.includes(mallory) && (list.includes(alice) || list.includes(bob))).toBe(false);
	});
});

describe('38. a ring of invitees confirms nobody', () => {
	const ring = [carol, dave, eve, tom];
	const closing = (at: number) =>
		ring.map((self, index) =>
			announce(self, at, [
				['m', self, '50'],
				['m', ring[(index + 1) % ring.length] as Pubkey, '50']
			])
		);
	test.each([
		['by nobody confirmed', [] as string[][], []],
		['by an ended record alone', [['m', carol, '10', '20']], []],
		['by a deferred copy alone', [['m', carol, '10', 'defer']], []],
		['by a moderator’s assignment alone', [['o', carol, '10']], []],
		['by somebody confirmed whom none of them names', [['m', carol, '50']], [carol]]
	])('named %s', (_, tags, invited) => {
		const view = viewFrom(alice, [announce(alice, 200, [...pair.alice, ...tags]), base[1]!, ...closing(200)]);
		expect(view.confirmed).toEqual([alice, bob]);
		expect(view.invited).toEqual(invited);
	});

	test('one of them who names a confirmed maintainer brings in those whom they then name, each by both sides', () => {
		const accepts = announce(carol, 300, [
			['m', carol, '50'],
			['M', alice, '50'],
			['m', dave, '50']
		]);
		const answers = announce(dave, 300, [
			['m', dave, '50'],
			['m', carol, '50']
		]);
		const lead = announce(alice, 200, [...pair.alice, ['m', carol, '50']]);
		expect(viewFrom(alice, [lead, base[1]!, ...closing(200), accepts, answers]).confirmed).toEqual(
			[alice, bob, carol, dave].sort()
		);
	});
});

describe('39. pointers that lead nowhere confirm nobody, and say the way', () => {
	const pointing = (from: Pubkey, to: Pubkey) =>
		announce(from, 100, [
			['M', to],
			['m', from]
		]);
	test.each([
		['two who point at each other', [pointing(alice, bob), pointing(bob, alice)], [alice, bob, alice]],
		[
			'a ring of three',
			[pointing(alice, bob), pointing(bob, carol), pointing(carol, alice)],
			[alice, bob, carol, alice]
		],
		[
			'a ring that the address only leads to',
			[pointing(alice, bob), pointing(bob, carol), pointing(carol, bob)],
			[alice, bob, carol, bob]
		]
	])('%s', (_, events, path) => {
		const view = viewFrom(alice, events);
		expect(view).toMatchObject({ confirmed: [], invited: [], members: [], lead: { source: 'conflict', path } });
		expect(view.lead.pubkey).toBeUndefined();
	});

	test('two pointers of one author', () => {
		const two = announce(alice, 100, [
			['M', bob],
			['M', carol]
		]);
		expect(viewFrom(alice, [two, base[1]!])).toMatchObject({
			confirmed: [],
			lead: { source: 'conflict', problem: { kind: 'two-pointers', targets: [bob, carol] } }
		});
	});
});

describe('40. older lists confirm by both sides too', () => {
	const lists = (by: Pubkey, ...listed: Pubkey[]) => announce(by, 100, [['maintainers', ...listed]]);
	test.each<[string, CheckedEvent[], Pubkey[], Pubkey[]]>([
		[
			'B is listed and lists somebody else',
			[lists(alice, bob), lists(bob, carol), lists(carol, alice)],
			[alice],
			[bob]
		],
		['B lists back', [lists(alice, bob), lists(bob, alice)], [alice, bob], []],
		[
			'B lists back, C whom B lists does not',
			[lists(alice, bob), lists(bob, alice, carol), lists(carol, dave)],
			[alice, bob],
			[carol]
		],
		[
			'C lists the first, whom only B lists',
			[lists(alice, bob), lists(bob, alice, carol), lists(carol, alice)],
			[alice, bob, carol],
			[]
		],
		['whoever lists A unasked', [lists(alice, alice), lists(dave, alice)], [alice], []]
	])('%s', (_, events, confirmed, invited) => {
		inAnyOrder(events, (some) => expect(viewFrom(alice, some)).toMatchObject({ confirmed, invited }));
	});
});

describe('41. whoever kept their acceptance is confirmed at once when named again', () => {
	const removed = announce(alice, 200, [
		['M', alice],
		['m', bob, '20', '190'],
		['maintainers', alice]
	]);
	test.each([
		['by a new start', ['m', bob, '20', '190', '300']],
		['by a record without times', ['m', bob]],
		['by a start before the removal', ['m', bob, '20', '190', '180']]
	])('%s', (_, record) => {
		expect(viewFrom(alice, [removed, base[1]!]).confirmed).toEqual([alice]);
		const again = announce(alice, 300, [['M', alice], record, ['maintainers', alice, bob]]);
		expect(viewFrom(alice, [removed, again, base[1]!])).toMatchObject({ confirmed: [alice, bob], invited: [] });
	});

	test('whoever acknowledged the removal is invited, and confirmed only by a new acceptance', () => {
		const left = announce(bob, 250, [
			['M', alice, '20', '190'],
			['m', bob, '20', '190']
		]);
		const again = announce(alice, 300, [
			['M', alice],
			['m', bob, '20', '190', '300']
		]);
		expect(viewFrom(alice, [again, left])).toMatchObject({ confirmed: [alice], invited: [bob] });
		const accepts = announce(bob, 400, [
			['M', alice, '400'],
			['m', bob, '20', '190', '400']
		]);
		expect(viewFrom(alice, [again, left, accepts])).toMatchObject({ confirmed: [alice, bob], invited: [] });
	});
});

describe('43. a newer state by somebody who is no maintainer now changes nothing', () => {
	const lead = (...tags: string[][]) => announce(alice, 200, [...pair.alice, ...tags]);
	const signed = state(alice, 300, [['refs/heads/main', 'a'.repeat(40)]]);
	test.each<[string, Pubkey, CheckedEvent[]]>([
		['an invitee', carol, [lead(['m', carol, '150']), base[1]!]],
		[
			'a moderator',
			dave,
			[
				lead(['o', dave, '150']),
				base[1]!,
				announce(dave, 200, [
					['M', alice],
					['o', dave, '150']
				])
			]
		],
		['somebody who left', bob, [lead(), announce(bob, 250, [['m', bob, '20', '250']])]],
		[
			'somebody removed',
			bob,
			[
				announce(alice, 250, [
					['M', alice],
					['m', bob, '20', '240']
				]),
				base[1]!
			]
		],
		[
			'somebody who deleted their announcement',
			bob,
			[lead(), base[1]!, requestDeletion(bob, 260, [['a', addressOf(kinds.announcement, bob, identifier)]])]
		],
		[
			'somebody who declined',
			carol,
			[lead(['m', carol, '150']), base[1]!, announce(carol, 200, [['o', carol, '150']])]
		],
		[
			'a stranger',
			eve,
			[
				lead(),
				base[1]!,
				announce(eve, 200, [
					['M', alice],
					['m', eve]
				])
			]
		],
		[
			'somebody whose own record cannot be read',
			bob,
			[
				lead(),
				announce(bob, 250, [
					['M', alice],
					['m', bob, 'x']
				])
			]
		]
	])('%s', (_, by, events) => {
		const newer = state(by, 900, [['refs/heads/main', 'b'.repeat(40)]]);
		inAnyOrder([...events, signed, newer], (some) => expect(viewFrom(alice, some).state?.event.id).toBe(signed.id));
		expect(viewFrom(alice, [...events, newer]).state).toBeUndefined();
	});

	test('a co-maintainer’s does', () => {
		const newer = state(bob, 900);
		expect(viewFrom(alice, [...base, signed, newer]).state?.event.id).toBe(newer.id);
	});
});
