import 'fake-indexeddb/auto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RepositoryPage } from '#lib/worker/api.ts';
import { announce, identifier, people, sign } from './support/events.ts';
import { closeAll, local, standings, startForge } from './support/forge-harness.ts';
import { useNodeSockets } from './support/node-sockets.ts';
import { waitUntil } from './support/wait-until.ts';

beforeAll(useNodeSockets);
afterEach(closeAll);

const { alice, bob, carol } = people;
const key = { pubkey: alice.pubkey, identifier };

/** Alice leads and has invited Bob; the announcements name a relay, as real ones do. */
const lead = (url: string, at: number, ...tags: string[][]) =>
	announce('alice', at, [['M', '@alice'], ['m', '@bob', '900'], ...tags, ['relays', url]]);
const accepts = announce('bob', 1_500, [
	['M', '@alice'],
	['m', '@bob', '1400']
]);

async function openRepository() {
	const relay = await local();
	relay.publish([lead(relay.url, 1_000)]);
	return relay;
}

/** As if the last visit had been some time ago. */
async function age(name: string, seconds: number): Promise<void> {
	const opening = indexedDB.open(name);
	const db = await new Promise<IDBDatabase>((resolve) => (opening.onsuccess = () => resolve(opening.result)));
	const table = db.transaction('visits', 'readwrite').objectStore('visits');
	const reading = table.getAll();
	const rows = await new Promise<{ last: { atSeconds: number } }[]>(
		(resolve) => (reading.onsuccess = () => resolve(reading.result as never))
	);
	for (const row of rows) table.put({ ...row, last: { ...row.last, atSeconds: row.last.atSeconds - seconds } });
	await new Promise((resolve) => (table.transaction.oncomplete = resolve));
	db.close();
}

describe('what changed since the last visit', () => {
	async function visitTwice(between: number) {
		const relay = await openRepository();
		const first = startForge({ indexRelays: [relay.url] });
		const before = first.openPage();
		await before.untilSettled();
		expect(before.page().changes).toBeUndefined();
		await first.close();
		await age(first.name, between);
		relay.publish([accepts]);
		const second = startForge({ indexRelays: [relay.url] }, { store: { name: first.name } });
		const after = second.openPage();
		await after.until('the acceptance is there', ({ confirmedCount }) => confirmedCount === 2);
		await after.untilSettled();
		return { relay, second, after, name: first.name };
	}

	test('is told after some time, and once more after a reload', async () => {
		const { relay, second, after, name } = await visitTwice(3_600);
		const isBob = { kind: 'standing', person: { pubkey: bob.pubkey }, before: 'invited', after: 'maintainer' };
		expect(after.page().changes).toMatchObject({ list: [isBob], omittedCount: 0 });
		await second.close();
		const again = startForge({ indexRelays: [relay.url] }, { store: { name } }).openPage();
		await again.untilSettled();
		expect(again.page().changes).toMatchObject({ list: [isBob] });
	});

	test('is gone once it was read, at once and at the next visit', async () => {
		const { relay, second, after, name } = await visitTwice(3_600);
		await second.client.call('markSeen', key);
		await after.until('nothing is left', ({ changes }) => changes === undefined);
		await second.close();
		await age(name, 3_600);
		const again = startForge({ indexRelays: [relay.url] }, { store: { name } }).openPage();
		await again.untilSettled();
		expect(again.page().changes).toBeUndefined();
	});

	test('that was read in one tab stays read when another tab of it is closed', async () => {
		const { relay, second, after, name } = await visitTwice(3_600);
		const other = startForge({ indexRelays: [relay.url] }, { store: { name } });
		const open = other.openPage();
		await open.until('it is told there too', ({ changes }) => changes !== undefined);
		await second.client.call('markSeen', key);
		await after.until('nothing is left', ({ changes }) => changes === undefined);
		await other.close();
		await second.close();
		const again = startForge({ indexRelays: [relay.url] }, { store: { name } }).openPage();
		await again.untilSettled();
		expect(again.page().changes).toBeUndefined();
	});

	test('is not told of a first visit that was interrupted a moment ago', async () => {
		const { after } = await visitTwice(60);
		expect(after.page().changes).toBeUndefined();
	});
});

describe('looking as somebody', () => {
	test('is drawn on every open page at once, and on those opened later', async () => {
		const relay = await openRepository();
		const { client, openPage } = startForge({ indexRelays: [relay.url] });
		const page = openPage();
		await page.untilSettled();
		expect(page.page().viewer).toBeUndefined();
		expect(await client.call('viewAs', { pubkey: bob.pubkey })).toMatchObject({ ok: true });
		await page.until('Bob looks', ({ viewer }) => viewer?.person.pubkey === bob.pubkey);
		expect(page.page().viewer).toMatchObject({
			standings: [{ kind: 'invited' }],
			waits: [{ kind: 'accept-invitation', role: 'maintainer', by: [{ pubkey: alice.pubkey }], sinceSeconds: 900 }]
		});
		const other = openPage({ identifier: 'other' });
		await other.until('Bob looks there too', ({ viewer }) => viewer?.person.pubkey === bob.pubkey);
		await client.call('viewAs', {});
		await page.until('nobody looks', ({ viewer }) => viewer === undefined);
	});

	test.each(['nobody', bob.pubkey.toUpperCase(), ''])('%j is nobody, and changes nothing', async (pubkey) => {
		const { client } = startForge();
		expect(await client.call('viewAs', { pubkey })).toMatchObject({ ok: false, error: { kind: 'bad-request' } });
	});
});

