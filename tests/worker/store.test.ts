import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, describe, expect, test } from 'vitest';
import type { CheckedEvent } from '#lib/core/event.ts';
import type { RelayUrl } from '#lib/core/relay-url.ts';
import { Store, type StoreOptions } from '#lib/worker/db/store.ts';
import type { TabNews } from '#lib/worker/db/tab-channel.ts';
import { announce, identifier, people, remove, sign } from './support/events.ts';
import { waitUntil } from './support/wait-until.ts';

const one = 'wss://one.example' as RelayUrl;
const two = 'wss://two.example' as RelayUrl;
const alice = people.alice.pubkey;
const refusing = { open: () => fail('IndexedDB is refused here') } as unknown as IDBFactory;
let names = 0;
const stores: Store[] = [];

function fail(message: string): never {
	throw new Error(message);
}

async function open(options: StoreOptions = {}): Promise<Store> {
	const store = await Store.open({ name: `store-${++names}`, ...options });
	stores.push(store);
	return store;
}

afterEach(async () => {
	for (const store of stores.splice(0)) await store.close();
});

async function keep(store: Store, events: readonly CheckedEvent[], from: RelayUrl = one): Promise<void> {
	for (const event of events) store.keep(event, from);
	await store.flush();
}

async function announcements(store: Store, d = identifier): Promise<CheckedEvent[]> {
	const stored = await store.readRepository(d, []);
	return stored.map(({ event }) => event).filter(({ kind }) => kind === 30617);
}

/** Of two versions of one second, the one with the lower id first (D1). */
function twins(): [CheckedEvent, CheckedEvent] {
	const versions = ['x', 'y'].map((name) => announce('alice', 1000, [['name', name]]));
	return versions.sort((a, b) => (a.id < b.id ? -1 : 1)) as [CheckedEvent, CheckedEvent];
}

