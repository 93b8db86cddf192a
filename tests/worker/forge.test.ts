import 'fake-indexeddb/auto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RepositoryPage } from '#lib/worker/api.ts';
import { announce, identifier, people, remove, sign } from './support/events.ts';
import { closeAll, local, recording, standings, startForge } from './support/forge-harness.ts';
import { made, openSockets, useNodeSockets } from './support/node-sockets.ts';
import { waitUntil } from './support/wait-until.ts';

const { alice, bob } = people;
const pair = [
	announce('alice', 1000, [
		['M', '@alice'],
		['m', '@bob'],
		['name', 'Pair']
	]),
	announce('bob', 1001, [
		['M', '@alice'],
		['m', '@bob']
	])
];

beforeAll(useNodeSockets);
afterEach(closeAll);

/** What a page says of the repository, without how it was learnt. */
function substance({ coverage: _, origin: __, ...page }: RepositoryPage): unknown {
	return page;
}

describe('a live page', () => {
	test('changes when an event arrives: an acceptance, a removal, a deletion', async () => {
		const relay = await local(pair.slice(0, 1));
		const { page, until, untilSettled } = startForge().openPage({ relayHints: [relay.url] });
		await untilSettled();
		expect(standings(page())).toEqual(['alice: lead', 'bob: invited']);
		relay.publish(pair.slice(1));
		await until('Bob is in', ({ confirmedCount }) => confirmedCount === 2);
		relay.publish([
			announce('alice', 2000, [
				['M', '@alice'],
				['m', '@bob', '1000', '2000']
			])
		]);
		await until('Bob is out', ({ confirmedCount }) => confirmedCount === 1);
		expect(standings(page())).toEqual(['alice: lead', 'bob: removed-claiming']);
		relay.publish([remove('alice', 3000, ['a', `30617:${alice.pubkey}:${identifier}`])]);
		await until('it is deleted', ({ lifecycle }) => lifecycle.kind === 'deleted');
	});

	test('asks on behalf of whom a live event names', async () => {
		const own = await local([announce('bob', 1001, [['M', '@alice']])]);
		const relay = await local([announce('alice', 1000, [['M', '@alice']]), sign('bob', 10002, 1, [['r', own.url]])]);
		const { page, until, untilSettled } = startForge().openPage({ relayHints: [relay.url] });
		await untilSettled();
		relay.publish([
			announce('alice', 2000, [
				['M', '@alice'],
				['m', '@bob']
			])
		]);
		await until('Bob is in', ({ confirmedCount, coverage }) => confirmedCount === 2 && coverage.settled);
		expect(page().coverage.answeredCount).toBe(2);
	});

	test('hears on after the relay went away and came back', async () => {
		const relay = await local(pair.slice(0, 1));
		const { until, untilSettled } = startForge().openPage({ relayHints: [relay.url] });
		await untilSettled();
		await relay.close();
		await until('the relay is gone', ({ coverage }) => coverage.answeredCount === 0);
		relay.publish(pair.slice(1));
		await relay.listen();
		await until(
			'what was missed is there',
			({ confirmedCount, coverage }) => confirmedCount === 2 && coverage.answeredCount === 1
		);
	});

	test('an older version that comes later changes nothing', async () => {
		const older = announce('alice', 500, [['name', 'Old']]);
		const relay = await recording(pair);
		const { page, pages, untilSettled, until } = startForge().openPage({ relayHints: [relay.url] });
		await untilSettled();
		const isLive = ([verb, , filter]: readonly unknown[]) =>
			verb === 'REQ' && (filter as { limit: number }).limit === 1;
		const live = relay.received.findLast(isLive)?.[1];
		relay.send(['EVENT', live, older]);
		relay.send(['EVENT', live, announce('alice', 600, [['name', 'Older']])]);
		await until('both were looked at', ({ coverage }) => coverage.relays[0]?.eventCount === 4);
		expect(page().name?.value).toBe('Pair');
		expect(pages.every(({ name }) => name === undefined || name.value === 'Pair')).toBe(true);
	});

	test('is told of nothing twice, and of a stream of events in few steps', async () => {
		const relay = await local(pair);
		const { pages, until, untilSettled } = startForge().openPage({ relayHints: [relay.url] });
		await untilSettled();
		const before = pages.length;
		const start = performance.now();
		for (let i = 0; i < 100; i++) relay.publish([announce('alice', 2000 + i, [['name', `Name ${i}`]])]);
		await until('the last one is shown', ({ name }) => name?.value === 'Name 99');
		expect(pages.length - before).toBeLessThanOrEqual(2 + (performance.now() - start) / 50);
		const texts = pages.map((page) => JSON.stringify(page));
		for (let i = 1; i < texts.length; i++) expect(texts[i]).not.toBe(texts[i - 1]);
	});

	test('shows the names of who is shown, from their newest profile', async () => {
		const relay = await local([
			...pair,
			sign('alice', 0, 1, [], JSON.stringify({ name: 'old' })),
			sign('alice', 0, 2, [], JSON.stringify({ name: 'alice', display_name: 'Alice ☂' })),
			sign('bob', 0, 2, [], 'not json')
		]);
		const { page, untilSettled } = startForge().openPage({ relayHints: [relay.url] });
		await untilSettled();
		expect(page().people.map(({ person }) => person.name)).toEqual(['Alice ☂', undefined]);
		expect(page().address.owner).toEqual(page().lead.person);
	});
});

