import { describe, expect, test } from 'vitest';
import { findDroppedRoles } from '#lib/core/dropped-roles.ts';
import { gatherEvidence } from '#lib/core/evidence.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import type { CheckedEvent } from '#lib/core/event.ts';
import { resolveRepository } from '#lib/core/resolve.ts';
import type { RepositorySnapshot } from '#lib/worker/discovery/repository-discovery.ts';
import type { RelayStanding } from '#lib/worker/discovery/view-relays.ts';
import { drawRepositoryPage } from '#lib/worker/repository-page.ts';
import { announce, identifier, people, remove, sign } from './support/events.ts';
import { standings } from './support/forge-harness.ts';

const { alice, bob } = people;

function draw(
	events: readonly CheckedEvent[],
	{
		nowSeconds = 10_000,
		hints = [] as string[],
		d = identifier,
		relays = [] as RelayStanding[],
		viewer = undefined as Pubkey | undefined
	} = {}
) {
	const address = { pubkey: alice.pubkey, identifier: d, relayHints: hints as never };
	const evidence = gatherEvidence(events);
	const view = resolveRepository(evidence, address);
	const snapshot: RepositorySnapshot = {
		view,
		relays,
		profiles: new Map(events.filter(({ kind }) => kind === 0).map((event) => [event.pubkey, event])),
		origin: { kind: 'live' },
		seenWhereExpected: true,
		declaredNotAskedCount: 0,
		peopleNotAsked: new Map(),
		storage: { kind: 'kept' },
		droppedRoles: findDroppedRoles(evidence, view)
	};
	return drawRepositoryPage(snapshot, nowSeconds, { viewer });
}

describe('people', () => {
	test('in order of weight, and twice who has two standings', () => {
		const page = draw([
			announce('alice', 2000, [
				['M', '@alice'],
				['m', '@bob'],
				['o', '@carol'],
				['m', '@dave'],
				['m', '@eve', '1', '3']
			]),
			announce('bob', 1, [['M', '@alice']]),
			announce('carol', 1, [
				['o', '@carol'],
				['M', '@alice']
			]),
			announce('eve', 1, [
				['M', '@alice'],
				['m', '@eve']
			])
		]);
		expect(standings(page)).toEqual([
			'alice: lead',
			'bob: maintainer',
			'carol: moderator',
			'dave: invited',
			'eve: removed-claiming',
			'carol: declined'
		]);
		expect(page.people.map(({ isSelected }) => isSelected)).toEqual([true, false, false, false, false, false]);
		expect(page.people[4]?.standing).toEqual({ kind: 'removed-claiming', atSeconds: 3 });
		expect(page).toMatchObject({ confirmedCount: 2, invitedCount: 1, moderatorCount: 1 });
	});

	test('who left is invited again has both rows, and the time they left', () => {
		const page = draw([
			announce('alice', 1, [
				['M', '@alice'],
				['m', '@bob', '900']
			]),
			announce('bob', 1, [
				['m', '@bob', '100', '500'],
				['M', '@alice']
			])
		]);
		expect(standings(page)).toEqual(['alice: lead', 'bob: invited', 'bob: departed']);
		expect(page.people[2]?.standing).toEqual({ kind: 'departed', atSeconds: 500, how: 'ended-role' });
	});

	test('a time that no calendar holds is left out', () => {
		const left = draw([announce('alice', 1, [['m', '@alice', '1', '18446744073709551615']])]);
		expect(left.people[0]?.standing).toEqual({ kind: 'departed', atSeconds: undefined, how: 'ended-role' });
	});

	test.each([
		['display name before name', '{"name":"a","display_name":"A"}', 'A'],
		['name when the display name is empty', '{"name":"a","display_name":" "}', 'a'],
		['none of other types', '{"name":7,"display_name":["A"]}', undefined],
		['none of what is no object', '"Alice"', undefined],
		['none of what is no JSON', '{', undefined],
		['cut at 200', JSON.stringify({ name: 'x'.repeat(300) }), 'x'.repeat(200)]
	])('profile names: %s', (_, content, name) => {
		expect(draw([announce('alice', 1), sign('alice', 0, 1, [], content)]).address.owner.name).toBe(name);
	});
});

