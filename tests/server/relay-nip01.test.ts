import { describe, expect } from 'vitest';
import { demoPeople } from '../../server/demo.ts';
import { event, pairById, test } from './support/relay-test.ts';

const ids = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id);

describe('EVENT', () => {
	test('an event is stored and acknowledged', async ({ start, connect }) => {
		const client = await connect(await start());
		const note = event('alice', 1, 100);
		expect(await client.publish(note)).toEqual([true, '']);
		expect(await client.stored('a', {})).toEqual([note]);
	});

	test('an event that is here already is acknowledged as a duplicate', async ({ start, connect }) => {
		const client = await connect(await start());
		const note = event('alice', 1, 100);
		await client.publish(note);
		expect(await client.publish(note)).toEqual([true, 'duplicate: already have this event']);
	});

	test.for([
		['a wrong id', { ...event('alice', 1, 100), id: '0'.repeat(64) }, /^invalid: the id/],
		['a changed content', { ...event('alice', 1, 100), content: 'x' }, /^invalid: the id/],
		[
			'a signature of another event',
			{ ...event('alice', 1, 100), sig: event('alice', 1, 101).sig },
			/^invalid: the sig/
		],
		['a kind that is no number', { ...event('alice', 1, 100), kind: '1' }, /^invalid: not the shape/],
		['a tag that is no list', { ...event('alice', 1, 100), tags: ['d'] }, /^invalid: not the shape/],
		['an upper-case key', { ...event('alice', 1, 100), pubkey: 'A'.repeat(64) }, /^invalid: not the shape/],
		['a kind past 65535', event('alice', 65_536, 100), /^invalid: no such kind/]
	] as const)('%s is refused with a reason', async ([, forged, reason], { start, connect }) => {
		const client = await connect(await start());
		client.send('EVENT', forged);
		expect(await client.next()).toEqual(['OK', forged.id, false, expect.stringMatching(reason)]);
		expect(await client.stored('a', {})).toEqual([]);
	});
});

describe('of a replaceable or addressable kind', () => {
	const address = (at: number, d: string, content = '') => event('alice', 30_617, at, [['d', d]], content);

	test('the newer replaces the older, whichever comes first', async ({ start, connect }) => {
		const client = await connect(await start());
		const [old, newer] = [address(100, 'r'), address(200, 'r')];
		await client.publish(old);
		expect(await client.publish(newer)).toEqual([true, '']);
		expect(await client.publish(old)).toEqual([false, expect.stringMatching(/^invalid: a newer/)]);
		expect(await client.stored('a', {})).toEqual([newer]);
	});

	test('of one second the lowest id stays, whichever comes first (D1)', async ({ start, connect }) => {
		const [low, high] = pairById((content) => address(100, 'r', content));
		for (const order of [
			[low, high],
			[high, low]
		]) {
			const client = await connect(await start());
			for (const one of order) await client.publish(one);
			expect(await client.stored('a', {})).toEqual([low]);
		}
	});

	test('authors, kinds and identifiers are kept apart', async ({ start, connect }) => {
		const client = await connect(await start());
		const apart = [
			address(100, 'r'),
			address(100, 'R'),
			address(100, ''),
			event('alice', 30_618, 100, [['d', 'r']]),
			event('bob', 30_617, 100, [['d', 'r']])
		];
		for (const one of apart) await client.publish(one);
		expect(ids(await client.stored('a', {})).sort()).toEqual(ids(apart).sort());
	});

	test('only the first d tag counts, and none is the same as an empty one', async ({ start, connect }) => {
		const client = await connect(await start());
		const first = event('alice', 30_617, 200, [['d', 'r'], ['d', 'other']]); // prettier-ignore
		const bare = event('alice', 30_617, 200);
		for (const one of [address(100, 'r'), address(100, 'other'), address(100, ''), first, bare])
			await client.publish(one);
		expect(await client.stored('a', { until: 150 })).toEqual([address(100, 'other')]);
	});

	test('a profile and a relay list are kept once for each author', async ({ start, connect }) => {
		const client = await connect(await start());
		for (const kind of [0, 3, 10_002]) {
			await client.publish(event('alice', kind, 100));
			await client.publish(event('alice', kind, 101, [['d', 'ignored']]));
			await client.publish(event('bob', kind, 99));
		}
		expect((await client.stored('a', {})).map((one) => one.created_at)).toEqual([101, 101, 101, 99, 99, 99]);
	});
});

describe('an ephemeral event', () => {
	test('is passed on and not kept', async ({ start, connect }) => {
		const relay = await start();
		const [sender, listener] = [await connect(relay), await connect(relay)];
		await listener.listen('a', { kinds: [20_001] });
		const signal = event('alice', 20_001, 100);
		expect(await sender.publish(signal)).toEqual([true, '']);
		expect(await listener.next()).toEqual(['EVENT', 'a', signal]);
		expect(await listener.stored('b', {})).toEqual([]);
	});
});

