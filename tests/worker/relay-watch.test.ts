import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RelayOutcome } from '#lib/core/evidence.ts';
import type { Filter } from '#lib/core/filter.ts';
import { parseRelayUrl, type RelayUrl } from '#lib/core/relay-url.ts';
import { checkCheaply } from '#lib/worker/ingest/cheap-checks.ts';
import { poolLimits, RelayPool, type PoolLimits } from '#lib/worker/relays/relay-pool.ts';
import { RelayWatch, watchLimits, type WatchLimits } from '#lib/worker/relays/relay-watch.ts';
import { openTransport, type Transport } from '#lib/worker/relays/transport.ts';
import { startRelay, type Relay, type RelayOptions } from '../../server/relay.ts';
import { announce, identifier, people, remove } from './support/events.ts';
import { made, openSockets, useNodeSockets } from './support/node-sockets.ts';
import { say, startRawRelay, type RawRelay, type Script } from './support/raw-relay.ts';
import { waitUntil } from './support/wait-until.ts';

let transport: Transport;
const closing: (() => void | Promise<void>)[] = [];
const everybody = Object.values(people).map(({ pubkey }) => pubkey);
const filter: Filter = { kinds: [30617], authors: everybody, '#d': [identifier] };

beforeAll(async () => {
	useNodeSockets();
	transport = await openTransport();
});
beforeEach(() => void closing.splice(0));
afterEach(async () => {
	for (const close of closing.reverse()) await close();
	await waitUntil('every socket is closed', () => openSockets() === 0);
});

/** Deletion requests that differ. */
function deletion(i: number, seconds: number) {
	return remove('alice', seconds, ['e', i.toString(16).padStart(64, '0')]);
}

function urlOf(text: string): RelayUrl {
	const url = parseRelayUrl(text);
	if (!url.ok) throw new Error(text);
	return url.value;
}

async function local(options: RelayOptions = {}): Promise<Relay> {
	const relay = await startRelay(options);
	closing.push(() => relay.close().catch(() => undefined));
	return relay;
}

async function raw(script: Script): Promise<RawRelay> {
	const relay = await startRawRelay(script);
	closing.push(() => relay.close());
	return relay;
}

function poolWith(limits: Partial<PoolLimits> = {}): RelayPool {
	return new RelayPool(transport, { ...poolLimits, firstRetryMs: 10, lastRetryMs: 50, ...limits });
}

function watch(
	url: string,
	{
		pool = poolWith(),
		filters = [filter],
		...limits
	}: { pool?: RelayPool; filters?: readonly Filter[] } & Partial<WatchLimits> = {}
) {
	const notices: string[] = [];
	const junk: null[] = [];
	const events: unknown[] = [];
	const outcomes: RelayOutcome[] = [];
	const opened = RelayWatch.open(
		pool,
		urlOf(url),
		{
			onEvent: (event, asked) => {
				events.push(event);
				return checkCheaply(event, asked).ok;
			},
			onOutcome: (outcome) => outcomes.push(outcome),
			onReconnected: () => undefined,
			onNotice: (message) => notices.push(message),
			onJunk: () => junk.push(null),
			whenDealtWith: (then) => then()
		},
		{ ...watchLimits, ...limits }
	);
	if (!opened) throw new Error('no socket left');
	closing.push(() => opened.close());
	opened.add(filters);
	const until = (kind: RelayOutcome['kind']) => waitUntil(`${url} is ${kind}`, () => opened.outcome.kind === kind);
	const ids = () => new Set(events.map((event) => (event as { id: string }).id));
	return { watch: opened, events, outcomes, until, ids, notices, junk };
}

