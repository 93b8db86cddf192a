import { formatNpub, formatPath } from '#lib/core/address.ts';
import { parsePubkey } from '#lib/core/ids.ts';
import { parseRelayUrls } from '#lib/core/relay-url.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import { servePort, type Channel } from '#lib/port/port.ts';
import type { ForgeCalls, ForgeError, ForgeWatches, RecentRepository, RepositoryPage, WorkerSettings } from './api.ts';
import type { RecentRow } from './db/backend.ts';
import { Store, type StoreOptions } from './db/store.ts';
import {
	RepositoryDiscovery,
	type DiscoveryLimits,
	type RepositorySnapshot
} from './discovery/repository-discovery.ts';
import { SeenEvents } from './ingest/seen-events.ts';
import { RelayPool, type PoolLimits } from './relays/relay-pool.ts';
import { openTransport } from './relays/transport.ts';
import { drawRepositoryPage } from './repository-page.ts';
import { serveLookups } from './serve-lookups.ts';

export interface ForgeOptions {
	readonly store?: StoreOptions;
	readonly discovery?: Partial<DiscoveryLimits>;
	readonly pool?: PoolLimits;
}

/** A relay named in an address is followed this often; a link with a thousand of them is not. */
const mostHints = 8;

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
	// Who waits for the pool says when it fails; until then a failure is nobody's.
	pool.then((opened) => globalThis.addEventListener?.('online', () => opened.retryNow())).catch(() => undefined);

	const lookups = serveLookups({
		settings: () => settings,
		host: { pool, store, seen, limits: options.discovery },
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
				refresh: notYet,
				viewAs: notYet,
				markSeen: notYet,
				forget: notYet,
				removeEverything: notYet,
				storageUse: notYet
			},
			watches: {
				repository({ pubkey: key, identifier, relayHints, addedRelays }, push, signal) {
					const pubkey = parsePubkey(key);
					if (!pubkey || identifier === '')
						return push(err({ kind: 'bad-request', message: 'a repository is a public key and an identifier' }));
					const address = { pubkey, identifier, relayHints: parseRelayUrls(relayHints).slice(0, mostHints) };
					const openedAtSeconds = nowSeconds();
					let pushed = '';
					let remembered = '';
					const onSnapshot = (snapshot: RepositorySnapshot) => {
						const page = drawRepositoryPage(snapshot, nowSeconds());
						const text = JSON.stringify(page);
						if (text === pushed) return;
						pushed = text;
						push(ok(page));
						const row = toRecentRow(page, openedAtSeconds);
						if (page.finding !== 'found' || JSON.stringify(row) === remembered) return;
						remembered = JSON.stringify(row);
						void store.then((opened) => opened.keepRecent(row));
					};
					void settings.then(({ indexRelays, pageIsSecure, pageIsLoopback }) => {
						if (signal.aborted) return;
						const page = { isSecure: pageIsSecure, isLoopback: pageIsLoopback };
						const host = { pool, store, seen, page, limits: options.discovery };
						const given = {
							hints: address.relayHints,
							added: parseRelayUrls(addedRelays),
							index: parseRelayUrls(indexRelays)
						};
						const discovery = new RepositoryDiscovery(address, given, host, onSnapshot);
						signal.addEventListener('abort', () => discovery.stop());
						discovery.run(host).catch((reason: unknown) => push(err(workerFailed(reason))));
					});
				},
				person: lookups.person,
				event: lookups.event,
				recent(_, push, signal) {
					void store.then((opened) => {
						if (signal.aborted) return;
						let told = '';
						const tell = async () => {
							const list = (await opened.readRecent()).flatMap(toRecentRepository);
							if (JSON.stringify(list) === told) return;
							told = JSON.stringify(list);
							push(ok(list));
						};
						signal.addEventListener(
							'abort',
							opened.watchRecent(() => void tell())
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

/** Calls of the contract that come next. */
async function notYet(): Promise<Result<never, ForgeError>> {
	return err({ kind: 'bad-request', message: 'not yet' });
}

function workerFailed(reason: unknown): ForgeError {
	return { kind: 'worker-failed', message: reason instanceof Error ? reason.message : String(reason) };
}

function nowSeconds(): number {
	return Math.floor(Date.now() / 1000);
}

function toRecentRow({ address, name }: RepositoryPage, openedAtSeconds: number): RecentRow {
	const { owner, identifier } = address;
	return {
		key: `${owner.pubkey}:${identifier}`,
		pubkey: owner.pubkey,
		identifier,
		relayHints: parseRelayUrls(address.relayHints),
		name: name?.value,
		ownerName: owner.name,
		openedAtSeconds
	};
}

function toRecentRepository({ pubkey: key, identifier, relayHints, ...row }: RecentRow): RecentRepository[] {
	const pubkey = parsePubkey(key);
	if (!pubkey) return [];
	const { name, ownerName, openedAtSeconds } = row;
	const path = formatPath({ pubkey, identifier, relayHints });
	return [{ path, ownerNpub: formatNpub(pubkey), ownerName, identifier, name, openedAtSeconds }];
}