describe('the address', () => {
	test('says where to look: its own hint, else the first relay its owner declares; of the lead likewise', () => {
		const events = [
			announce('alice', 1, [
				['M', '@bob'],
				['relays', 'wss://alice.example', 'wss://x.example']
			]),
			announce('bob', 1, [
				['M', '@bob'],
				['relays', 'wss://bob.example']
			])
		];
		expect(draw(events).address).toMatchObject({
			path: expect.stringContaining('/alice.example/my-repo') as string,
			relayHints: ['wss://alice.example']
		});
		expect(draw(events, { hints: ['wss://hint.example'] }).address.path).toContain('/hint.example/');
		expect(draw(events).leadPath).toMatch(/^\/npub1.*\/bob\.example\/my-repo$/);
		expect(draw([announce('alice', 1)]).leadPath).toBeUndefined();
	});

	test('has no naddr when the identifier does not fit one', () => {
		expect(draw([], { d: 'x'.repeat(300) }).address.naddr).toBe('');
	});
});

describe('7. clone commands', () => {
	const clone = (...urls: string[]) => draw([announce('alice', 1, [['clone', ...urls]])]).clone;

	test('the nostr address comes first, then what members give, quoted', () => {
		const [nostr, git] = clone("https://x.example/it's.git");
		expect(nostr?.command).toBe(`git clone '${nostr?.url}'`);
		expect(nostr?.url).toMatch(/^nostr:\/\/npub1.*\/my-repo$/);
		expect(git).toMatchObject({
			kind: 'git',
			command: `git clone 'https://x.example/it'\\''s.git'`,
			by: [{ pubkey: alice.pubkey }]
		});
	});

	test.each([
		['ssh://git@x.example/r.git', undefined],
		['git://x.example/r.git', undefined],
		['http://x.example/r.git', undefined],
		['ext::sh -c id', 'unsafe-scheme'],
		['javascript:alert(1)', 'unsafe-scheme'],
		['file:///etc', 'unsafe-scheme'],
		['/etc', 'unsafe-scheme'],
		['git@x.example:r.git', 'unsafe-scheme'],
		['https:x.example', 'unsafe-scheme'],
		['https://user:pw@x.example/r.git', 'credentials'],
		['https://token@x.example/r.git', 'credentials'],
		['ssh://git:pw@x.example/r.git', 'credentials'],
		['--upload-pack=id', 'leading-dash'],
		['ssh://-oProxyCommand=id/r', 'leading-dash'],
		['ssh://%2doProxyCommand=id/r', 'leading-dash'],
		['ssh://-oProxyCommand=id@x.example/r', 'leading-dash'],
		['https://x.example/r.git\nid', 'control-characters']
	])('%j: %s', (url, refused) => {
		const git = clone(url)[1];
		expect(git?.url).toBe(url);
		expect(git?.refused).toBe(refused);
		expect(git?.command === undefined).toBe(refused !== undefined);
	});
});

describe('dates after now (D4)', () => {
	test('are told with who signed them and about whom; beyond any calendar without a time', () => {
		const page = draw([
			announce('alice', 20_000, [
				['M', '@alice'],
				['m', '@bob', '1000000000000000']
			]),
			sign('alice', 30618, 30_000, [['d', identifier]])
		]);
		expect(page.futureDates).toMatchObject([
			{ what: 'announcement', by: { pubkey: alice.pubkey }, atSeconds: 20_000 },
			{ what: 'role-start', by: { pubkey: alice.pubkey }, subject: { pubkey: bob.pubkey } },
			{ what: 'state', by: { pubkey: alice.pubkey }, atSeconds: 30_000 }
		]);
		expect(page.futureDates[1]?.atSeconds).toBeUndefined();
	});

	test('are none within a minute, for clocks differ', () => {
		expect(draw([announce('alice', 10_060)]).futureDates).toEqual([]);
		expect(draw([announce('alice', 10_061)]).futureDates).toHaveLength(1);
	});
});

