import { describe, expect, vi } from 'vitest';
import { createServer } from 'node:net';
import { startRelay } from '../../server/relay.ts';
import { RelayClient } from './support/relay-client.ts';
import { event, test } from './support/relay-test.ts';

describe('a frame of bad shape is answered with NOTICE and ends nothing:', () => {
	test.for([
		['no JSON', '{'],
		['nothing', ''],
		['an object', '{"a":1}'],
		['null', 'null'],
		['an empty list', '[]'],
		['a verb nobody knows', '["COUNT","a",{}]'],
		['a verb in lower case', '["req","a",{}]'],
		['an EVENT without an event', '["EVENT"]'],
		['an EVENT of null', '["EVENT",null]'],
		['an EVENT without an id', '["EVENT",{}]'],
		['an EVENT whose id is a number', '["EVENT",{"id":1}]'],
		['a REQ without an id', '["REQ"]'],
		['a REQ with an empty id', '["REQ","",{}]'],
		['a REQ with an id of 65 characters', `["REQ","${'a'.repeat(65)}",{}]`],
		['a CLOSE of a number', '["CLOSE",1]'],
		['a frame nested 50,000 deep', '['.repeat(50_000)],
		['a list nested 50,000 deep', '['.repeat(50_000) + ']'.repeat(50_000)],
		['a frame of bytes', Buffer.from([0, 255, 1])]
	] as const)('%s', async ([, text], { start, connect }) => {
		const client = await connect(await start());
		client.sendText(text);
		expect(await client.next()).toEqual(['NOTICE', expect.stringMatching(/^invalid: /)]);
		await client.expectSilenceUntilAnswer();
	});

	test('an event that is no event at all, but has an id, is refused under that id', async ({ start, connect }) => {
		const client = await connect(await start());
		client.send('EVENT', { id: 'x', tags: null });
		expect(await client.next()).toEqual(['OK', 'x', false, 'invalid: not the shape of an event']);
	});
});

describe('limits', () => {
	test('a frame past the limit ends its connection and no other', async ({ start, connect }) => {
		const relay = await start({ limits: { maxMessageBytes: 1000 } });
		const [client, other] = [await connect(relay), await connect(relay)];
		client.sendText('x'.repeat(1001));
		await client.closed();
		expect(client.closeCode).toBe(1009);
		await other.expectSilenceUntilAnswer();
		await vi.waitUntil(() => relay.connectionCount === 1, { timeout: 20_000 });
	});

	test('one subscription too many is CLOSED, one given up makes room', async ({ start, connect }) => {
		const client = await connect(await start({ limits: { maxSubscriptions: 2 } }));
		await client.listen('a', {});
		await client.listen('b', {});
		await client.listen('b', { kinds: [1] });
		client.send('REQ', 'c', {});
		expect(await client.next()).toEqual(['CLOSED', 'c', expect.stringMatching(/^rate-limited: /)]);
		client.send('CLOSE', 'a');
		expect(await client.stored('c', {})).toEqual([]);
	});

	test('one filter too many is CLOSED', async ({ start, connect }) => {
		const client = await connect(await start({ limits: { maxFilters: 2 } }));
		client.send('REQ', 'a', {}, {}, {});
		expect(await client.next()).toEqual(['CLOSED', 'a', expect.stringMatching(/^invalid: /)]);
	});
});

describe('NIP-11', () => {
	const ask = (url: string, init?: RequestInit) => fetch(url.replace('ws:', 'http:'), init);

	test('the relay says what it is and what it allows, to any page', async ({ start }) => {
		const relay = await start({ name: 'Test', limits: { maxLimit: 7 } });
		const response = await ask(relay.url, { headers: { Accept: 'application/nostr+json' } });
		expect(response.headers.get('content-type')).toBe('application/nostr+json');
		expect(response.headers.get('access-control-allow-origin')).toBe('*');
		expect(await response.json()).toMatchObject({
			name: 'Test',
			supported_nips: [1, 9, 11],
			limitation: { max_limit: 7, max_message_length: 524_288, auth_required: false }
		});
	});

	test('whoever asks otherwise gets a sentence, whoever sends something is refused', async ({ start }) => {
		const relay = await start();
		expect(await (await ask(relay.url)).text()).toMatch(/nostr relay/);
		expect((await ask(relay.url, { method: 'POST', body: 'x' })).status).toBe(405);
		expect((await ask(relay.url, { method: 'OPTIONS' })).status).toBe(204);
	});
});

