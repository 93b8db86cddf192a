import { describe, expect, vi } from 'vitest';
import { checkEvent, type NostrEvent } from '#lib/core/event.ts';
import type { RelayFault } from '../../server/relay/faults.ts';
import { event, test } from './support/relay-test.ts';

/** Each fault of the local relay, through a client that speaks raw frames. */

const notes = [event('alice', 1, 300), event('alice', 1, 200), event('alice', 1, 100)];
const stranger = event('bob', 7, 400);
const filter = { kinds: [1] };
const judge = (value: unknown) => {
	const checked = checkEvent(value);
	return checked.ok ? 'genuine' : checked.error;
};

/** What a client gets up to what was asked after the fault ended. */
const asked = test.extend<{ ask: (fault: RelayFault) => Promise<unknown[][]> }>({
	ask: async ({ start, connect }, use) =>
		use(async (fault) => {
			const relay = await start();
			relay.publish([...notes, stranger]);
			const client = await connect(relay);
			relay.setFault(fault);
			client.send('REQ', 'a', filter);
			await vi.waitUntil(() => relay.received.REQ === 1, { timeout: 20_000 });
			relay.setFault(undefined);
			client.send('REQ', 'fence', { ids: [] });
			const frames: unknown[][] = [];
			for (;;) {
				const frame = await client.next();
				if (frame[0] === 'EOSE' && frame[1] === 'fence') return frames;
				frames.push(frame);
			}
		})
});

const given = notes.map((note) => ['EVENT', 'a', note]);
const eose = ['EOSE', 'a'];

asked('no-eose: everything comes, and no word that this was all', async ({ ask }) => {
	expect(await ask({ kind: 'no-eose' })).toEqual(given);
});

asked('early-eose: the end is said first, then everything comes', async ({ ask }) => {
	expect(await ask({ kind: 'early-eose' })).toEqual([eose, ...given]);
});

describe('refuse-requests and refuse-events: any words reach the client as they are:', () => {
	const words = [
		'',
		'auth-required: members only',
		'restricted: members only',
		'rate-limited: slow down',
		'error: the disk is full',
		'blocked: you are banned',
		'no prefix at all',
		'\u202Eback to front\u0000 🦊\n\u{E0041}\uD83D',
		'x'.repeat(10_000)
	];
	asked.for(words)('%j', async (message, { start, connect }) => {
		const relay = await start();
		const client = await connect(relay);
		relay.setFault({ kind: 'refuse-requests', message });
		client.send('REQ', 'a', filter);
		expect(await client.next()).toEqual(['CLOSED', 'a', message]);
		expect(await client.publish(notes[0] as NostrEvent)).toEqual([true, '']);
		relay.setFault({ kind: 'refuse-events', message });
		expect(await client.publish(notes[1] as NostrEvent)).toEqual([false, message]);
		expect(await client.stored('a', filter)).toEqual([notes[0]]);
	});
});

asked('a refused request stays refused: nothing comes on it later', async ({ start, connect }) => {
	const relay = await start();
	const client = await connect(relay);
	relay.setFault({ kind: 'refuse-requests', message: 'error: no' });
	client.send('REQ', 'a', filter);
	await client.next();
	relay.setFault(undefined);
	relay.publish(notes);
	await client.expectSilenceUntilAnswer();
});

asked.for([
	['bad-signature', ['signature', 'signature', 'signature']],
	['wrong-id', ['id', 'id', 'id']],
	['forged-first', ['id', 'genuine', 'id', 'genuine', 'id', 'genuine']]
] as const)('%s: what comes is %j, and then the end', async ([kind, expected], { ask }) => {
	const frames = await ask({ kind });
	expect(frames.at(-1)).toEqual(eose);
	expect(frames.slice(0, -1).map(([, , value]) => judge(value))).toEqual(expected);
});

asked('forged-first: the forged copy has the id of the genuine one', async ({ ask }) => {
	const ids = (await ask({ kind: 'forged-first' })).slice(0, -1).map(([, , value]) => (value as NostrEvent).id);
	expect(ids).toEqual(notes.flatMap(({ id }) => [id, id]));
});

asked('what a fault does to stored events it does to those that come later', async ({ start, connect }) => {
	const relay = await start();
	const client = await connect(relay);
	relay.setFault({ kind: 'bad-signature' });
	await client.listen('a', filter);
	relay.publish([notes[0] as NostrEvent]);
	expect(judge((await client.next())[2])).toBe('signature');
});

asked('unasked: genuine events that match no filter come before the answer', async ({ ask }) => {
	expect(await ask({ kind: 'unasked' })).toEqual([['EVENT', 'a', stranger], ...given, eose]);
});