describe('REQ', () => {
	const notes = [
		event('alice', 1, 100, [['t', 'a'], ['e', 'x']]), // prettier-ignore
		event('alice', 1, 200, [['t', 'b']]),
		event('bob', 1, 300, [['t', 'a'], ['T', 'A']]), // prettier-ignore
		event('bob', 7, 400, [['t', 'A'], ['long', 'a']]), // prettier-ignore
		event('carol', 7, 500)
	] as const;
	const [n100, n200, n300, n400, n500] = notes;
	const { alice, bob } = demoPeople;

	test.for([
		['everything, newest first', [{}], [n500, n400, n300, n200, n100]],
		['ids', [{ ids: [n200.id, n400.id] }], [n400, n200]],
		['authors', [{ authors: [alice.pubkey] }], [n200, n100]],
		['kinds', [{ kinds: [7] }], [n500, n400]],
		['authors and kinds together', [{ authors: [bob.pubkey], kinds: [1] }], [n300]],
		['since and until, both included', [{ since: 200, until: 400 }], [n400, n300, n200]],
		['a limit: the newest', [{ limit: 2 }], [n500, n400]],
		['a limit of 0: nothing stored', [{ limit: 0 }], []],
		['a tag', [{ '#t': ['a'] }], [n300, n100]],
		['a tag with several values', [{ '#t': ['a', 'b'] }], [n300, n200, n100]],
		['a tag value in its case', [{ '#t': ['A'] }], [n400]],
		['a tag letter in its case', [{ '#T': ['A'] }], [n300]],
		['two tags: both', [{ '#t': ['a'], '#e': ['x'] }], [n100]],
		['two filters: either, each event once', [{ authors: [bob.pubkey] }, { kinds: [7] }], [n500, n400, n300]],
		[
			'two filters: each with its own limit',
			[
				{ kinds: [1], limit: 1 },
				{ kinds: [7], limit: 1 }
			],
			[n500, n300]
		],
		['an empty list: nothing', [{ kinds: [] }], []],
		['an empty list of authors beside a kind: nothing', [{ authors: [], kinds: [1] }], []]
	] as const)('%s', async ([, filters, expected], { start, connect }) => {
		const relay = await start();
		relay.publish(notes);
		const client = await connect(relay);
		expect((await client.stored('a', ...filters)).map((one) => one.created_at)).toEqual(
			expected.map((one) => one.created_at)
		);
	});

	test('of one second the lowest id comes first (D1)', async ({ start, connect }) => {
		const relay = await start();
		const pair = pairById((content) => event('alice', 1, 100, [], content));
		relay.publish([...pair].reverse());
		expect(await (await connect(relay)).stored('a', {})).toEqual(pair);
	});

	test('no filter gives more than the limit of the relay', async ({ start, connect }) => {
		const relay = await start({ limits: { maxLimit: 3 } });
		relay.publish(notes);
		const client = await connect(relay);
		expect(await client.stored('a', {})).toEqual([n500, n400, n300]);
		expect(await client.stored('b', { limit: 50 })).toEqual([n500, n400, n300]);
	});

	test.for([
		['a filter that is no object', ['x']],
		['a list', [[]]],
		['null', [null]],
		['an id in upper case', [{ ids: ['A'.repeat(64)] }]],
		['a prefix of an id', [{ ids: ['ab'] }]],
		['an npub', [{ authors: ['npub1xyz'] }]],
		['kinds that are texts', [{ kinds: ['1'] }]],
		['a negative time', [{ since: -1 }]],
		['a time with a fraction', [{ until: 1.5 }]],
		['tag values that are numbers', [{ '#t': [1] }]],
		['a tag value that is no list', [{ '#t': 'a' }]],
		['a tag of two letters', [{ '#tt': ['a'] }]],
		['a key nobody knows', [{ search: 'x' }]],
		['no filter at all', []],
		['a good filter beside a bad one', [{}, { kinds: 1 }]]
	] as const)('%s: CLOSED with the reason', async ([, filters], { start, connect }) => {
		const client = await connect(await start());
		client.send('REQ', 'a', ...filters);
		expect(await client.next()).toEqual(['CLOSED', 'a', expect.stringMatching(/^invalid: /)]);
		await client.expectSilenceUntilAnswer();
	});
});

describe('a subscription', () => {
	test('gets what matches it as it comes, once, and nothing else', async ({ start, connect }) => {
		const relay = await start();
		const [sender, listener] = [await connect(relay), await connect(relay)];
		await listener.listen('a', { kinds: [1] }, { authors: [demoPeople.alice.pubkey] });
		const note = event('alice', 1, 100);
		await sender.publish(event('bob', 7, 100));
		await sender.publish(note);
		await sender.publish(note);
		expect(await listener.next()).toEqual(['EVENT', 'a', note]);
		await listener.expectSilenceUntilAnswer();
	});

	test('gets no older version of what it has', async ({ start, connect }) => {
		const relay = await start();
		const [sender, listener] = [await connect(relay), await connect(relay)];
		await sender.publish(event('alice', 30_617, 200, [['d', 'r']]));
		await listener.listen('a', {});
		await sender.publish(event('alice', 30_617, 100, [['d', 'r']]));
		await listener.expectSilenceUntilAnswer();
	});

	test('ends with CLOSE', async ({ start, connect }) => {
		const client = await connect(await start());
		await client.listen('a', {});
		client.send('CLOSE', 'a');
		await client.publish(event('alice', 1, 100));
		await client.expectSilenceUntilAnswer();
	});

	test('is replaced by another of the same id', async ({ start, connect }) => {
		const relay = await start();
		const [sender, listener] = [await connect(relay), await connect(relay)];
		await listener.listen('a', { kinds: [1] });
		await listener.listen('a', { kinds: [7] });
		const reaction = event('alice', 7, 101);
		await sender.publish(event('alice', 1, 100));
		await sender.publish(reaction);
		expect(await listener.next()).toEqual(['EVENT', 'a', reaction]);
	});

	test('belongs to its connection', async ({ start, connect }) => {
		const relay = await start();
		const [one, other] = [await connect(relay), await connect(relay)];
		await one.listen('a', {});
		other.send('CLOSE', 'a');
		const note = event('alice', 1, 100);
		await other.publish(note);
		expect(await one.next()).toEqual(['EVENT', 'a', note]);
	});
});