describe('the end of a page', () => {
	test('closes every socket, stops every retry and tells nothing more', async () => {
		const [relay, silent] = [await local(pair), await local()];
		silent.setFault({ kind: 'silence' });
		const gone = await local();
		await gone.close();
		const forge = startForge();
		const { pages, until, dispose } = forge.openPage({ relayHints: [relay.url, silent.url, gone.url] });
		await until('it is found', ({ finding }) => finding === 'found');
		dispose();
		await waitUntil('no socket is open', () => openSockets() === 0);
		expect((await forge.forge.pool).socketCount).toBe(0);
		const [told, sockets] = [pages.length, made.length];
		await gone.listen();
		relay.publish([announce('alice', 5000)]);
		const other = forge.openPage({ relayHints: [(await local(pair)).url] });
		await other.untilSettled();
		expect(pages).toHaveLength(told);
		expect(made.length).toBe(sockets + 1);
	});

	test('before anything was opened opens nothing', async () => {
		const relay = await local(pair);
		const forge = startForge();
		const before = made.length;
		forge.openPage({ relayHints: [relay.url] }).dispose();
		const { untilSettled } = forge.openPage({ identifier: 'other', relayHints: [] });
		await untilSettled();
		expect(made.length).toBe(before);
	});
});

describe('a page from the store', () => {
	test('comes first and says from when it is; with every relay dead it stays', async () => {
		const relay = await local([...pair, sign('bob', 0, 1, [], '{"name":"Bob"}')]);
		const name = 'restart';
		const first = startForge({}, { store: { name } });
		const before = first.openPage({ relayHints: [relay.url] });
		await before.untilSettled();
		const live = before.page();
		await first.close();
		await relay.close();
		const now = Math.floor(Date.now() / 1000);
		const { pages, page, untilSettled } = startForge({}, { store: { name } }).openPage({ relayHints: [relay.url] });
		await untilSettled();
		expect(substance(page())).toEqual(substance(live));
		for (const shown of pages) {
			expect(substance(shown)).toEqual(substance(live));
			expect(shown.origin.kind).toBe('cache');
			if (shown.origin.kind === 'cache') expect(Math.abs(now - shown.origin.seenAtSeconds)).toBeLessThanOrEqual(5);
		}
		expect(pages[0]?.coverage.settled).toBe(false);
		expect(page().coverage).toMatchObject({ askedCount: 1, answeredCount: 0 });
	});

	test('turns live when a relay has given what it rests on', async () => {
		const relay = await local(pair);
		const name = 'again';
		const first = startForge({}, { store: { name } });
		await first.openPage({ relayHints: [relay.url] }).untilSettled();
		await first.close();
		const { pages, page, untilSettled } = startForge({}, { store: { name } }).openPage({ relayHints: [relay.url] });
		await untilSettled();
		expect(pages[0]).toMatchObject({ origin: { kind: 'cache' }, confirmedCount: 2 });
		expect(page().origin.kind).toBe('live');
	});

	test('is not live because some relay has answered, and its time does not move on (D37)', async () => {
		const relay = await local(pair);
		const name = 'empty index';
		const key = `${alice.pubkey}:${identifier}`;
		const first = startForge({}, { store: { name } });
		await first.openPage({ relayHints: [relay.url] }).untilSettled();
		await first.close();
		await relay.close();
		const between = startForge({}, { store: { name } });
		await (await between.forge.store).keepView({ key, seenAtSeconds: 5, answered: [] });
		await between.close();
		const second = startForge({ indexRelays: [(await local()).url] }, { store: { name } });
		const { pages, page, untilSettled, dispose } = second.openPage({ relayHints: [relay.url] });
		await untilSettled();
		expect(page()).toMatchObject({ confirmedCount: 2, coverage: { askedCount: 2, answeredCount: 1 } });
		for (const { origin } of pages) expect(origin).toEqual({ kind: 'cache', seenAtSeconds: 5 });
		dispose();
		await waitUntil('the page is closed', () => openSockets() === 0);
		expect(await (await second.forge.store).readView(key)).toMatchObject({ seenAtSeconds: 5 });
	});

	test('of a deleted repository is live when a relay gives the deletion, though none has the announcement', async () => {
		const relay = await local(pair.slice(0, 1));
		const name = 'deleted';
		const first = startForge({}, { store: { name } });
		const opened = first.openPage({ relayHints: [relay.url] });
		await opened.untilSettled();
		relay.publish([remove('alice', 3000, ['a', `30617:${alice.pubkey}:${identifier}`])]);
		await opened.until('it is deleted', ({ lifecycle }) => lifecycle.kind === 'deleted');
		await first.close();
		const empty = await local();
		const second = startForge({}, { store: { name } });
		const without = second.openPage({ relayHints: [empty.url] });
		await without.untilSettled();
		expect(without.page()).toMatchObject({ lifecycle: { kind: 'deleted' }, origin: { kind: 'cache' } });
		const withIt = second.openPage({ relayHints: [relay.url] });
		await withIt.untilSettled();
		expect(withIt.page()).toMatchObject({ lifecycle: { kind: 'deleted' }, origin: { kind: 'live' } });
	});

	test('is not doubted for a deletion that belongs to another repository of its author', async () => {
		const other = announce('alice', 1000, [], 'other');
		const relay = await recording([...pair, other, remove('alice', 5000, ['e', other.id])]);
		const name = 'other deletion';
		const first = startForge({}, { store: { name } });
		const opened = first.openPage({ relayHints: [relay.url], identifier: 'other' });
		await opened.until('it is deleted', ({ lifecycle }) => lifecycle.kind === 'deleted');
		await first.close();
		const { pages, untilSettled } = startForge({}, { store: { name } }).openPage({ relayHints: [relay.url] });
		await untilSettled();
		for (const { possiblyDeleted } of pages) expect(possiblyDeleted).toEqual([]);
	});

	test('is not replaced by an older version, whoever is silent (D37)', async () => {
		const [relay, stale] = [await local(pair), await local([announce('alice', 10, [['name', 'Old']])])];
		const name = 'newer';
		const first = startForge({}, { store: { name } });
		await first.openPage({ relayHints: [relay.url] }).untilSettled();
		await first.close();
		const { pages, page, untilSettled } = startForge({}, { store: { name } }).openPage({ relayHints: [stale.url] });
		await untilSettled();
		expect(pages.map((shown) => shown.name?.value)).toEqual(pages.map(() => 'Pair'));
		expect(page()).toMatchObject({ confirmedCount: 2, origin: { kind: 'cache' }, coverage: { answeredCount: 1 } });
	});

	test('does not ask about strangers whose repository of the same name was opened before', async () => {
		const name = 'namesakes';
		const first = startForge({}, { store: { name } });
		const theirs = await local([announce('eve', 1000)]);
		await first.openPage({ pubkey: people.eve.pubkey, relayHints: [theirs.url] }).untilSettled();
		await first.close();
		const relay = await recording(pair);
		await startForge({}, { store: { name } })
			.openPage({ relayHints: [relay.url] })
			.untilSettled();
		expect(JSON.stringify(relay.received)).not.toContain(people.eve.pubkey);
		expect(JSON.stringify(relay.received)).not.toContain(announce('eve', 1000).id);
	});

	test('in a browser that refuses its store the page works and says so', async () => {
		const refusing = { open: () => undefined?.['refused'] } as unknown as IDBFactory;
		const relay = await local(pair);
		const forge = startForge({}, { store: { dexie: { indexedDB: refusing }, openTimeoutMs: 20 } });
		const first = forge.openPage({ relayHints: [relay.url] });
		await first.untilSettled();
		expect(first.page()).toMatchObject({ storage: { kind: 'memory' }, confirmedCount: 2 });
		first.dispose();
		await relay.close();
		const again = forge.openPage({ relayHints: [relay.url] });
		await again.untilSettled();
		expect(again.page()).toMatchObject({ origin: { kind: 'cache' }, confirmedCount: 2 });
	});
});

