import { describe, expect } from 'vitest';
import type { NostrEvent } from '#lib/core/event.ts';
import { demoPeople } from '../../server/demo.ts';
import type { PersonName } from '../../server/demo/people.ts';
import { event, pairById, test } from './support/relay-test.ts';

const blocked = [false, 'blocked: its author deleted it'];
const announcement = (at: number, d = 'r', content = '') => event('alice', 30_617, at, [['d', d]], content);
const deletion = (by: PersonName, at: number, ...tags: string[][]) => event(by, 5, at, tags);
const byId = ({ id }: NostrEvent) => ['e', id];
const byAddress = (d = 'r', owner: PersonName = 'alice', kind = 30_617) => [
	'a',
	`${kind}:${demoPeople[owner].pubkey}:${d}`
];

describe('a deletion by id (NIP-09)', () => {
	test('removes the event, is served itself, and blocks the event from coming back', async ({ start, connect }) => {
		const client = await connect(await start());
		const note = event('alice', 1, 100);
		const request = deletion('alice', 50, byId(note));
		await client.publish(note);
		expect(await client.publish(request)).toEqual([true, '']);
		expect(await client.stored('a', {})).toEqual([request]);
		expect(await client.publish(note)).toEqual(blocked);
	});

	test('works before the event is seen', async ({ start, connect }) => {
		const client = await connect(await start());
		const note = event('alice', 1, 100);
		await client.publish(deletion('alice', 50, byId(note)));
		expect(await client.publish(note)).toEqual(blocked);
	});

	test('by somebody else does nothing, before or after', async ({ start, connect }) => {
		const client = await connect(await start());
		const [first, second] = [event('alice', 1, 100), event('alice', 1, 101)];
		await client.publish(first);
		await client.publish(deletion('bob', 200, byId(first), byId(second)));
		expect(await client.publish(second)).toEqual([true, '']);
		expect(await client.stored('a', { kinds: [1] })).toEqual([second, first]);
	});

	test('of the latest version brings no older one back (D3)', async ({ start, connect }) => {
		const client = await connect(await start());
		const [old, latest, later] = [announcement(100), announcement(200), announcement(300)];
		await client.publish(latest);
		await client.publish(deletion('alice', 250, byId(latest)));
		expect(await client.publish(old)).toEqual(blocked);
		expect(await client.stored('a', { kinds: [30_617] })).toEqual([]);
		expect(await client.publish(later)).toEqual([true, '']);
	});

	test('of the latest version takes away the older one that was here, though the latest was never seen', async ({
		start,
		connect
	}) => {
		const client = await connect(await start());
		const [old, latest] = [announcement(100), announcement(200)];
		await client.publish(deletion('alice', 250, byId(latest)));
		expect(await client.publish(old)).toEqual([true, '']);
		expect(await client.publish(latest)).toEqual(blocked);
		expect(await client.stored('a', { kinds: [30_617] })).toEqual([]);
		expect(await client.publish(old)).toEqual(blocked);
	});

	test('of an old version leaves the latest', async ({ start, connect }) => {
		const client = await connect(await start());
		const [old, latest] = [announcement(100), announcement(200)];
		await client.publish(latest);
		await client.publish(deletion('alice', 250, byId(old)));
		expect(await client.publish(old)).toEqual(blocked);
		expect(await client.stored('a', { kinds: [30_617] })).toEqual([latest]);
	});

	test('of one of two versions of a second blocks the one that would speak after it', async ({ start, connect }) => {
		const client = await connect(await start());
		const [low, high] = pairById((content) => announcement(100, 'r', content));
		await client.publish(low);
		await client.publish(deletion('alice', 100, byId(low)));
		expect(await client.publish(high)).toEqual(blocked);
	});

	test('of a deletion does nothing', async ({ start, connect }) => {
		const client = await connect(await start());
		const note = event('alice', 1, 100);
		const first = deletion('alice', 200, byId(note));
		const second = deletion('alice', 300, byId(first));
		for (const one of [first, second]) await client.publish(one);
		expect(await client.stored('a', {})).toEqual([second, first]);
		expect(await client.publish(note)).toEqual(blocked);
	});

	test('of a deletion that is yet to come does nothing either', async ({ start, connect }) => {
		const client = await connect(await start());
		const note = event('alice', 1, 100);
		const first = deletion('alice', 200, byId(note));
		await client.publish(deletion('alice', 300, byId(first)));
		expect(await client.publish(first)).toEqual([true, '']);
		expect(await client.publish(note)).toEqual(blocked);
	});
});

describe('a deletion by address (NIP-09, D3)', () => {
	test('removes every version up to its own second, and no later one', async ({ start, connect }) => {
		const client = await connect(await start());
		await client.publish(announcement(200));
		await client.publish(deletion('alice', 200, byAddress()));
		expect(await client.stored('a', { kinds: [30_617] })).toEqual([]);
		for (const at of [100, 200]) expect(await client.publish(announcement(at, 'r', 'again'))).toEqual(blocked);
		expect(await client.publish(announcement(201))).toEqual([true, '']);
	});

	test('older than the event leaves it', async ({ start, connect }) => {
		const client = await connect(await start());
		const latest = announcement(200);
		await client.publish(latest);
		await client.publish(deletion('alice', 199, byAddress()));
		expect(await client.stored('a', { kinds: [30_617] })).toEqual([latest]);
	});

	test('that comes late and is older than another takes nothing of it back', async ({ start, connect }) => {
		const client = await connect(await start());
		await client.publish(deletion('alice', 300, byAddress()));
		await client.publish(deletion('alice', 100, byAddress()));
		expect(await client.publish(announcement(200))).toEqual(blocked);
	});

	test.for(['a:b', 'a/b', '', '🚀 repo', ':', 'a\nb'])(
		'is split at the first two colons: %j',
		async (d, { start, connect }) => {
			const client = await connect(await start());
			await client.publish(announcement(100, d));
			await client.publish(announcement(100, 'other'));
			await client.publish(deletion('alice', 200, byAddress(d)));
			expect(await client.stored('a', { kinds: [30_617] })).toEqual([announcement(100, 'other')]);
		}
	);

	test.for([
		['another author', byAddress('r', 'bob')],
		['another kind', byAddress('r', 'alice', 30_618)],
		['another identifier', byAddress('R')],
		['a kind with a leading zero', ['a', `030617:${demoPeople.alice.pubkey}:r`]],
		['a key in upper case', ['a', `30617:${demoPeople.alice.pubkey.toUpperCase()}:r`]],
		['no identifier', ['a', `30617:${demoPeople.alice.pubkey}`]],
		['an empty value', ['a', '']],
		['no value', ['a']]
	] as const)('of %s leaves the event', async ([, tag], { start, connect }) => {
		const client = await connect(await start());
		await client.publish(announcement(100));
		await client.publish(deletion('alice', 200, [...tag]));
		expect(await client.stored('a', { kinds: [30_617] })).toEqual([announcement(100)]);
	});

	test('by somebody else does nothing', async ({ start, connect }) => {
		const client = await connect(await start());
		await client.publish(announcement(100));
		await client.publish(deletion('bob', 200, byAddress()));
		expect(await client.stored('a', { kinds: [30_617] })).toEqual([announcement(100)]);
	});

	test('of a replaceable kind removes it', async ({ start, connect }) => {
		const client = await connect(await start());
		await client.publish(event('alice', 10_002, 100));
		await client.publish(deletion('alice', 200, byAddress('', 'alice', 10_002)));
		expect(await client.stored('a', { kinds: [10_002] })).toEqual([]);
	});
});