describe('refresh', () => {
	test('asks again over the same socket; what is shown stays, and the time of the answer moves on', async () => {
		const relay = await openRepository();
		const { client, openPage } = startForge({ indexRelays: [relay.url] });
		const page = openPage();
		await page.untilSettled();
		const [asked, told] = [relay.received.REQ, page.pages.length];
		const checkedBefore = page.page().coverage.checkedAtSeconds ?? Infinity;
		await client.call('refresh', key);
		await waitUntil('it is asked again', () => relay.received.REQ > asked);
		await page.until('it answers again', ({ coverage }) => coverage.settled && coverage.answeredCount === 1);
		expect(page.pages.slice(told).every(({ people: rows }: RepositoryPage) => rows.length === 2)).toBe(true);
		expect(relay.connectionCount).toBe(1);
		expect(page.page().coverage.checkedAtSeconds).toBeGreaterThanOrEqual(checkedBefore);
	});

	test('calls a relay that was away at once', async () => {
		const relay = await openRepository();
		await relay.close();
		const { client, openPage } = startForge(
			{ indexRelays: [relay.url] },
			{ pool: { sockets: 40, unasked: 1_000, received: 1e9, steadyMs: 0, firstRetryMs: 60_000, lastRetryMs: 60_000 } }
		);
		const page = openPage();
		await page.until('it is known to be away', ({ coverage }) => coverage.settled);
		await relay.listen();
		relay.publish([lead(relay.url, 1_000)]);
		await client.call('refresh', key);
		await page.until('it answered', ({ coverage, finding }) => coverage.answeredCount === 1 && finding === 'found');
	});
});

describe('forgetting', () => {
	test('a repository that is open goes on being shown and is not kept again', async () => {
		const relay = await openRepository();
		const { client, forge, openPage, recent } = startForge({ indexRelays: [relay.url] });
		const page = openPage();
		const lists = recent();
		await page.untilSettled();
		await waitUntil('it is remembered', () => lists.at(-1)?.length === 1);
		await client.call('forget', key);
		await waitUntil('it is forgotten', () => lists.at(-1)?.length === 0);
		relay.publish([accepts]);
		await page.until('it goes on', ({ confirmedCount }) => confirmedCount === 2);
		page.dispose();
		await client.call('storageUse', null);
		const store = await forge.store;
		await store.flush();
		expect(await store.readRepository(identifier, [])).toEqual([]);
		expect(await store.readVisit(`${alice.pubkey}:${identifier}`)).toBeUndefined();
		expect(lists.at(-1)).toEqual([]);
	});

	test('everything: what is left is counted as nothing', async () => {
		const relay = await openRepository();
		const { client, openPage } = startForge({ indexRelays: [relay.url] });
		await openPage().untilSettled();
		await client.call('removeEverything', null);
		expect(await client.call('storageUse', null)).toMatchObject({
			ok: true,
			value: { storage: { kind: 'kept' }, eventCount: 0, repositoryCount: 0 }
		});
	});
});

test('what one tab hears, another one of the same browser shows without asking for it', async () => {
	const relay = await openRepository();
	const silent = await local();
	const here = startForge({ indexRelays: [relay.url] });
	const there = startForge({ indexRelays: [silent.url] }, { store: { name: here.name } });
	const [mine, theirs] = [here.openPage(), there.openPage()];
	await mine.untilSettled();
	await theirs.until('the first event is there', ({ finding }) => finding === 'found');
	await theirs.until('the relay it names is asked as well', ({ coverage }) => coverage.settled);
	expect(standings(theirs.page())).toEqual(['alice: lead', 'bob: invited']);
});

test('43. a newer state by an invitee, a moderator, somebody who left, or a stranger is not the one shown', async () => {
	const relay = await local();
	const state = (by: keyof typeof people, at: number) => sign(by, 30618, at, [['d', identifier]]);
	relay.publish([
		lead(relay.url, 1_000, ['m', '@carol', '1', '950'], ['o', '@dave', '900']),
		announce('carol', 1_000, [
			['M', '@alice', '1', '950'],
			['m', '@carol', '1', '950']
		]),
		announce('dave', 1_000, [
			['M', '@alice'],
			['o', '@dave']
		]),
		state('alice', 1_100),
		...(['bob', 'carol', 'dave', 'eve'] as const).map((by, index) => state(by, 2_000 + index))
	]);
	const page = startForge({ indexRelays: [relay.url] }).openPage();
	await page.untilSettled();
	expect(standings(page.page())).toContain('dave: moderator');
	expect(page.page().state).toMatchObject({ by: { pubkey: alice.pubkey }, createdAtSeconds: 1_100 });
	expect(page.page().people.some(({ person }) => person.pubkey === carol.pubkey)).toBe(true);
});
