import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RelayOutcome } from '#lib/core/evidence.ts';
import type { Filter } from '#lib/core/filter.ts';
import { checkCheaply } from '#lib/worker/ingest/cheap-checks.ts';
import { poolLimits, RelayPool } from '#lib/worker/relays/relay-pool.ts';
import { RelayWatch, watchLimits, type WatchLimits } from '#lib/worker/relays/relay-watch.ts';
import { openTransport, type Transport } from '#lib/worker/relays/transport.ts';
import { announce, identifier, people } from './support/events.ts';
import { closeAll, local, raw } from './support/forge-harness.ts';
import { useNodeSockets } from './support/node-sockets.ts';
import { say } from './support/raw-relay.ts';
import { waitUntil } from './support/wait-until.ts';

/** What a relay says no with, whether it is asked again, and what comes after it said that this was all. */

let transport: Transport;
const watches: RelayWatch[] = [];
const everybody = Object.values(people).map(({ pubkey }) => pubkey);
const filter: Filter = { kinds: [30617], authors: everybody, '#d': [identifier] };
const isLive = (asked: unknown) => (asked as Filter | undefined)?.limit === 1;

beforeAll(async () => {
	useNodeSockets();
	transport = await openTransport();
});
afterEach(async () => {
	for (const opened of watches.splice(0)) opened.close();
	await closeAll();
});

function watch(url: string, limits: Partial<WatchLimits> = {}) {
	const ids: string[] = [];
	const outcomes: RelayOutcome[] = [];
	const opened = RelayWatch.open(
		new RelayPool(transport, poolLimits),
		url as never,
		{
			onEvent: (event, asked) => {
				ids.push((event as { id: string }).id);
				return checkCheaply(event, asked).ok;
			},
			onOutcome: (outcome) => outcomes.push(outcome),
			onReconnected: () => undefined,
			onNotice: () => undefined,
			onJunk: () => undefined,
			whenDealtWith: (then) => then()
		},
		{ ...watchLimits, firstPauseMs: 20, lastPauseMs: 40, ...limits }
	);
	if (!opened) throw new Error('no socket left');
	watches.push(opened);
	opened.add([filter]);
	const until = (kind: RelayOutcome['kind']) => waitUntil(`it is ${kind}`, () => opened.outcome.kind === kind);
	return { watch: opened, ids, outcomes, until };
}

describe('14. a refusal is told by its first word, whatever follows:', () => {
	test.each([
		['auth-required: members only', 'auth-required'],
		['restricted: members only', 'restricted'],
		['blocked: you are banned', 'restricted'],
		['rate-limited: slow down', 'rate-limited'],
		['error: the disk is full', 'closed'],
		['invalid: too many filters', 'closed'],
		['AUTH-REQUIRED: shouted', 'closed'],
		['restricted', 'closed'],
		['constructor: no', 'closed'],
		['', 'closed'],
		['\u202Eback to front 🦊', 'closed']
	])('%j is %s', async (message, reason) => {
		const relay = await local();
		relay.setFault({ kind: 'refuse-requests', message });
		const { outcomes, until } = watch(relay.url);
		await until('failed');
		expect(outcomes.at(-1)).toEqual({ kind: 'failed', reason, message });
	});

	test('ten thousand characters are cut to what a page can show, and no character in two', async () => {
		const relay = await local();
		relay.setFault({ kind: 'refuse-requests', message: `x${'🦊'.repeat(5_000)}` });
		const { watch: opened, until } = watch(relay.url);
		await until('failed');
		const { message = '' } = opened.outcome as { message?: string };
		expect(message).toBe(`x${'🦊'.repeat(149)}`);
	});
});