describe('the page of another coordinate', () => {
	test('is recommended when signed pointers reach it', () => {
		const page = draw([announce('alice', 1, [['M', '@bob']]), announce('bob', 1, [['M', '@bob']])]);
		expect(page.leadPath).toContain(page.lead.person?.npub);
	});

	test('is not when its lead is only inferred from lists of maintainers', () => {
		const page = draw([
			announce('alice', 1, [['maintainers', '@bob']]),
			announce('bob', 1, [['maintainers', '@alice', '@carol']]),
			announce('carol', 1, [['maintainers', '@bob']])
		]);
		expect(page.lead).toMatchObject({ source: 'legacy_inferred', person: { pubkey: bob.pubkey } });
		expect(page.leadPath).toBeUndefined();
	});
});

describe('the latest signed state', () => {
	const state = (...refs: string[][]) =>
		draw([announce('alice', 1), sign('alice', 30618, 7, [['d', identifier], ...refs])]).state;
	const oid = 'a'.repeat(40);

	test('default branch, numbers of branches and tags, what was ignored', () => {
		expect(
			state(
				['HEAD', 'ref: refs/heads/dev'],
				['refs/heads/dev', oid],
				['refs/heads/main', oid],
				['refs/tags/v1', oid],
				['refs/tags/v1^{}', oid],
				['refs/heads/bad', 'xyz']
			)
		).toEqual({
			by: { pubkey: alice.pubkey, npub: expect.any(String) as string, name: undefined },
			createdAtSeconds: 7,
			head: { kind: 'branch', name: 'dev' },
			headCommit: oid,
			branchCount: 2,
			tagCount: 1,
			ignoredRefs: ['refs/heads/bad'],
			broughtUpByDeletion: false
		});
	});

	test('that there is none is told apart from that it was deleted', () => {
		const events = [announce('alice', 1), sign('alice', 30618, 7, [['d', identifier]])];
		expect(draw(events.slice(0, 1)).stateAbsence).toBe('none-seen');
		expect(draw(events).stateAbsence).toBeUndefined();
		const request = remove('alice', 8, ['a', `30618:${alice.pubkey}:${identifier}`]);
		expect(draw([...events, request])).toMatchObject({ state: undefined, stateAbsence: 'deleted' });
	});

	test('the commit of the default branch is the one signed for it, and none is made up', () => {
		const other = 'b'.repeat(40);
		expect(state(['HEAD', 'ref: refs/heads/x'], ['refs/heads/x', oid], ['refs/heads/y', other])?.headCommit).toBe(oid);
		expect(state(['HEAD', oid])?.headCommit).toBe(oid);
		expect(state(['HEAD', 'ref: refs/heads/gone'], ['refs/heads/x', oid])?.headCommit).toBeUndefined();
		expect(state(['refs/heads/x', oid], ['refs/heads/y', oid])?.headCommit).toBeUndefined();
		expect(state(['HEAD', 'ref: refs/heads/x'], ['refs/heads/x', 'ref: refs/heads/y'])?.headCommit).toBeUndefined();
	});

	test('a missing branch is called missing, a detached head by its object', () => {
		expect(state(['HEAD', 'ref: refs/heads/gone'])?.head).toEqual({ kind: 'missing-branch', name: 'gone' });
		expect(state(['HEAD', oid])?.head).toEqual({ kind: 'detached', name: oid });
		expect(state(['refs/heads/x', oid], ['refs/heads/y', oid])?.head).toBeUndefined();
	});
});

test('what became of it, why nobody leads, and what may have been deleted', () => {
	const gone = draw([announce('alice', 1), remove('alice', 5, ['a', `30617:${alice.pubkey}:${identifier}`])]);
	expect(gone.lifecycle).toMatchObject({ kind: 'deleted', by: { pubkey: alice.pubkey }, atSeconds: 5 });
	expect(gone).toMatchObject({ finding: 'found', basis: 'snapshot' });
	const circle = draw([announce('alice', 1, [['M', '@bob']]), announce('bob', 1, [['M', '@alice']])]);
	expect(circle.lead).toMatchObject({ source: 'conflict', problem: { kind: 'cycle' } });
	const maybe = draw([announce('alice', 1), remove('alice', 5, ['e', 'f'.repeat(64)])]);
	expect(maybe.possiblyDeleted).toMatchObject([{ pubkey: alice.pubkey }]);
	expect(draw([announce('bob', 1)]).finding).toBe('not-found');
	expect(bob.pubkey).not.toBe(alice.pubkey);
});