describe.each([
	['kept', {}],
	['memory', { dexie: { indexedDB: refusing } }]
] as const)('a store that is %s', (storage, options) => {
	test('says so', async () => {
		expect((await open(options)).storage.kind).toBe(storage);
	});

	test('gives back what it took, to the byte, with every relay that gave it', async () => {
		const store = await open(options);
		const event = announce('alice', 1000, [['name', 'Zoë 🚀'], ['m', '@bob'], []]);
		await keep(store, [event], one);
		await keep(store, [event], two);
		await keep(store, [event], one);
		const [stored] = await store.readRepository(identifier, []);
		expect(stored?.event).toEqual(event);
		expect(stored?.relays).toEqual([one, two]);
	});

	test('an older version never replaces a newer one, in any order', async () => {
		const [old, recent] = [announce('alice', 1000), announce('alice', 2000)];
		for (const order of [
			[old, recent],
			[recent, old]
		]) {
			const store = await open(options);
			for (const event of order) await keep(store, [event]);
			expect(new Set(await announcements(store))).toEqual(new Set([old, recent]));
		}
	});

	test('keeps the newest version and at most 20 older ones, and of one second the lowest id (D1)', async () => {
		const store = await open(options);
		const [lowest, higher] = twins();
		const older = Array.from({ length: 20 }, (_, i) => announce('alice', 500 + i));
		await keep(store, [lowest, ...older]);
		await keep(store, [higher]);
		const kept = await announcements(store);
		expect(kept).toHaveLength(21);
		expect(kept).toEqual(expect.arrayContaining([lowest, higher]));
		expect(kept.map(({ created_at }) => created_at)).not.toContain(500);
		await keep(store, [announce('alice', 1)]);
		expect(await announcements(store)).toEqual(expect.arrayContaining(kept));
		await keep(store, [announce('alice', 3000)]);
		expect((await announcements(store)).map(({ created_at }) => created_at)).toContain(3000);
	});

	test('versions of one author do not push out those of another, or of another identifier', async () => {
		const store = await open(options);
		await keep(store, [announce('bob', 1), announce('alice', 1, [], 'other')]);
		await keep(
			store,
			Array.from({ length: 30 }, (_, i) => announce('alice', 100 + i))
		);
		expect((await announcements(store)).filter(({ pubkey }) => pubkey === people.bob.pubkey)).toHaveLength(1);
		expect(await announcements(store, 'other')).toHaveLength(1);
	});

	test('of profiles and relay lists the newest is kept', async () => {
		const store = await open(options);
		await keep(store, [sign('alice', 0, 2000, [], '{"name":"new"}'), sign('alice', 10002, 5)]);
		await keep(store, [sign('alice', 0, 1000, [], '{"name":"old"}')]);
		const people = (await store.readPeople([alice])).map(({ event }) => [event.kind, event.created_at]);
		expect(people.sort()).toEqual([
			[0, 2000],
			[10002, 5]
		]);
	});

	test.each([3, 150])('of %i people exactly their own rows are read, whoever stands between them', async (count) => {
		const store = await open(options);
		const key = (index: number) => index.toString(16).padStart(4, '0').repeat(16);
		const profile = sign('alice', 0, 1000);
		const all = Array.from({ length: count * 2 }, (_, index) => {
			const [id, pubkey] = [key(index + 10_000), key(index)];
			return { ...profile, id, pubkey, kind: index % 3 === 0 ? 10002 : 0 } as CheckedEvent;
		});
		await keep(store, all);
		const wanted = all.filter((_, index) => index % 2 === 0);
		const read = await store.readPeople(wanted.map(({ pubkey }) => pubkey).reverse());
		expect(new Set(read.map(({ event }) => event.id))).toEqual(new Set(wanted.map(({ id }) => id)));
		expect(read).toHaveLength(wanted.length);
		expect(await store.readPeople([])).toEqual([]);
	});

	test('deletion requests are all kept, and come with the repository of their author', async () => {
		const store = await open(options);
		const requests = Array.from({ length: 30 }, (_, i) =>
			remove('alice', 1000 + i, ['a', `30617:${alice}:${identifier}`])
		);
		await keep(store, [announce('alice', 900), ...requests, remove('bob', 1, ['e', 'f'.repeat(64)])]);
		const stored = await store.readRepository(identifier, []);
		expect(stored.filter(({ event }) => event.kind === 5)).toHaveLength(30);
		expect(stored.filter(({ event }) => event.kind === 30617)).toHaveLength(1);
	});

	test('a deletion request comes even when its announcement was never seen', async () => {
		const store = await open(options);
		const request = remove('alice', 1000, ['a', `30617:${alice}:${identifier}`]);
		await keep(store, [request]);
		expect((await store.readRepository(identifier, [alice])).map(({ event }) => event)).toEqual([request]);
	});

	test('remembers when a view was last live, and who had answered', async () => {
		const store = await open(options);
		expect(await store.readView('key')).toBeUndefined();
		await store.keepView({ key: 'key', seenAtSeconds: 7, answered: [one] });
		expect(await store.readView('key')).toEqual({ key: 'key', seenAtSeconds: 7, answered: [one] });
	});

	test('remembers the 20 repositories opened last, newest first, each once', async () => {
		const store = await open(options);
		let told = 0;
		const end = store.watchNews(({ kind }) => kind === 'recent' && told++);
		const row = (at: number) => ({ pubkey: alice, identifier: `d${at}`, relayHints: [], openedAtSeconds: at });
		for (let at = 1; at <= 25; at++) await store.keepRecent({ key: `${at}`, ...row(at) });
		await store.keepRecent({ key: '10', ...row(10), openedAtSeconds: 100 });
		const recent = (await store.readRecent()).map(({ openedAtSeconds }) => openedAtSeconds);
		expect(recent).toEqual([100, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 9, 8, 7, 6]);
		end();
		await store.keepRecent({ key: 'x', ...row(200) });
		expect(told).toBe(26);
	});
});

