import 'fake-indexeddb/auto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RepositoryPage } from '#lib/worker/api.ts';
import { watchLimits } from '#lib/worker/relays/relay-watch.ts';
import type { RelayFault } from '../../server/relay/faults.ts';
import { announce, people } from './support/events.ts';
import { closeAll, local, standings, startForge } from './support/forge-harness.ts';
import { made, openSockets, useNodeSockets } from './support/node-sockets.ts';
import { waitUntil } from './support/wait-until.ts';

/** What a view makes of relays that fail: told apart, never counted, and nothing wrong is believed. */

beforeAll(useNodeSockets);
afterEach(closeAll);

const pair = [
	announce('alice', 1000, [
		['M', '@alice'],
		['m', '@bob'],
		['name', 'Genuine']
	]),
	announce('bob', 1001, [
		['M', '@alice'],
		['m', '@bob']
	])
];
const strangers = [announce('eve', 5000, [['m', '@alice']]), announce('alice', 9000, [['name', 'Wrong']], 'other')];
const right = ['alice: lead', 'bob: maintainer'];

/** The view of one relay with a fault beside one without, when it is settled. */
async function settle(fault: RelayFault, answerTimeoutMs = 3_000) {
	const [broken, sound] = [await local([...pair, ...strangers]), await local(pair)];
	broken.setFault(fault);
	const opened = startForge({}, { answerTimeoutMs }).openPage({ relayHints: [broken.url, sound.url] });
	await opened.untilSettled();
	const relay = (page: RepositoryPage) => page.coverage.relays.find(({ url }) => url === broken.url);
	return { ...opened, broken, sound, relay: () => relay(opened.page()) };
}

describe('14. a relay that fails is labelled, not counted, and changes nothing:', () => {
	test.each([
		[{ kind: 'silence' }, 'timeout'],
		[{ kind: 'no-eose' }, 'timeout'],
		[{ kind: 'drop-midway', afterEvents: 1 }, 'connection'],
		[{ kind: 'refuse-requests', message: 'error: x' }, 'closed'],
		[{ kind: 'refuse-requests', message: 'restricted: x' }, 'restricted'],
		[{ kind: 'rate-limit', afterRequests: 1, pauseMs: 60_000 }, 'rate-limited'],
		[{ kind: 'auth-required' }, 'auth-required'],
		[{ kind: 'bad-signature' }, 'unsound'],
		[{ kind: 'wrong-id' }, 'unsound'],
		[{ kind: 'unasked' }, 'unsound'],
		[{ kind: 'early-eose' }, 'late'],
		[{ kind: 'oversize' }, 'oversize'],
		[{ kind: 'junk', form: 'bytes' }, 'junk'],
		[{ kind: 'notices', count: 1_500 }, 'flooded'],
		[{ kind: 'flood', events: 6_000 }, 'flooded']
	] as const)('%j: %s', async (fault, reason) => {
		const { page, relay, until } = await settle(fault, 300);
		const failed = { kind: 'failed', reason };
		await until(
			`it has failed: ${reason}`,
			() => expect.objectContaining(failed).asymmetricMatch(relay()?.outcome),
			30_000
		);
		expect(relay()?.lastError).toMatchObject({ reason });
		// A flood keeps the sound relay of this very process from speaking in time; it has answered in the end.
		await until('the sound one has answered', ({ coverage }) => coverage.answeredCount === 1, 30_000);
		expect(page().coverage).toMatchObject({ askedCount: 2, answeredCount: 1 });
		expect(standings(page())).toEqual(right);
		expect(page().name?.value).toBe('Genuine');
	});

	test.each([
		[{ kind: 'bad-signature' }, 'signature'],
		[{ kind: 'wrong-id' }, 'id'],
		[{ kind: 'unasked' }, 'unasked'],
		[{ kind: 'junk', form: 'text' }, 'junk'],
		[{ kind: 'forged-first' }, 'id']
	] as const)('%j: what is dropped is counted as %s', async (fault, reason) => {
		const { relay } = await settle(fault);
		expect(relay()?.drops.map((drop) => drop.reason)).toEqual([reason]);
		expect(relay()?.drops[0]?.count).toBeGreaterThanOrEqual(2);
	});

	test('a forged copy under a genuine id comes first: the genuine one counts, also as its answer, and the drop is told', async () => {
		const { relay, page } = await settle({ kind: 'forged-first' });
		expect(relay()).toMatchObject({ outcome: { kind: 'answered' }, eventCount: 2 });
		expect(page().coverage.answeredCount).toBe(2);
		expect(page().name?.value).toBe('Genuine');
	});

	test('a relay that stops forging and is asked anew has answered; how it failed stays', async () => {
		const { relay, broken, until } = await settle({ kind: 'bad-signature' });
		broken.setFault(undefined);
		await broken.close();
		await broken.listen();
		await until('it has answered', () => relay()?.outcome.kind === 'answered');
		expect(relay()?.lastError).toMatchObject({ reason: 'connection' });
	});

	test('a relay that gives few events at once gives them all in the end', async () => {
		const { relay } = await settle({ kind: 'page-limit', events: 10 });
		expect(relay()).toMatchObject({ outcome: { kind: 'answered' }, eventCount: 2 });
	});

	test('notices and texts that are no frames are told, and a good answer behind them counts', async () => {
		const { relay } = await settle({ kind: 'notices', count: 20 });
		expect(relay()).toMatchObject({ outcome: { kind: 'answered' }, notice: 'This relay moves house on Sunday' });
	});

	test('a relay that asked for a pause is asked again while the page is open', async () => {
		const broken = await local(pair);
		broken.setFault({ kind: 'rate-limit', afterRequests: 1, pauseMs: 200 });
		const watch = { ...watchLimits, firstPauseMs: 50, lastPauseMs: 400 };
		const { page, until, untilSettled } = startForge({}, { discovery: { watch } }).openPage({
			relayHints: [broken.url]
		});
		await untilSettled();
		broken.setFault(undefined);
		await until('it has answered', ({ coverage }) => coverage.answeredCount === 1);
		expect(page().coverage.relays[0]).toMatchObject({ lastError: { reason: 'rate-limited' } });
		expect(standings(page())).toEqual(right);
	});

	test('a challenge is never answered', async () => {
		const { broken, relay } = await settle({ kind: 'auth-required' });
		expect(relay()?.outcome).toMatchObject({ reason: 'auth-required' });
		expect(broken.received).toMatchObject({ EVENT: 0 });
	});
});