test('whatever is signed, a page stays small', () => {
	const long = 'x'.repeat(50_000);
	const page = draw([
		announce('alice', 1, [
			['name', long],
			['description', long],
			['web', ...Array.from({ length: 500 }, (_, i) => `https://${i}.example`)],
			['clone', ...Array.from({ length: 500 }, (_, i) => `https://${i}.example`)],
			...Array.from({ length: 500 }, () => ['m', 'not a key'])
		])
	]);
	expect(JSON.stringify(page).length).toBeLessThan(150_000);
});

describe('what is too long or too many', () => {
	const long = 'x'.repeat(5_000);
	const oid = 'a'.repeat(40);

	test('names, refs and the default branch are cut, and say so', () => {
		const page = draw([
			announce('alice', 1, [['name', long]]),
			sign('alice', 30618, 7, [
				['d', identifier],
				['HEAD', `ref: refs/heads/${long}`],
				[`refs/heads/${long}`, oid],
				[`refs/tags/${long}`, 'no object']
			])
		]);
		expect(page.name?.value).toBe(`${'x'.repeat(299)}…`);
		expect(page.state?.head).toEqual({ kind: 'branch', name: `${'x'.repeat(299)}…` });
		expect(page.state?.ignoredRefs[0]).toMatch(/^refs\/tags\/x+…$/);
		expect(page.state?.ignoredRefs[0]).toHaveLength(300);
	});

	test('no character is cut in two', () => {
		expect(draw([announce('alice', 1, [['name', `${'x'.repeat(298)}🚀🚀`]])]).name?.value).toBe(`${'x'.repeat(298)}…`);
	});

	test('addresses to follow are left out, never cut', () => {
		const page = draw([
			announce('alice', 1, [
				['clone', `https://x.example/${long}`, 'https://x.example/r.git'],
				['web', `https://x.example/${long}`, 'https://x.example'],
				['relays', `wss://x.example/${long}`, 'wss://y.example']
			])
		]);
		expect(page.clone.slice(1).map(({ url }) => url)).toEqual(['https://x.example/r.git']);
		expect(page.web?.value).toEqual(['https://x.example']);
		expect(page.address.relayHints).toEqual(['wss://y.example']);
	});

	test('relays are cut and stay apart', () => {
		const standing = (url: string) =>
			({ url, outcome: { kind: 'waiting' }, roles: new Set(), declaredBy: new Set(), writtenBy: new Set() }) as const;
		const relays = ['1', '2'].map(
			(end) => ({ ...standing(`wss://x.example/${long}${end}`), eventCount: 0, drops: new Map() }) as never
		);
		const [one, two] = draw([announce('alice', 1)], { relays }).coverage.relays.map(({ url }) => url);
		expect(one?.length).toBeLessThan(310);
		expect(one).not.toBe(two);
	});

	test('of the people 500 rows are shown, members first; the counts are true', () => {
		const invited = Array.from({ length: 800 }, (_, i) => ['m', (i + 1).toString(16).padStart(64, '0')]);
		const page = draw([
			announce('alice', 1, [['M', '@alice'], ...invited, ['m', '@bob']]),
			announce('bob', 1, [['M', '@alice']])
		]);
		expect(standings(page).slice(0, 2)).toEqual(['alice: lead', 'bob: maintainer']);
		expect(page.people).toHaveLength(500);
		expect(page.omittedPeopleCount).toBe(302);
		expect(page).toMatchObject({ confirmedCount: 2, invitedCount: 800 });
	});

	test('who was opened has a row however many stand before', () => {
		const invited = Array.from({ length: 800 }, (_, i) => ['m', (i + 1).toString(16).padStart(64, '0')]);
		const page = draw([
			announce('alice', 1, [
				['M', '@bob'],
				['m', '@alice', '1', '2']
			]),
			announce('bob', 1, [['M', '@bob'], ...invited])
		]);
		expect(page.people.filter(({ isSelected }) => isSelected).length).toBe(1);
	});
});