describe('requests', () => {
	test('wait for the settings', async () => {
		const relay = await local(pair);
		const forge = startForge(null);
		const { page, untilSettled, pages } = forge.openPage();
		await forge.client.call('configure', { indexRelays: [relay.url], pageIsSecure: false, pageIsLoopback: true });
		await untilSettled();
		expect(page().coverage.relays).toMatchObject([{ url: relay.url, roles: ['index'] }]);
		expect(pages.every(({ coverage }) => coverage.relays.length === 1)).toBe(true);
	});

	test.each([
		['npub', { pubkey: 'npub1xyz' }],
		['an empty identifier', { identifier: '' }]
	])('that name no repository are refused as data: %s', async (_, params) => {
		const { errors } = startForge().openPage(params);
		await waitUntil('it is refused', () => errors.length > 0);
		expect(errors).toMatchObject([{ kind: 'bad-request' }]);
	});

	test('addresses with credentials, and what is no relay, are never contacted', async () => {
		const relay = await local(pair);
		const withPassword = relay.url.replace('ws://', 'ws://user:password@');
		const before = made.length;
		const { page, untilSettled } = startForge().openPage({ relayHints: [withPassword, 'https://x.example', ''] });
		await untilSettled();
		expect(page().coverage.relays).toEqual([]);
		expect(made.length).toBe(before);
	});

	test('repositories that were found are remembered, newest first, with their names', async () => {
		const relay = await local([
			...pair,
			announce('bob', 1, [['name', 'Other']], 'other'),
			sign('bob', 0, 1, [], '{"name":"Bob"}')
		]);
		const forge = startForge();
		const lists = forge.recent();
		await forge.openPage({ relayHints: [relay.url] }).untilSettled();
		await forge.openPage({ relayHints: [relay.url], pubkey: bob.pubkey, identifier: 'other' }).untilSettled();
		await forge.openPage({ relayHints: [relay.url], identifier: 'never there' }).untilSettled();
		await waitUntil(
			'both are there',
			() => lists.at(-1)?.length === 2 && lists.at(-1)?.some(({ ownerName }) => ownerName === 'Bob') === true
		);
		expect(lists[0]).toEqual([]);
		expect(new Set(lists.at(-1)?.map(({ name, identifier: d }) => `${name} ${d}`))).toEqual(
			new Set(['Pair my-repo', 'Other other'])
		);
	});
});

test('many events of one relay do not keep the worker from answering', async () => {
	const relay = await recording(Array.from({ length: 200 }, (_, i) => announce('alice', 1000 + i)));
	const forge = startForge();
	const { page, until } = forge.openPage({ relayHints: [relay.url] });
	const count = () => page().coverage.relays[0]?.eventCount ?? 0;
	await until('events come in', () => count() > 0);
	const seen = new Set<number>();
	while (count() < 200) {
		await forge.client.call('configure', { indexRelays: [], pageIsSecure: false, pageIsLoopback: true });
		seen.add(count());
	}
	// At 1.4 ms a signature 16 ms are a dozen events; in one go there would be no turn before all were in.
	expect(seen.size).toBeGreaterThan(3);
});