describe('what a relay did (D36)', () => {
	test('answered: it sent all it has, and what comes later arrives live', async () => {
		const relay = await local();
		relay.publish([announce('alice', 1000)]);
		const { until, outcomes, ids } = watch(relay.url);
		await until('answered');
		expect(outcomes).toEqual([{ kind: 'waiting' }, { kind: 'answered' }]);
		expect(ids()).toEqual(new Set([announce('alice', 1000).id]));
		relay.publish([announce('bob', 1001)]);
		await waitUntil('the later one arrives', () => ids().size === 2);
	});

	test('connection: nobody listens there, which is known at once', async () => {
		const relay = await local();
		await relay.close();
		const { until, outcomes } = watch(relay.url);
		await until('failed');
		expect(outcomes.at(-1)).toEqual({ kind: 'failed', reason: 'connection' });
	});

	test('timeout: it takes the connection and says nothing; when it speaks after all, it has answered', async () => {
		const relay = await local();
		relay.setFault({ kind: 'silence' });
		const { until, watch: opened, outcomes } = watch(relay.url, { answerTimeoutMs: 50 });
		await until('failed');
		expect(outcomes.at(-1)).toEqual({ kind: 'failed', reason: 'timeout' });
		relay.setFault(undefined);
		opened.add([{ ...filter, kinds: [5] }]);
		expect(opened.outcome.kind).toBe('failed');
		await relay.close();
		await relay.listen();
		await until('answered');
	});

	test('closed and auth-required: with what the relay said', async () => {
		const refusing = await raw(([verb, id], socket) => verb === 'REQ' && say(socket, 'CLOSED', id, 'error: too busy'));
		const closed = watch(refusing.url);
		await closed.until('failed');
		expect(closed.outcomes.at(-1)).toEqual({ kind: 'failed', reason: 'closed', message: 'error: too busy' });
		const asking = await raw(([verb, id], socket) => {
			if (verb === 'REQ') say(socket, 'CLOSED', id, 'auth-required: members only');
		});
		const auth = watch(asking.url);
		await auth.until('failed');
		expect(auth.outcomes.at(-1)).toMatchObject({ reason: 'auth-required', message: 'auth-required: members only' });
	});

	test('a live request that the relay ends is asked once more, and hears on', async () => {
		const relay = await raw(([verb, id], socket) => verb === 'REQ' && say(socket, 'EOSE', id));
		const { until, outcomes, ids } = watch(relay.url);
		await until('answered');
		const live = () => relay.received.filter(([verb, , asked]) => verb === 'REQ' && (asked as Filter).limit === 1);
		relay.send(['CLOSED', live()[0]?.[1], 'error: restarting']);
		await waitUntil('it is asked again', () => live().length === 2);
		relay.send(['EVENT', live()[1]?.[1], announce('alice', 1000)]);
		await waitUntil('it hears on', () => ids().size === 1);
		expect(outcomes.at(-1)).toEqual({ kind: 'answered' });
	});

	test('closed: a relay that ends its live requests for good has not answered, though it sent all it has', async () => {
		const relay = await raw(([verb, id, ...asked], socket) => {
			if (verb !== 'REQ') return;
			say(socket, 'EOSE', id);
			if (asked.some(({ limit }: Filter) => limit === 1)) say(socket, 'CLOSED', id, 'error: nothing live here');
		});
		const { until, outcomes } = watch(relay.url);
		await until('failed');
		expect(outcomes.at(-1)).toEqual({ kind: 'failed', reason: 'closed', message: 'error: nothing live here' });
		const live = relay.received.filter(([verb, , asked]) => verb === 'REQ' && (asked as Filter).limit === 1);
		expect(live).toHaveLength(2);
	});

	test('dropped half-way: not answered until it was asked again and answered', async () => {
		const relay = await local();
		relay.publish([announce('alice', 1000), announce('bob', 1001)]);
		relay.setFault({ kind: 'drop-midway', afterEvents: 1 });
		const { until, outcomes, ids } = watch(relay.url);
		await until('failed');
		expect(outcomes.at(-1)).toEqual({ kind: 'failed', reason: 'connection' });
		await waitUntil('it was asked again', () => relay.received.REQ > 2);
		expect(outcomes.at(-1)).toEqual({ kind: 'failed', reason: 'connection' });
		relay.setFault(undefined);
		await until('answered');
		expect(ids().size).toBe(2);
	});

	test('a relay that goes away before its events are checked has not answered, though it had sent all', async () => {
		const relay = await raw(([verb, id], socket) => verb === 'REQ' && say(socket, 'EOSE', id));
		let dealtWith = () => {};
		const outcomes: RelayOutcome[] = [];
		const opened = RelayWatch.open(poolWith({ firstRetryMs: 60_000 }), relay.url, {
			onEvent: () => true,
			onOutcome: (outcome) => outcomes.push(outcome),
			onReconnected: () => undefined,
			onNotice: () => undefined,
			onJunk: () => undefined,
			whenDealtWith: (then) => (dealtWith = then)
		});
		closing.push(() => opened?.close());
		const before = dealtWith;
		opened?.add([filter]);
		await waitUntil('it has sent all', () => dealtWith !== before);
		relay.drop();
		await waitUntil('it is gone', () => opened?.outcome.kind === 'failed');
		dealtWith();
		expect(outcomes.map(({ kind }) => kind)).toEqual(['waiting', 'failed']);
	});

	test('a relay that went away after it answered has not answered, until it is back; nothing in between is missed', async () => {
		const relay = await local();
		const { until, ids, outcomes } = watch(relay.url);
		await until('answered');
		await relay.close();
		await until('failed');
		relay.publish([announce('alice', 1000)]);
		await relay.listen();
		await until('answered');
		expect(ids().size).toBe(1);
		expect(outcomes.map(({ kind }) => kind)).not.toContain('not-asked');
		relay.publish([announce('bob', 1001)]);
		await waitUntil('live events arrive on the new connection', () => ids().size === 2);
	});

	test('flooded: events nobody asked for, without end; then the relay is left alone', async () => {
		const relay = await raw(([verb], socket) => {
			if (verb === 'REQ') for (let i = 0; i < 30; i++) say(socket, 'EVENT', 'never-asked', {});
		});
		const { until, outcomes } = watch(relay.url, { pool: poolWith({ unasked: 20 }) });
		await until('failed');
		expect(outcomes.at(-1)).toMatchObject({ kind: 'failed', reason: 'flooded' });
		await waitUntil('it is left alone', () => openSockets() === 0);
	});

	test.each([
		['events for ids nobody gave, each with an end of them', ['["EVENT","never","x"]', '["EOSE","never"]']],
		['notices', ['["NOTICE","x"]']],
		['verbs nobody knows', ['["NEW","x"]']],
		['what is no JSON', ['x']],
		['frames without what they are about', ['["EVENT"]']],
		['one end of a request many times', ['["EOSE","q1"]', '["EOSE","q2"]', '["NOTICE","x"]']]
	])('flooded: %s, without end', async (_, frames) => {
		const relay = await raw(([verb], socket) => {
			if (verb === 'REQ') for (let i = 0; i < 30; i++) for (const frame of frames) socket.send(frame);
		});
		const { until, watch: opened } = watch(relay.url, { pool: poolWith({ unasked: 20 }) });
		await waitUntil('it is flooded', () => opened.outcome.kind === 'failed');
		await until('failed');
		expect(opened.outcome).toMatchObject({ reason: 'flooded' });
		await waitUntil('it is left alone', () => openSockets() === 0);
	});

	test('flooded: more than a relay may send, though it was asked for', async () => {
		const relay = await raw(([verb, id], socket) => {
			if (verb === 'REQ') for (let i = 0; i < 30; i++) say(socket, 'EVENT', id, { x: 'x'.repeat(1_000) });
		});
		const { until, outcomes, events } = watch(relay.url, { pool: poolWith({ received: 20_000 }) });
		await until('failed');
		expect(outcomes.at(-1)).toMatchObject({ reason: 'flooded' });
		expect(events.length).toBeLessThan(20);
		await waitUntil('it is left alone', () => openSockets() === 0);
	});

	test('oversize, junk: a frame of more than a megabyte, or of bytes, is never read and ends the connection for good', async () => {
		for (const [reason, frame] of [
			['oversize', 'x'.repeat(1_000_001)],
			['junk', Buffer.from('["EOSE","q1"]')]
		] as const) {
			const relay = await raw(([verb], socket) => verb === 'REQ' && socket.send(frame));
			const before = made.length;
			const { until, outcomes, events } = watch(relay.url);
			await until('failed');
			expect(outcomes.at(-1)).toEqual({ kind: 'failed', reason });
			await waitUntil('it is left alone', () => openSockets() === 0);
			expect(made.length - before).toBe(1);
			expect(events).toEqual([]);
		}
	});

	test('frames that are no frames, and verbs nobody knows, change nothing', async () => {
		const relay = await raw(([verb, id], socket) => {
			if (verb !== 'REQ') return;
			socket.send('not json');
			for (const frame of [
				[],
				{},
				null,
				['EVENT'],
				['EOSE', 7],
				['AUTH', 'challenge'],
				['OK', 'id', true, ''],
				['NEW', id]
			])
				socket.send(JSON.stringify(frame));
			say(socket, 'EOSE', id);
		});
		const { until } = watch(relay.url);
		await until('answered');
	});
});