describe('the other coordinates', () => {
	const events = [
		announce('alice', 2000, [
			['M', '@alice'],
			['m', '@bob'],
			['m', '@carol'],
			['m', '@dave']
		]),
		announce('bob', 2100, [
			['M', '@alice'],
			['m', '@bob'],
			['relays', 'wss://bob.example']
		]),
		announce('carol', 2200, [['t', 'own']]),
		announce('eve', 2300, [
			['M', '@alice'],
			['m', '@eve']
		])
	];

	test('are those of its people who announce it, by weight, with where to look; strangers have none', () => {
		const { coordinates } = draw(events);
		expect(
			coordinates.map(({ person, standing, announcedAtSeconds }) => [person.pubkey, standing?.kind, announcedAtSeconds])
		).toEqual([
			[bob.pubkey, 'maintainer', 2100],
			[people.carol.pubkey, 'invited', 2200]
		]);
		expect(coordinates[0]?.path).toContain('/bob.example/');
	});

	test('say what somebody is whom the list of people leaves out', () => {
		const crowd = Array.from({ length: 600 }, (_, index) => ['m', index.toString(16).padStart(64, '0')]);
		const page = draw([announce('alice', 2000, [['M', '@alice'], ...crowd, ['m', '@carol']]), announce('carol', 2100)]);
		expect(page.people.some(({ person }) => person.pubkey === people.carol.pubkey)).toBe(false);
		expect(page.coordinates.map(({ standing }) => standing)).toEqual([{ kind: 'invited' }]);
	});
});

describe('what the repository says it is a fork of', () => {
	test.each([
		[
			['u', `30617:${bob.pubkey}:up/stream`, 'wss://up.example'],
			{ path: expect.stringContaining('/up.example/up%2Fstream') as string }
		],
		[['u', 'https://git.example/up.git'], { href: 'https://git.example/up.git' }],
		[['u', 'https://me:secret@git.example/up.git'], {}],
		[['u', 'javascript:alert(1)'], {}],
		[['u', `30617:${bob.pubkey.toUpperCase()}:x`], {}],
		[['u', `30618:${bob.pubkey}:x`], {}]
	])('%j', (tag, links) => {
		const { forkOf } = draw([announce('alice', 2000, [tag])]);
		expect(forkOf?.value).toEqual({ text: tag[1], ...links });
		expect(forkOf?.by.pubkey).toBe(alice.pubkey);
	});

	test.each([[[]], [[['u']]], [[['u', '']]], [[['u', '  ']]]])('nothing: %j', (tags) => {
		expect(draw([announce('alice', 2000, tags)]).forkOf).toBeUndefined();
	});
});

describe('looking as somebody', () => {
	const events = [
		announce('alice', 2000, [
			['M', '@alice'],
			['m', '@bob', '1990']
		])
	];

	test('what they are here and what waits for them', () => {
		expect(draw(events, { viewer: bob.pubkey }).viewer).toMatchObject({
			person: { pubkey: bob.pubkey },
			standings: [{ kind: 'invited' }],
			isSelected: false,
			waits: [{ kind: 'accept-invitation', role: 'maintainer', by: [{ pubkey: alice.pubkey }], sinceSeconds: 1990 }]
		});
		expect(draw(events, { viewer: alice.pubkey }).viewer).toMatchObject({
			standings: [{ kind: 'lead' }],
			isSelected: true
		});
		expect(draw(events, { viewer: people.eve.pubkey }).viewer).toMatchObject({ standings: [], waits: [] });
		expect(draw(events).viewer).toBeUndefined();
	});
});

test('12. roles that a tool dropped are told with who still remembers them', () => {
	const page = draw([
		announce('alice', 2000, [
			['M', '@alice'],
			['m', '@bob', '1990']
		]),
		announce('alice', 3000, [['maintainers', '@alice', '@bob']]),
		announce('bob', 2500, [
			['M', '@alice'],
			['m', '@bob', '1990']
		])
	]);
	expect(page.droppedRoles).toMatchObject([
		{
			by: { pubkey: alice.pubkey },
			atSeconds: 3000,
			beforeSeconds: 2000,
			roles: [
				{ letter: 'M', subject: { pubkey: alice.pubkey } },
				{ letter: 'm', subject: { pubkey: bob.pubkey } }
			],
			copiedBy: [{ pubkey: bob.pubkey }]
		}
	]);
});