test('what was kept is there for the next tab (D2: verified once, when it came in)', async () => {
	const store = await open({ name: 'shared' });
	const event = announce('alice', 1000);
	store.keep(event, one);
	await store.close();
	const next = await open({ name: 'shared' });
	expect(await announcements(next)).toEqual([event]);
});

test('events are written together, after a moment, or when there are many', async () => {
	const store = await open({ flushAfterMs: 1 });
	const reader = await open({ name: `store-${names}` });
	store.keep(announce('alice', 1000), one);
	const end = performance.now() + 2_000;
	let found: CheckedEvent[] = [];
	while (found.length === 0 && performance.now() < end) found = await announcements(reader);
	expect(found).toHaveLength(1);
});

test('21. a store that is full goes on in memory, with what could not be written', async () => {
	const store = await open();
	const event = announce('alice', 1000);
	const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put');
	Object.defineProperty(IDBObjectStore.prototype, 'put', {
		...put,
		value: () => {
			throw new DOMException('the disk is full', 'QuotaExceededError');
		}
	});
	await keep(store, [event]).finally(() => Object.defineProperty(IDBObjectStore.prototype, 'put', put ?? {}));
	expect(store.storage).toEqual({ kind: 'memory', reason: 'full' });
	expect(await announcements(store)).toEqual([event]);
});

test('21. a store that never opens is taken as refused', async () => {
	const never = { open: () => ({}) } as unknown as IDBFactory;
	expect((await open({ dexie: { indexedDB: never }, openTimeoutMs: 20 })).storage).toEqual({
		kind: 'memory',
		reason: 'refused'
	});
});

/** Holds every table of a database for writing, as another tab may; whoever else asks waits until it is let go. */
async function holdTables(name: string): Promise<() => void> {
	const opening = indexedDB.open(name);
	await new Promise((resolve) => (opening.onsuccess = resolve));
	const tables = [...opening.result.objectStoreNames];
	const table = opening.result.transaction(tables, 'readwrite').objectStore(tables[0] ?? '');
	let isHeld = true;
	const goOn = () => {
		if (isHeld) table.count().onsuccess = goOn;
		else opening.result.close();
	};
	goOn();
	return () => (isHeld = false);
}

test('21. a store that opens and then never answers goes on in memory', async () => {
	const store = await open({ workTimeoutMs: 200 });
	const letGo = await holdTables(
		(await indexedDB.databases()).find(({ name }) => name === `store-${names}`)?.name ?? ''
	);
	expect(await store.readView('key')).toBeUndefined();
	expect(store.storage).toEqual({ kind: 'memory', reason: 'lost' });
	await keep(store, [announce('alice', 1000)]);
	expect(await announcements(store)).toHaveLength(1);
	letGo();
});

test('21. a store that the browser refuses: in memory from the first moment', async () => {
	const store = await open({ dexie: { indexedDB: refusing } });
	expect(store.storage).toEqual({ kind: 'memory', reason: 'refused' });
	await keep(store, [announce('alice', 1000)]);
	expect(await announcements(store)).toHaveLength(1);
});

test('21. a store that is deleted while in use: reading and writing go on in memory, and it is said', async () => {
	const store = await open({ name: 'deleted' });
	const [before, after] = [announce('alice', 1000), announce('alice', 2000)];
	await keep(store, [before]);
	let told = 0;
	store.watchStorage(() => told++);
	await new Promise((resolve) => (indexedDB.deleteDatabase('deleted').onsuccess = resolve));
	expect(store.storage).toEqual({ kind: 'memory', reason: 'lost' });
	expect(told).toBe(1);
	await keep(store, [after]);
	expect(await announcements(store)).toEqual([after]);
});