test('13. every relay is dead: the view is settled at once, without an answer, and is not called complete', async () => {
	const relays = [await local(), await local(), await local()];
	for (const relay of relays) await relay.close();
	const { page, untilSettled } = startForge({}, { answerTimeoutMs: 60_000 }).openPage({
		relayHints: relays.map(({ url }) => url)
	});
	await untilSettled();
	expect(page().coverage).toMatchObject({ askedCount: 3, answeredCount: 0 });
	for (const { outcome } of page().coverage.relays) expect(outcome).toEqual({ kind: 'failed', reason: 'connection' });
	expect(page().origin.kind).toBe('nothing');
});

test('13. one relay ends empty at once, one never ends, one is dead: each is told apart, and the fourth decides', async () => {
	const [empty, endless, dead, sound] = [await local(), await local(pair), await local(), await local(pair)];
	endless.setFault({ kind: 'no-eose' });
	await dead.close();
	const { page, until } = startForge({}, { answerTimeoutMs: 500 }).openPage({
		relayHints: [empty, endless, dead, sound].map(({ url }) => url)
	});
	await until('the view is there', (shown) => standings(shown).length === 2);
	// On a busy machine a sound relay may speak after so short a time; then it has answered.
	await until('the sound ones have answered', ({ coverage }) => coverage.settled && coverage.answeredCount === 2);
	expect(page().coverage.relays.map(({ outcome, eventCount }) => [outcome, eventCount])).toEqual([
		[{ kind: 'answered' }, 0],
		[{ kind: 'failed', reason: 'timeout' }, 2],
		[{ kind: 'failed', reason: 'connection' }, 0],
		[{ kind: 'answered' }, 2]
	]);
	expect(standings(page())).toEqual(right);
});

test('15. 50,000 events from one relay: 5,000 are looked at, the relay is left alone, the other is not held up', async () => {
	const before = made.length;
	const { page, relay, until, broken } = await settle({ kind: 'flood', events: 50_000 });
	await until('the view is there', (shown) => standings(shown).length === 2, 45_000);
	await waitUntil('the relay is left alone', () => broken.connectionCount === 0);
	expect(relay()?.outcome).toMatchObject({ kind: 'failed', reason: 'flooded' });
	expect(relay()?.eventCount).toBe(0);
	expect(standings(page())).toEqual(right);
	expect(openSockets()).toBe(1);
	expect(made.length - before).toBe(2);
});

test('15. a removal that arrives after the end changes the view, also from a relay whose word does not hold', async () => {
	const { page, until, broken } = await settle({ kind: 'early-eose' });
	broken.publish([announce('alice', 2000, [['M', '@alice']])]);
	await until('bob is no longer confirmed', (shown) => !standings(shown).includes('bob: maintainer'));
	expect(page().people.find(({ person }) => person.pubkey === people.bob.pubkey)?.standing.kind).not.toBe('maintainer');
});

test('3. one relay written three ways is one socket, one row and one answer (D39)', async () => {
	const relay = await local(pair);
	const { port } = relay;
	const before = made.length;
	const { page, untilSettled } = startForge({ indexRelays: [`ws://127.0.0.1:${port}///`] }).openPage({
		relayHints: [`WS://127.0.0.1:${port}`, `ws://127.0.0.1:0${port}/`, relay.url]
	});
	await untilSettled();
	expect(page().coverage).toMatchObject({ askedCount: 1, answeredCount: 1 });
	expect(page().coverage.relays.map(({ url }) => url)).toEqual([relay.url]);
	expect(made.length - before).toBe(1);
	expect(relay.connectionCount).toBe(1);
});