describe('asking', () => {
	test('more is asked without asking again for what was asked', async () => {
		const relay = await raw(([verb, id], socket) => verb === 'REQ' && say(socket, 'EOSE', id));
		const { until, watch: opened } = watch(relay.url, { filters: [{ ...filter, authors: [people.alice.pubkey] }] });
		await until('answered');
		const before = relay.received.length;
		opened.add([{ ...filter, authors: [people.bob.pubkey] }]);
		expect(opened.outcome.kind).toBe('waiting');
		await until('answered');
		const stored = relay.received
			.slice(before)
			.flatMap(([verb, , ...filters]) => (verb === 'REQ' ? (filters as Filter[]) : []))
			.filter(({ limit }) => limit !== 1);
		expect(stored.map(({ authors }) => authors)).toEqual([[people.bob.pubkey]]);
	});

	test('a relay that gives few events at once is asked on until it has given all', async () => {
		const relay = await local({ limits: { maxLimit: 10 } });
		relay.publish(Array.from({ length: 35 }, (_, i) => deletion(i, 1000 + (i >> 2))));
		const { until, ids } = watch(relay.url, { filters: [{ kinds: [5], authors: everybody }] });
		await until('answered');
		expect(ids().size).toBe(35);
	});

	test('one filter that reaches far back does not hide the rest of another', async () => {
		const relay = await local({ limits: { maxLimit: 10 } });
		relay.publish([announce('bob', 1), ...Array.from({ length: 25 }, (_, i) => deletion(i, 1000 + i))]);
		const { until, ids } = watch(relay.url, { filters: [filter, { kinds: [5], authors: everybody }] });
		await until('answered');
		expect(ids().size).toBe(26);
	});

	test('a second that holds more than the relay gives at once is asked for in parts', async () => {
		const relay = await local({ limits: { maxLimit: 10 } });
		const names = ['alice', 'bob', 'carol', 'dave', 'eve'] as const;
		relay.publish(names.flatMap((by) => ['1', '2', '3'].map((x) => remove(by, 1000, ['e', x.repeat(64)]))));
		const { until, ids } = watch(relay.url, { filters: [{ kinds: [5], authors: everybody }] });
		await until('answered');
		expect(ids().size).toBe(15);
	});

	test('partial: when one second holds more than the relay gives at once, even of one author', async () => {
		const relay = await local({ limits: { maxLimit: 10 } });
		relay.publish(Array.from({ length: 15 }, (_, i) => deletion(i, 1000)));
		const { until, outcomes } = watch(relay.url, { filters: [{ kinds: [5], authors: everybody }] });
		await until('failed');
		expect(outcomes.at(-1)).toEqual({ kind: 'failed', reason: 'partial' });
	});
});

