import 'fake-indexeddb/auto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { formatPath } from '#lib/core/address.ts';
import { hashEvent } from '#lib/core/event.ts';
import type { RelayUrl } from '#lib/core/relay-url.ts';
import type { ForgeWatches } from '#lib/worker/api.ts';
import { announce, forge, people, remove, sign } from './support/events.ts';
import { closeAll, local, raw, recording, startForge } from './support/forge-harness.ts';
import { made, useNodeSockets } from './support/node-sockets.ts';
import { say } from './support/raw-relay.ts';
import { waitUntil } from './support/wait-until.ts';

const { alice, bob } = people;
beforeAll(useNodeSockets);
const disposes: (() => void)[] = [];
afterEach(async () => {
	for (const dispose of disposes.splice(0)) dispose();
	await closeAll();
});

/** Follows one watch to its latest value. */
function follow<K extends 'person' | 'event'>(
	started: ReturnType<typeof startForge>,
	name: K,
	params: ForgeWatches[K]['params']
) {
	const values: ForgeWatches[K]['value'][] = [];
	const dispose = started.client.watch(name, params, (result) => result.ok && values.push(result.value));
	disposes.push(dispose);
	const last = () => values.at(-1) as ForgeWatches[K]['value'];
	const until = (what: string, holds: (value: ForgeWatches[K]['value']) => boolean) =>
		waitUntil(what, () => values.length > 0 && holds(last()));
	return { last, until, dispose, untilSettled: () => until('it is settled', ({ coverage }) => coverage.settled) };
}

describe('a person’s page', () => {
	const person = (relayHints: readonly string[]) => ({ pubkey: alice.pubkey, relayHints });

	test('8. has the latest version of each repository: of one second the lowest id, whichever relay has it', async () => {
		const versions = ['one', 'two', 'three'].map((name) => announce('alice', 2000, [['name', name]], 'd'));
		const lowest = [...versions].sort((a, b) => (a.id < b.id ? -1 : 1))[0];
		const relays = await Promise.all(versions.map((event) => local([announce('alice', 1000, [], 'd'), event])));
		const { last, untilSettled } = follow(startForge(), 'person', person(relays.map(({ url }) => url)));
		await untilSettled();
		expect(last().repositories.map(({ name }) => name)).toEqual([lowest?.tags.find(([tag]) => tag === 'name')?.[1]]);
	});

	test('11. marks what was deleted by its author alone, and not what came after', async () => {
		const address = (d: string) => ['a', `30617:${alice.pubkey}:${d}`] as const;
		const byId = announce('alice', 1000, [], 'by-id');
		const relay = await recording([
			announce('alice', 1000, [], 'deleted'),
			remove('alice', 2000, address('deleted')),
			announce('alice', 3000, [], 'again'),
			remove('alice', 2000, address('again')),
			byId,
			remove('alice', 2000, ['e', byId.id]),
			announce('alice', 1000, [], 'by-another'),
			remove('bob', 2000, address('by-another'))
		]);
		const { last, untilSettled } = follow(startForge(), 'person', person([relay.url]));
		await untilSettled();
		const deleted = last().repositories.map(({ identifier, deletion }) => [identifier, deletion?.atSeconds]);
		expect(Object.fromEntries(deleted)).toEqual({
			again: undefined,
			deleted: 2000,
			'by-id': 2000,
			'by-another': undefined
		});
	});

	test('13. goes on to the relays they write to, and names who was silent', async () => {
		const own = await local([announce('alice', 1000, [['name', 'Only there']], 'there')]);
		const index = await local([
			sign('alice', 10002, 1, [
				['r', own.url],
				['r', 'ws://127.0.0.1:1', 'read']
			])
		]);
		const silent = await raw(() => undefined);
		const started = startForge({ indexRelays: [index.url, silent.url] }, { answerTimeoutMs: 300 });
		const { last, untilSettled } = follow(started, 'person', person([]));
		await untilSettled();
		expect(last().repositories).toMatchObject([{ identifier: 'there', name: 'Only there' }]);
		expect(last().repositories[0]?.path).toBe(
			formatPath({ pubkey: alice.pubkey, identifier: 'there', relayHints: [own.url as RelayUrl] })
		);
		const { askedCount, answeredCount, relays } = last().coverage;
		expect([askedCount, answeredCount]).toEqual([3, 2]);
		expect(relays.map(({ roles, outcome }) => [roles.join(), outcome.kind])).toEqual([
			['index', 'answered'],
			['index', 'failed'],
			['write-relay', 'answered']
		]);
	});

	test('14. takes nothing forged, nothing of another author, and no empty identifier', async () => {
		const relay = await raw(([verb, id], socket) => {
			if (verb !== 'REQ') return;
			for (const event of [
				forge(announce('alice', 1, [], 'forged')),
				announce('bob', 1, [], 'his'),
				announce('alice', 1, [], '')
			])
				say(socket, 'EVENT', id, event);
			say(socket, 'EOSE', id);
		});
		const { last, untilSettled } = follow(startForge(), 'person', person([relay.url]));
		await untilSettled();
		expect(last().repositories).toEqual([]);
	});

	test('says of a number that it can be no key', async () => {
		const started = startForge();
		const pubkeys = [alice.pubkey, 'f'.repeat(64)];
		for (const pubkey of pubkeys) {
			const { last, untilSettled } = follow(started, 'person', { pubkey, relayHints: [] });
			await untilSettled();
			expect(last().isKey).toBe(pubkey === alice.pubkey);
		}
	});
});