test('21. a newer version in another tab is not held up: the older tab lets go, goes on in memory and says why', async () => {
	const store = await open({ name: 'upgraded' });
	await keep(store, [announce('alice', 1000)]);
	const opening = indexedDB.open('upgraded', 1_000);
	const upgraded = await new Promise<IDBDatabase>((resolve, reject) => {
		opening.onsuccess = () => resolve(opening.result);
		opening.onblocked = () => reject(new Error('the older tab holds on'));
	});
	expect(store.storage).toEqual({ kind: 'memory', reason: 'blocked' });
	upgraded.close();
	// And a tab of the older version that is opened after it works, in the store or beside it.
	const late = await open({ name: 'upgraded' });
	await keep(late, [announce('alice', 2000)]);
	expect((await announcements(late)).map(({ created_at }) => created_at)).toContain(2000);
});

test('21. an older version that a tab does not let go of: in memory, and it is said why', async () => {
	const older = await new Promise<IDBDatabase>((resolve) => {
		const opening = indexedDB.open('held', 10);
		opening.onupgradeneeded = () => opening.result.createObjectStore('recent', { keyPath: 'key' });
		opening.onsuccess = () => resolve(opening.result);
	});
	const store = await open({ name: 'held', openTimeoutMs: 200 });
	expect(store.storage).toEqual({ kind: 'memory', reason: 'blocked' });
	older.close();
});

test('a store of the version before keeps what it holds', async () => {
	const older = new Dexie('version-1');
	older.version(1).stores({ events: 'id, [kind+d], [kind+pubkey+d]', views: 'key', recent: 'key, openedAtSeconds' });
	const event = announce('alice', 1000);
	await older.table('events').put({ ...event, d: identifier, relays: [one], keptAtSeconds: 1 });
	older.close();
	const store = await open({ name: 'version-1' });
	expect(store.storage).toEqual({ kind: 'kept' });
	expect(await announcements(store)).toEqual([event]);
	expect(await store.readVisit('key')).toBeUndefined();
});

describe.each([
	['kept', {}],
	['memory', { dexie: { indexedDB: refusing } }]
] as const)('forgetting, in a store that is %s', (_, options) => {
	const row = (key: string, d: string) => ({ key, pubkey: alice, identifier: d, relayHints: [], openedAtSeconds: 1 });
	const visit = (key: string) => ({
		key,
		last: { atSeconds: 1, isWhole: true, decidedAtSeconds: 1, lifecycle: 'live' }
	});

	test('one repository: its events, its views, that it was opened; others stay', async () => {
		const store = await open(options);
		const other = announce('bob', 1000, [], 'other');
		await keep(store, [announce('alice', 1000), other, sign('alice', 0, 1000)]);
		for (const [key, d] of [
			['a', identifier],
			['b', 'other']
		] as const) {
			await store.keepRecent(row(key, d));
			await store.keepView({ key, seenAtSeconds: 1, answered: [] });
			await store.keepVisit(visit(key));
		}
		await store.forget('a', identifier);
		expect(await announcements(store)).toEqual([]);
		expect(await announcements(store, 'other')).toEqual([other]);
		expect(await store.readView('a')).toBeUndefined();
		expect(await store.readVisit('a')).toBeUndefined();
		expect(await store.readVisit('b')).toEqual(visit('b'));
		expect((await store.readRecent()).map(({ key }) => key)).toEqual(['b']);
		expect(await store.count()).toEqual({ events: 2, repositories: 1 });
	});

	test('one of two of the same identifier leaves the other whole', async () => {
		const store = await open(options);
		await keep(store, [announce('alice', 1000), announce('bob', 1000)]);
		await store.keepRecent(row('a', identifier));
		await store.keepRecent(row('b', identifier));
		await store.forget('a', identifier);
		expect(await announcements(store)).toHaveLength(2);
	});

	test('everything', async () => {
		const store = await open(options);
		await keep(store, [announce('alice', 1000), sign('alice', 0, 1000)]);
		await store.keepRecent(row('a', identifier));
		await store.keepVisit(visit('a'));
		await store.clear();
		expect(await store.count()).toEqual({ events: 0, repositories: 0 });
		expect(await store.readVisit('a')).toBeUndefined();
	});
});

