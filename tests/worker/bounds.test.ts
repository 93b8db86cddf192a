import 'fake-indexeddb/auto';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { CheckedEvent } from '#lib/core/event.ts';
import type { RelayUrl } from '#lib/core/relay-url.ts';
import { Store } from '#lib/worker/db/store.ts';
import { ViewEvidence } from '#lib/worker/discovery/view-evidence.ts';
import { announce, identifier, people } from './support/events.ts';
import { closeAll, raw, startForge } from './support/forge-harness.ts';
import { made, openSockets, useNodeSockets } from './support/node-sockets.ts';
import { say } from './support/raw-relay.ts';

/** What a stranger can make this browser hold: never more than so much, however much they sign. */

beforeAll(useNodeSockets);
afterEach(closeAll);

const one = 'wss://one.example' as RelayUrl;
const kept = 21;

/** So many versions of Alice's announcement; behind the check, so that nobody has to sign for minutes. */
function* versions(count: number): Generator<CheckedEvent> {
	const genuine = announce('alice', 1000);
	for (let i = 0; i < count; i++)
		yield { ...genuine, id: i.toString(16).padStart(64, '0') as CheckedEvent['id'], created_at: (i * 7_919) % count };
}

test('of a million versions of one announcement a view holds the newest 21, in any order', () => {
	const evidence = new ViewEvidence(identifier);
	for (const version of versions(1_000_000)) evidence.addLive(version, one);
	const { announcements } = evidence.gather([]);
	expect(announcements).toHaveLength(kept);
	expect(Math.min(...announcements.map(({ created_at }) => created_at))).toBe(1_000_000 - kept);
	expect(evidence.newest(30617).get(people.alice.pubkey)?.created_at).toBe(999_999);
});

test.each([
	['this browser', undefined, 20_000],
	['memory', 'refused', 100_000]
] as const)('of many versions of one announcement %s keeps the newest 21', async (_, refusal, count) => {
	const refusing = { indexedDB: undefined as never, IDBKeyRange: undefined as never };
	const store = await Store.open({ name: `bounds-${count}`, flushAfterMs: 1, ...(refusal ? { dexie: refusing } : {}) });
	let left = 500;
	for (const version of versions(count)) {
		store.keep(version, one);
		if (--left > 0) continue;
		left = 500;
		await store.flush();
	}
	await store.flush();
	const rows = await store.readRepository(identifier, []);
	expect(rows).toHaveLength(kept);
	expect(Math.min(...rows.map(({ event }) => event.created_at))).toBe(count - kept);
	await store.close();
});

test('a relay that streams announcements for ever is cut off, and nothing it forged is kept', async () => {
	const genuine = announce('alice', 1000);
	const relay = await raw(([verb, id], socket) => {
		if (verb !== 'REQ') return;
		for (let i = 0; i < 10_000; i++) say(socket, 'EVENT', id, { ...genuine, id: i.toString(16).padStart(64, '0') });
	});
	const { forge, openPage } = startForge({});
	const opened = openPage({ relayHints: [relay.url] });
	await opened.until('it is cut off', ({ coverage }) => coverage.settled && openSockets() === 0);
	const [{ outcome, eventCount, drops } = { drops: [] }] = opened.page().coverage.relays;
	expect(outcome).toEqual({ kind: 'failed', reason: 'flooded' });
	expect(eventCount).toBe(0);
	expect(drops.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(10_001);
	expect(await (await forge.store).readRepository(identifier, [people.alice.pubkey])).toEqual([]);
});

test('a thousand relays named in one announcement open no more sockets than there may be', async () => {
	const many = Array.from({ length: 1_000 }, (_, i) => `ws://127.0.0.1:1/${i}`);
	const relay = await raw(([verb, id], socket) => {
		if (verb !== 'REQ') return;
		say(socket, 'EVENT', id, announce('alice', 1000, [['relays', ...many]]));
		say(socket, 'EOSE', id);
	});
	const before = made.length;
	let most = 0;
	const { forge, openPage } = startForge({});
	const opened = openPage({ relayHints: [relay.url] });
	await opened.until('it is found', ({ finding, coverage }) => {
		most = Math.max(most, openSockets());
		return finding === 'found' && coverage.settled;
	});
	expect(most).toBeLessThanOrEqual(40);
	expect((await forge.pool).socketCount).toBeLessThanOrEqual(40);
	expect(new Set(made.slice(before).map(({ url }) => url)).size).toBeLessThanOrEqual(40);
	expect(opened.page().coverage.declaredNotAskedCount).toBeGreaterThan(900);
});