describe('an event that was opened', () => {
	const issue = sign('bob', 1621, 1000, [['a', `30617:${alice.pubkey}:d:e`, 'wss://relay.example']]);

	test('5. is found on a hint, an index relay, or where its author writes, and leads to what it names', async () => {
		const there = await local([issue]);
		const index = await local([sign('bob', 10002, 1, [['r', there.url]])]);
		const path = formatPath({
			pubkey: alice.pubkey,
			identifier: 'd:e',
			relayHints: ['wss://relay.example' as RelayUrl]
		});
		for (const [indexRelays, relayHints, author] of [
			[[there.url], [], undefined],
			[[], [there.url], undefined],
			[[index.url], [], bob.pubkey]
		] as const) {
			const started = startForge({ indexRelays });
			const { last, until, dispose } = follow(started, 'event', { eventId: issue.id, relayHints, author });
			await until('it is found', ({ finding }) => finding === 'found');
			expect(last().event).toMatchObject({
				role: 'issue',
				author: { pubkey: bob.pubkey },
				repositories: [{ identifier: 'd:e', owner: { pubkey: alice.pubkey }, path }]
			});
			dispose();
			await started.close();
		}
	});

	test('14. under the wrong id or a forged signature is not found', async () => {
		const other = sign('bob', 1621, 1001);
		const relay = await raw(([verb, id], socket) => {
			if (verb !== 'REQ') return;
			say(socket, 'EVENT', id, forge(issue));
			say(socket, 'EVENT', id, { ...other, id: issue.id });
			say(socket, 'EVENT', id, other);
			say(socket, 'EOSE', id);
		});
		const { last, untilSettled } = follow(startForge(), 'event', { eventId: issue.id, relayHints: [relay.url] });
		await untilSettled();
		expect(hashEvent(other)).not.toBe(issue.id);
		expect(last()).toMatchObject({ finding: 'not-found' });
		expect(last()).not.toHaveProperty('event');
	});

	test('13. is not called missing while somebody may still have it', async () => {
		const silent = await raw(() => undefined);
		const empty = await local();
		const started = startForge({ indexRelays: [silent.url, empty.url] }, { answerTimeoutMs: 500 });
		const { last, until, untilSettled } = follow(started, 'event', { eventId: issue.id, relayHints: [] });
		await until('one has answered', ({ coverage }) => coverage.answeredCount === 1);
		expect(last().finding).toBe('looking');
		await untilSettled();
		expect(last()).toMatchObject({ finding: 'not-found', coverage: { askedCount: 2, answeredCount: 1 } });
	});

	test.each([
		['a key in upper case', ['a', `30617:${alice.pubkey.toUpperCase()}:d`]],
		['a short key', ['a', `30617:${alice.pubkey.slice(1)}:d`]],
		['another kind', ['a', `30618:${alice.pubkey}:d`]],
		['no identifier', ['a', `30617:${alice.pubkey}:`]],
		['no value', ['a']],
		['an npub', ['a', '30617:npub1x:d']]
	])('4. names no repository by %s', async (_, tag) => {
		const event = sign('bob', 1621, 1000, [tag]);
		const relay = await local([event]);
		const { last, until } = follow(startForge(), 'event', { eventId: event.id, relayHints: [relay.url] });
		await until('it is found', ({ finding }) => finding === 'found');
		expect(last().event?.repositories).toEqual([]);
	});
});

test('6. a local hint is asked from a page on this machine, and from https it is said to be insecure and not contacted', async () => {
	const relay = await local([announce('alice', 1000, [], 'd')]);
	const page = { pubkey: alice.pubkey, relayHints: [relay.url, 'wss://192.168.0.7', 'ws://relay.example'] };
	const hint = { pubkey: alice.pubkey, relayHints: [relay.url] };
	const here = follow(startForge({ pageIsSecure: false, pageIsLoopback: true }), 'person', hint);
	await here.untilSettled();
	expect(here.last().repositories).toHaveLength(1);
	const before = made.length;
	const there = follow(startForge({ pageIsSecure: true, pageIsLoopback: false }), 'person', page);
	await there.untilSettled();
	expect(there.last().coverage.relays.map(({ outcome }) => outcome)).toEqual([
		{ kind: 'failed', reason: 'insecure' },
		{ kind: 'not-asked', reason: 'local-address' },
		{ kind: 'failed', reason: 'insecure' }
	]);
	const view = startForge({ pageIsSecure: true, pageIsLoopback: false }).openPage({ relayHints: [relay.url] });
	await view.untilSettled();
	expect(view.page().coverage.relays[0]?.outcome).toEqual({ kind: 'failed', reason: 'insecure' });
	expect(made.slice(before).map(({ url }) => url)).toEqual([]);
});
