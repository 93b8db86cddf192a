import { formatNpub, formatPath } from '#lib/core/address.ts';
import { parsePubkey } from '#lib/core/ids.ts';
import { parseRelayUrls } from '#lib/core/relay-url.ts';
import { err, ok } from '#lib/core/result.ts';
import { servePort, type Channel } from '#lib/port/port.ts';
import type { ForgeCalls, ForgeError, ForgeWatches, RecentRepository, StorageUse, WorkerSettings } from './api.ts';
import type { RecentRow } from './db/backend.ts';
import { Store, type StoreOptions } from './db/store.ts';
import { viewKey } from './db/view-key.ts';
import type { DiscoveryLimits } from './discovery/repository-discovery.ts';
import { SeenEvents } from './ingest/seen-events.ts';
import { readHints, readSettings } from './given-relays.ts';
import { onlyNews } from './only-news.ts';
import { OpenPage, OpenPages } from './open-page.ts';
import { RelayPool, type PoolLimits } from './relays/relay-pool.ts';
import { MissingPart, openTransport } from './relays/transport.ts';
import { serveLookups } from './serve-lookups.ts';

export interface ForgeOptions {
	readonly store?: StoreOptions;
	readonly discovery?: Partial<DiscoveryLimits>;
	readonly pool?: PoolLimits;
}

/** A running forge: what a test may look at. */
export interface Forge {
	readonly pool: Promise<RelayPool>;
	readonly store: Promise<Store>;
}

/** Serves the whole contract of `api.ts` over a channel. */
export function serveForge(channel: Channel, options: ForgeOptions = {}): Forge {
	const store = Store.open(options.store);
	const pool = openTransport().then((transport) => new RelayPool(transport, options.pool));
	const seen = new SeenEvents();
	let configure: (settings: WorkerSettings) => void;
	const configured = new Promise<WorkerSettings>((resolve) => (configure = resolve));
	let settings = configured;
	const pages = new OpenPages();
	// Who waits for the pool says when it fails; until then a failure is nobody's.
	pool.then((opened) => globalThis.addEventListener?.('online', () => opened.retryNow())).catch(() => undefined);

	const shared = { pool, store, seen, limits: options.discovery };
	const lookups = serveLookups({
		settings: () => settings,
		host: shared,
		onFailure: workerFailed
	});
	servePort<ForgeCalls, ForgeWatches, ForgeError>(
		channel,
		{
			calls: {
				configure: async (given) => {
					configure(given);
					settings = Promise.resolve(given);
					return ok(null);
				},
				lookUpName: lookups.lookUpName,
				refresh: async (key) => {
					for (const page of pages.of(key)) page.discovery?.refresh();
					return ok(null);
				},
				viewAs: async ({ pubkey }) => {
					const parsed = parsePubkey(pubkey);
					if (pubkey !== undefined && !parsed)
						return err({ kind: 'bad-request', message: 'somebody is a public key in hex' });
					pages.viewAs(parsed);
					return ok(null);
				},
				markSeen: async (key) => {
					for (const page of pages.of(key)) page.markSeen();
					return ok(null);
				},
				forget: async (repository) => {
					const isGone = await (await store).forget(viewKey(repository), repository.identifier);
					return isGone ? ok(null) : err({ kind: 'not-removed' });
				},
				removeEverything: async () => {
					const isGone = await (await store).clear();
					return isGone ? ok(null) : err({ kind: 'not-removed' });
				},
				storageUse: async () => ok(await measureStorage(await store))
			},
			watches: {
				repository({ pubkey: key, identifier, relayHints, addedRelays }, push, signal) {
					const pubkey = parsePubkey(key);
					if (!pubkey || identifier === '')
						return push(err({ kind: 'bad-request', message: 'a repository is a public key and an identifier' }));
					const address = { pubkey, identifier, relayHints: readHints(relayHints) };
					const page = new OpenPage(address, push, store, pages.viewer);
					pages.add(page);
					signal.addEventListener('abort', () => {
						pages.delete(page);
						page.close();
					});
					void settings.then((present) => {
						if (signal.aborted) return;
						const { page: origin, index } = readSettings(present);
						const host = { ...shared, page: origin };
						const given = { hints: address.relayHints, added: parseRelayUrls(addedRelays), index };
						page.discover(given, host).catch((reason: unknown) => push(err(workerFailed(reason))));
					});
				},
				person: lookups.person,
				event: lookups.event,
				recent(_, push, signal) {
					void store.then((opened) => {
						if (signal.aborted) return;
						const pushNews = onlyNews((list: readonly RecentRepository[]) => push(ok(list)));
						const tell = async () => pushNews((await opened.readRecent()).flatMap(toRecentRepository));
						signal.addEventListener(
							'abort',
							opened.watchNews(({ kind }) => kind === 'recent' && void tell())
						);
						void tell();
					});
				}
			}
		},
		workerFailed
	);
	return { pool, store };
}

function workerFailed(reason: unknown): ForgeError {
	if (reason instanceof MissingPart) return { kind: 'part-missing' };
	return { kind: 'worker-failed', message: reason instanceof Error ? reason.message : String(reason) };
}

/** What is kept, and how much room that takes as far as the browser tells. */
async function measureStorage(store: Store): Promise<StorageUse> {
	const { events, repositories } = await store.count();
	const estimate = await globalThis.navigator?.storage?.estimate?.().catch(() => undefined);
	return { storage: store.storage, eventCount: events, repositoryCount: repositories, sizeBytes: estimate?.usage };
}

function toRecentRepository({ pubkey: key, identifier, relayHints, ...row }: RecentRow): RecentRepository[] {
	const pubkey = parsePubkey(key);
	if (!pubkey) return [];
	const { name, ownerName, openedAtSeconds } = row;
	const path = formatPath({ pubkey, identifier, relayHints });
	return [{ path, ownerPubkey: pubkey, ownerNpub: formatNpub(pubkey), ownerName, identifier, name, openedAtSeconds }];
}