describe('two tabs of one browser', () => {
	async function twoTabs() {
		const name = `tabs-${++names}`;
		const [here, there] = [await open({ name }), await open({ name })];
		const heard: TabNews[] = [];
		there.watchNews((news) => heard.push(news));
		return { here, there, heard };
	}

	test('hear of events that were not there before, by their ids alone, and can read them', async () => {
		const { here, there, heard } = await twoTabs();
		const event = announce('alice', 1000);
		await keep(here, [event]);
		await waitUntil('the other tab hears', () => heard.length > 0);
		expect(heard).toEqual([{ kind: 'stored', ids: [event.id] }]);
		expect((await there.readEvents([event.id])).map((stored) => stored.event)).toEqual([event]);
		// What both have is no news to anybody.
		await keep(there, [event], two);
		await keep(here, [event], two);
		await here.keepRecent({ key: 'x', pubkey: alice, identifier, relayHints: [], openedAtSeconds: 1 });
		await waitUntil('the other tab hears more', () => heard.length > 1);
		expect(heard.slice(1)).toEqual([{ kind: 'recent' }]);
	});

	test('hear that a repository, or everything, was forgotten', async () => {
		const { here, heard } = await twoTabs();
		await here.forget('a', identifier);
		await here.clear();
		await waitUntil('the other tab hears', () => heard.length === 4);
		expect(heard.map(({ kind, ...more }) => [kind, more])).toEqual([
			['forgotten', { key: 'a' }],
			['recent', {}],
			['forgotten', {}],
			['recent', {}]
		]);
	});

	test('that have no store in common tell each other nothing', async () => {
		const name = `tabs-${++names}`;
		const here = await open({ name, dexie: { indexedDB: refusing } });
		const there = await open({ name });
		const heard: TabNews[] = [];
		there.watchNews((news) => heard.push(news));
		await keep(here, [announce('alice', 1000)]);
		await keep(there, [announce('bob', 1000)]);
		const third = await open({ name });
		await keep(third, [announce('carol', 1000)]);
		await waitUntil('the third is heard', () => heard.length > 0);
		expect(heard).toHaveLength(1);
	});
});

describe('removing what a store held before it went on in memory', () => {
	async function fillUp(name: string) {
		const store = await open({ name });
		await keep(store, [announce('alice', 1000)]);
		await store.keepRecent({ key: 'a', pubkey: alice, identifier, relayHints: [], openedAtSeconds: 1 });
		const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put');
		Object.defineProperty(IDBObjectStore.prototype, 'put', {
			...put,
			value: () => {
				throw new DOMException('the disk is full', 'QuotaExceededError');
			}
		});
		await keep(store, [announce('alice', 2000)]).finally(() =>
			Object.defineProperty(IDBObjectStore.prototype, 'put', put ?? {})
		);
		expect(store.storage).toEqual({ kind: 'memory', reason: 'full' });
		return store;
	}

	test('everything goes from there too', async () => {
		const store = await fillUp('full-clear');
		expect(await store.clear()).toBe(true);
		await store.close();
		expect(await (await open({ name: 'full-clear' })).count()).toEqual({ events: 0, repositories: 0 });
	});

	test('one repository goes from there too', async () => {
		const store = await fillUp('full-forget');
		expect(await store.forget('a', identifier)).toBe(true);
		await store.close();
		expect(await (await open({ name: 'full-forget' })).count()).toEqual({ events: 0, repositories: 0 });
	});

	test('what cannot be reached is not called removed', async () => {
		const store = await open({ name: 'unreachable' });
		await keep(store, [announce('alice', 1000)]);
		const upgraded = await new Promise<IDBDatabase>((resolve) => {
			const opening = indexedDB.open('unreachable', 1_000);
			opening.onsuccess = () => resolve(opening.result);
		});
		expect(await store.clear()).toBe(false);
		expect(await store.forget('a', identifier)).toBe(false);
		upgraded.close();
	});
});

