import type { CheckedEvent } from '#lib/core/event.ts';
import type { RelayUrl } from '#lib/core/relay-url.ts';
import { openPort } from '#lib/port/port.ts';
import type { ForgeCalls, ForgeError, ForgeWatches, RepositoryPage } from '#lib/worker/api.ts';
import { Store } from '#lib/worker/db/store.ts';
import { serveForge } from '#lib/worker/forge.ts';
import type { Job, WarmResult } from './jobs.ts';

const name = 'bench-warm';

/**
 * A repository that is all in the store, opened through the whole contract of page and worker with no relay to ask; before
 * each opening, the same rows are read with nothing but IndexedDB.
 */
export async function openWarmPages({
	texts,
	pubkey,
	identifier,
	rounds
}: Extract<Job, { kind: 'warm' }>): Promise<WarmResult> {
	const store = await Store.open({ name });
	for (const text of texts) store.keep(JSON.parse(text) as CheckedEvent, 'ws://127.0.0.1:4001' as RelayUrl);
	await store.close();

	const { port1, port2 } = new MessageChannel();
	const forge = serveForge(port2, { store: { name } });
	const asking = openPort<ForgeCalls, ForgeWatches, ForgeError>(port1);
	port1.start();
	port2.start();
	await Promise.all([forge.store, forge.pool]);
	// Served from elsewhere, it contacts no address of this machine, and there is no other.
	await asking.call('configure', { indexRelays: [], pageIsSecure: false, pageIsLoopback: false });
	const database = await openDatabase();
	const [pageMs, readMs]: [number[], number[]] = [[], []];
	let rows = 0;
	let confirmed = 0;
	// The first round is for whatever is only done once.
	for (let round = 0; round <= rounds; round++) {
		const start = performance.now();
		rows = (await readRaw(database, identifier)).length;
		const read = performance.now();
		const page = await openOnce(asking, pubkey, identifier);
		const posted = performance.now();
		confirmed = page.confirmedCount;
		if (round === 0) continue;
		readMs.push(read - start);
		pageMs.push(posted - read);
	}
	database.close();
	return { rows, confirmed, pageMs, readMs };
}

type Asking = ReturnType<typeof openPort<ForgeCalls, ForgeWatches, ForgeError>>;

function openOnce(asking: Asking, pubkey: string, identifier: string): Promise<RepositoryPage> {
	return new Promise((resolve, reject) => {
		const params = { pubkey, identifier, relayHints: [], addedRelays: [] };
		const end = asking.watch('repository', params, (page) => {
			queueMicrotask(() => end());
			if (page.ok) resolve(page.value);
			else reject(new Error(JSON.stringify(page.error)));
		});
	});
}

function openDatabase(): Promise<IDBDatabase> {
	return new Promise((resolve, reject) => {
		const opening = indexedDB.open(name);
		opening.onsuccess = () => resolve(opening.result);
		opening.onerror = () => reject(opening.error ?? new Error('no database'));
	});
}

function readRaw(database: IDBDatabase, identifier: string): Promise<unknown[]> {
	return new Promise((resolve, reject) => {
		const index = database.transaction('events').objectStore('events').index('[kind+d]');
		const reading = index.getAll(IDBKeyRange.only([30617, identifier]));
		reading.onsuccess = () => resolve(reading.result);
		reading.onerror = () => reject(reading.error ?? new Error('nothing read'));
	});
}