describe('faults', () => {
	const notes = [event('alice', 1, 100), event('alice', 1, 200), event('alice', 1, 300)];

	test('silence: the socket is taken, what is asked is counted, nothing is answered, until it ends', async ({
		start,
		connect
	}) => {
		const relay = await start();
		const client = await connect(relay);
		await client.stored('before', {});
		relay.setFault({ kind: 'silence' });
		client.send('REQ', 'a', {});
		client.send('EVENT', notes[0]);
		client.sendText('junk');
		const late = await connect(relay);
		late.send('REQ', 'b', {});
		await vi.waitUntil(() => relay.received.REQ === 3 && relay.received.EVENT === 1, { timeout: 20_000 });
		relay.publish([event('bob', 1, 100)]);
		relay.setFault(undefined);
		expect(relay.eventCount).toBe(1);
		await client.expectSilenceUntilAnswer();
		await late.expectSilenceUntilAnswer();
	});

	test.for([0, 1, 2, 3, 50])(
		'drop-midway: after %d events and before EOSE the connection closes, and no more is read',
		async (afterEvents, { start, connect }) => {
			const relay = await start();
			relay.publish(notes);
			relay.setFault({ kind: 'drop-midway', afterEvents });
			const client = await connect(relay);
			client.send('REQ', 'a', {});
			client.send('REQ', 'b', {});
			client.send('EVENT', event('bob', 1, 100));
			const frames = await client.closed();
			const expected = [...notes].reverse().slice(0, afterEvents);
			expect(frames).toEqual(expected.map((note) => ['EVENT', 'a', note]));
			await vi.waitUntil(() => relay.connectionCount === 0, { timeout: 20_000 });
			relay.setFault(undefined);
			expect(await (await connect(relay)).stored('a', {})).toHaveLength(3);
		}
	);

	test('closed: connections are cut and refused; listening again, it is there with its events', async ({
		start,
		connect
	}) => {
		const relay = await start();
		relay.publish(notes);
		const client = await connect(relay);
		await relay.close();
		await client.closed();
		expect(relay.connectionCount).toBe(0);
		await expect(RelayClient.connect(relay.url)).rejects.toThrow(/ECONNREFUSED/);
		await relay.listen();
		expect(await (await connect(relay)).stored('a', {})).toHaveLength(3);
	});
});

describe('the relay', () => {
	test('counts what it was asked', async ({ start, connect }) => {
		const relay = await start();
		const client = await connect(relay);
		await client.publish(event('alice', 1, 100));
		await client.stored('a', {});
		await client.expectSilenceUntilAnswer();
		expect(relay.received).toEqual({ EVENT: 1, REQ: 2, CLOSE: 1 });
		expect(relay.connectionCount).toBe(1);
	});

	test('hands what is published from inside to those who listen', async ({ start, connect }) => {
		const relay = await start();
		const client = await connect(relay);
		await client.listen('a', {});
		const note = event('alice', 1, 100);
		const forged = { ...note, content: 'x' };
		expect(relay.publish([note, forged]).map(({ accepted }) => accepted)).toEqual([true, false]);
		expect(await client.next()).toEqual(['EVENT', 'a', note]);
	});

	test('does not start on a port that is taken', async () => {
		const other = createServer();
		await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
		const { port } = other.address() as { port: number };
		await expect(startRelay({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
		other.close();
	});

	test('listens on this machine only', async ({ start }) => {
		const relay = await start();
		expect(relay.url).toBe(`ws://127.0.0.1:${relay.port}`);
		await expect(RelayClient.connect(`ws://[::1]:${relay.port}`)).rejects.toThrow(/ECONNREFUSED/);
	});
});