describe('the pool', () => {
	test('makes every socket by way of NDK', async () => {
		const relay = await local();
		const { until } = watch(relay.url);
		await until('answered');
		expect(made.length).toBeGreaterThan(0);
		for (const { stack } of made) expect(stack).toMatch(/@nostr-dev-kit/);
	});

	test('has one socket for a relay, whoever asks there, until the last one is done', async () => {
		const relay = await local();
		const pool = poolWith();
		const first = watch(relay.url, { pool });
		const second = watch(relay.url, { pool });
		await first.until('answered');
		await second.until('answered');
		expect(relay.connectionCount).toBe(1);
		first.watch.close();
		relay.publish([announce('alice', 1000)]);
		await waitUntil('the second still hears', () => second.ids().size === 1);
		expect(first.ids().size).toBe(0);
		second.watch.close();
		await waitUntil('the socket closes', () => relay.connectionCount === 0);
		expect(pool.socketCount).toBe(0);
	});

	test('never has more sockets than it may', async () => {
		const [one, two] = [await local(), await local()];
		const pool = poolWith({ sockets: 1 });
		const { until, watch: opened } = watch(one.url, { pool });
		await until('answered');
		const nothing = () => undefined;
		const user = { onUp: nothing, onDown: nothing, onRefused: nothing, onNotice: nothing, onJunk: nothing };
		expect(pool.connect(urlOf(two.url), user)).toBeUndefined();
		opened.close();
		const connection = pool.connect(urlOf(two.url), user);
		expect(connection).toBeDefined();
		connection?.close();
	});

	test('keeps a path and a query as they are', async () => {
		const relay = await local();
		const { until } = watch(`${relay.url}/some/path?a=b`);
		await until('answered');
		expect(made.at(-1)?.url).toBe(`${relay.url}/some/path?a=b`);
	});

	test('tries again at once when the network is back', async () => {
		const relay = await local();
		const pool = poolWith({ firstRetryMs: 60_000, lastRetryMs: 60_000 });
		const { until } = watch(relay.url, { pool });
		await until('answered');
		await relay.close();
		await until('failed');
		await relay.listen();
		pool.retryNow();
		await until('answered');
	});

	test('a relay that answers and drops us again and again is called at our pauses alone', async () => {
		const relay = await raw(([verb, id], socket) => {
			if (verb !== 'REQ') return;
			say(socket, 'EOSE', id);
			socket.close();
		});
		const timers: number[] = [];
		const { setTimeout: original } = globalThis;
		globalThis.setTimeout = ((work: () => void, ms: number) => (timers.push(ms), original(work, ms))) as never;
		const before = made.length;
		try {
			watch(relay.url, { pool: poolWith({ firstRetryMs: 1, lastRetryMs: 8 }) });
			await waitUntil('it was called often', () => made.length - before > 9);
		} finally {
			globalThis.setTimeout = original;
		}
		// NDK's pool would wait ten seconds, and twice as long each time; its longer ones look whether a socket is alive.
		expect(timers.filter((ms) => [10_000, 20_000, 40_000, 80_000].includes(ms))).toEqual([]);
		expect(timers.filter((ms) => ms >= 8 && ms <= 12).length).toBeGreaterThan(3);
	});

	test('a relay that was let go while it was away is not called again', async () => {
		const relay = await local();
		const { until, watch: opened } = watch(relay.url);
		await until('answered');
		await relay.close();
		await until('failed');
		opened.close();
		const before = made.length;
		await relay.listen();
		const other = await local();
		const { until: otherUntil } = watch(other.url);
		await otherUntil('answered');
		expect(made.slice(before).map(({ url }) => url)).toEqual([other.url]);
	});
});