asked('page-limit: each filter gives so many, the newest, and nothing is said about it', async ({ start, connect }) => {
	const relay = await start();
	relay.publish([...notes, stranger]);
	relay.setFault({ kind: 'page-limit', events: 2 });
	const client = await connect(relay);
	expect(await client.stored('a', filter)).toEqual(notes.slice(0, 2));
	expect(await client.stored('a', filter, { kinds: [7] })).toEqual([stranger, ...notes.slice(0, 2)]);
	expect(await client.stored('a', { ...filter, until: 200 })).toEqual(notes.slice(1));
});

asked(
	'flood: so many events that match the filter under ids of their own, none of them signed',
	async ({ start, connect }) => {
		const relay = await start();
		const client = await connect(relay);
		relay.setFault({ kind: 'flood', events: 20_000 });
		client.send('REQ', 'a', filter);
		const events: NostrEvent[] = [];
		while (events.length < 20_000) events.push((await client.next())[2] as NostrEvent);
		expect(new Set(events.map(({ id }) => id)).size).toBe(20_000);
		expect(events.every(({ kind }) => kind === 1)).toBe(true);
		for (const each of events.slice(0, 5)) expect(judge(each)).toBe('signature');
		relay.setFault(undefined);
		await client.expectSilenceUntilAnswer();
	}
);

asked('flood: others in the same process are answered meanwhile', async ({ start, connect }) => {
	const [flooding, other] = [await start(), await start()];
	const [client, waiting] = [await connect(flooding), await connect(other)];
	flooding.setFault({ kind: 'flood', events: 200_000 });
	let count = 0;
	client.socket.on('message', () => count++);
	client.send('REQ', 'a', filter);
	await vi.waitUntil(() => count > 0, { timeout: 20_000 });
	expect(await waiting.stored('b', filter)).toEqual([]);
	expect(count).toBeLessThan(200_000);
});

asked('oversize: one frame of more than a megabyte', async ({ ask }) => {
	const [frame] = await ask({ kind: 'oversize' });
	expect(JSON.stringify(frame).length).toBeGreaterThan(1_000_000);
});

asked(
	'rate-limit: after so many requests all are refused for a while, then it counts anew',
	async ({ start, connect }) => {
		const relay = await start();
		relay.publish(notes);
		const client = await connect(relay);
		relay.setFault({ kind: 'rate-limit', afterRequests: 2, pauseMs: 300 });
		for (let i = 0; i < 2; i++) expect(await client.stored('a', filter)).toHaveLength(3);
		const refused = ['CLOSED', 'a', 'rate-limited: slow down'];
		client.send('REQ', 'a', filter);
		expect(await client.next()).toEqual(refused);
		await vi.waitUntil(
			async () => {
				client.send('REQ', 'a', filter);
				const frame = await client.next();
				if (frame[0] === 'EVENT') return true;
				expect(frame).toEqual(refused);
				return false;
			},
			{ timeout: 20_000, interval: 20 }
		);
	}
);

asked('auth-required: a challenge on connecting, and every question and event refused', async ({ start, connect }) => {
	const relay = await start();
	relay.setFault({ kind: 'auth-required' });
	const client = await connect(relay);
	expect(await client.next()).toEqual(['AUTH', expect.any(String)]);
	client.send('REQ', 'a', filter);
	expect(await client.next()).toEqual(['CLOSED', 'a', expect.stringMatching(/^auth-required: /)]);
	expect(await client.publish(notes[0] as NostrEvent)).toEqual([false, expect.stringMatching(/^auth-required: /)]);
	expect(relay.eventCount).toBe(0);
});

asked('notices: so many before a good answer', async ({ ask }) => {
	const frames = await ask({ kind: 'notices', count: 1500 });
	expect(frames.slice(0, 1500).every(([verb]) => verb === 'NOTICE')).toBe(true);
	expect(frames.slice(1500)).toEqual([...given, eose]);
});

asked.for(['text', 'bytes'] as const)('junk: %s that no client can read', async (form, { start, connect }) => {
	const relay = await start();
	const client = await connect(relay);
	const seen: (readonly [text: string, isBinary: boolean])[] = [];
	client.socket.removeAllListeners('message');
	client.socket.on('message', (data: Buffer, isBinary) => seen.push([data.toString(), isBinary]));
	relay.setFault({ kind: 'junk', form });
	client.send('REQ', 'a', filter);
	await vi.waitUntil(() => seen.length === (form === 'bytes' ? 1 : 10), { timeout: 20_000 });
	expect(seen.every(([, isBinary]) => isBinary === (form === 'bytes'))).toBe(true);
	if (form === 'text') expect(seen.at(-1)).toEqual([JSON.stringify(eose), false]);
});