describe('14. asked again:', () => {
	test('a relay that is asked too often is asked again after a pause, and then has answered', async () => {
		const relay = await local([announce('alice', 1000)]);
		relay.setFault({ kind: 'rate-limit', afterRequests: 1, pauseMs: 100 });
		const { outcomes, until, ids } = watch(relay.url);
		await until('failed');
		expect(outcomes.at(-1)).toMatchObject({ reason: 'rate-limited' });
		relay.setFault(undefined);
		await until('answered');
		expect(ids).toContain(announce('alice', 1000).id);
		relay.publish([announce('bob', 1001)]);
		await waitUntil('it hears what is new', () => ids.includes(announce('bob', 1001).id));
		// While it was asked again it did not count as merely slow.
		expect(outcomes.map(({ kind }) => kind)).toEqual(['waiting', 'failed', 'answered']);
	});

	test('each pause is longer than the last, and as long as it is refused it is failed', async () => {
		const relay = await raw(([verb, id], socket) => verb === 'REQ' && say(socket, 'CLOSED', id, 'rate-limited: no'));
		const { outcomes } = watch(relay.url, { firstPauseMs: 5, lastPauseMs: 40 });
		const rounds = () => relay.received.filter(([, , asked]) => isLive(asked)).length;
		await waitUntil('it was asked five times', () => rounds() >= 5);
		expect(outcomes.map(({ kind }) => kind)).toEqual(['waiting', 'failed']);
		const pauses: number[] = [];
		const { setTimeout: original } = globalThis;
		globalThis.setTimeout = ((work: () => void, ms: number) => (pauses.push(ms), original(work, ms))) as never;
		try {
			await waitUntil('it was asked again', () => rounds() >= 7);
		} finally {
			globalThis.setTimeout = original;
		}
		expect(pauses.filter((ms) => ms >= 40 && ms <= 60).length).toBeGreaterThan(0);
		expect(pauses.filter((ms) => ms < 40)).toEqual([]);
	});

	test('a relay with an error of the moment is asked again too', async () => {
		let isBusy = true;
		const relay = await raw(([verb, id], socket) => {
			if (verb !== 'REQ') return;
			if (isBusy) say(socket, 'CLOSED', id, 'error: shutting down');
			else say(socket, 'EOSE', id);
		});
		const { until } = watch(relay.url);
		await until('failed');
		isBusy = false;
		await until('answered');
	});

	test.each(['auth-required: no', 'restricted: no', 'blocked: no', 'invalid: no'])(
		'one that says %s is not asked again, nor twice in a row for what is live',
		async (message) => {
			const relay = await raw(([verb, id], socket) => verb === 'REQ' && say(socket, 'CLOSED', id, message));
			const { until } = watch(relay.url, { firstPauseMs: 1, lastPauseMs: 1 });
			await until('failed');
			// A relay that is asked again at once shows what would have come meanwhile.
			const other = await raw(([verb, id], socket) => verb === 'REQ' && say(socket, 'CLOSED', id, 'rate-limited: no'));
			watch(other.url, { firstPauseMs: 1, lastPauseMs: 1 });
			await waitUntil('the other was asked often', () => other.received.length > 20);
			const most = message.startsWith('invalid') ? 3 : 2;
			expect(relay.received.filter(([verb]) => verb === 'REQ')).toHaveLength(most);
		}
	);

	test('a relay that answers one question and refuses another has not answered', async () => {
		const relay = await raw(([verb, id, ...asked], socket) => {
			if (verb !== 'REQ') return;
			if (asked.some(({ kinds }: Filter) => kinds?.includes(5))) say(socket, 'CLOSED', id, 'restricted: not these');
			else say(socket, 'EOSE', id);
		});
		const { watch: opened, until, outcomes } = watch(relay.url);
		await until('answered');
		opened.add([{ ...filter, kinds: [5] }]);
		await until('failed');
		expect(outcomes.at(-1)).toEqual({ kind: 'failed', reason: 'restricted', message: 'restricted: not these' });
	});
});

describe('15. events after the end of the stored ones', () => {
	test('are taken, and a relay that keeps giving them only after the end has not answered', async () => {
		const relay = await local([announce('alice', 1000), announce('bob', 1001)]);
		relay.setFault({ kind: 'early-eose' });
		const { until, outcomes, ids } = watch(relay.url);
		await until('failed');
		expect(outcomes.at(-1)).toEqual({ kind: 'failed', reason: 'late' });
		await waitUntil('both are there', () => new Set(ids).size === 2);
	});

	test('are news when they were published meanwhile: the relay has answered, and is asked once more at most', async () => {
		const relay = await local([announce('alice', 1000)]);
		const { until, ids, outcomes } = watch(relay.url);
		await until('answered');
		for (const name of ['bob', 'carol', 'dave'] as const) {
			const old = announce(name, 10);
			relay.publish([old]);
			await waitUntil('it is there', () => ids.includes(old.id));
		}
		await waitUntil('it was asked', () => relay.received.REQ === 3);
		expect(outcomes.map(({ kind }) => kind)).toEqual(['waiting', 'answered']);
		expect(relay.received.REQ).toBe(3);
	});

	test('do not keep requests open for ever', async () => {
		const relay = await local([announce('alice', 1000)]);
		const { until } = watch(relay.url, { lingerMs: 20 });
		await until('answered');
		await waitUntil('it is closed', () => relay.received.CLOSE === 1);
	});
});