test('what waits to be written in another tab is not written after it was forgotten', async () => {
	const name = `tabs-${++names}`;
	const [here, there] = [await open({ name }), await open({ name, flushAfterMs: 60_000 })];
	const profile = sign('alice', 0, 1000);
	there.keep(announce('alice', 1000), one);
	there.keep(announce('alice', 1000, [], 'other'), one);
	there.keep(profile, one);
	const heard: TabNews[] = [];
	there.watchNews((news) => heard.push(news));
	await here.forget(`${alice}:${identifier}`, identifier);
	await waitUntil('the other tab hears', () => heard.length > 0);
	await there.flush();
	expect(await announcements(here)).toEqual([]);
	expect(await announcements(here, 'other')).toHaveLength(1);
	await here.clear();
	expect(await here.count()).toEqual({ events: 0, repositories: 0 });
});

test.each([
	['one repository', (store: Store) => store.forget(`${alice}:${identifier}`, identifier)],
	['everything', (store: Store) => store.clear()]
])('what another tab was writing while %s was removed is not left behind', async (_, removed) => {
	const name = `tabs-${++names}`;
	const [here, there] = [await open({ name }), await open({ name })];
	await keep(here, [announce('alice', 1000)]);
	// Batches that are written one after the other: the removal comes between them.
	const written = [1, 2, 3, 4, 5, 6].map((second) => keep(there, [announce('bob', 1000 + second)]));
	const recent = { key: `${alice}:${identifier}`, pubkey: alice, identifier, relayHints: [], openedAtSeconds: 1 };
	void there.keepRecent(recent);
	await removed(here);
	await Promise.all(written);
	await expect.poll(async () => [await announcements(here), await here.readRecent()]).toEqual([[], []]);
});

test('what was kept anew after a removal stays: a tab that wrote nothing removes nothing', async () => {
	const name = `tabs-${++names}`;
	const [here, there] = [await open({ name }), await open({ name })];
	const heard: TabNews[] = [];
	there.watchNews((news) => heard.push(news));
	await keep(here, [announce('alice', 1000)]);
	await here.forget(`${alice}:${identifier}`, identifier);
	await keep(here, [announce('alice', 2000)]);
	await waitUntil('the other tab hears', () => heard.some(({ kind }) => kind === 'forgotten'));
	await there.readRecent();
	expect(await announcements(here)).toHaveLength(1);
});

test('with a repository that is no longer among the last twenty goes how it was seen', async () => {
	const store = await open();
	const row = (at: number) => ({ key: `${at}`, pubkey: alice, identifier: 'd', relayHints: [], openedAtSeconds: at });
	await store.keepRecent(row(1));
	await store.keepView({ key: '1', seenAtSeconds: 1, answered: [] });
	await store.keepVisit({ key: '1', last: { atSeconds: 1, isWhole: true, decidedAtSeconds: 1, lifecycle: 'live' } });
	for (let at = 2; at <= 21; at++) await store.keepRecent(row(at));
	expect(await store.readView('1')).toBeUndefined();
	expect(await store.readVisit('1')).toBeUndefined();
});

test('versions that came in small numbers over many sessions are let go when they are read', async () => {
	const name = 'versions-by-and-by';
	for (let session = 0; session < 5; session++) {
		const store = await open({ name });
		await keep(
			store,
			Array.from({ length: 10 }, (_, index) => announce('alice', 1_000 + session * 10 + index))
		);
		await keep(store, [sign('alice', 0, 1_000 + session)]);
		await store.close();
	}
	const store = await open({ name });
	const kept = await announcements(store);
	expect(kept).toHaveLength(21);
	expect(Math.max(...kept.map(({ created_at }) => created_at))).toBe(1_049);
	expect((await store.readPeople([alice])).map(({ event }) => event.created_at)).toEqual([1_004]);
	expect(await store.count()).toMatchObject({ events: 22 });
});
