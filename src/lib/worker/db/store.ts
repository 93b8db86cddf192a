import { firstTagValue, type CheckedEvent } from '#lib/core/event.ts';
import { isAddressable, kinds } from '#lib/core/kinds.ts';
import type { RelayUrl } from '#lib/core/relay-url.ts';
import type { Backend, RecentRow, StoreCounts, ViewRow, VisitRow } from './backend.ts';
import { DexieBackend, type DexieOptions } from './dexie-backend.ts';
import { fromRow, toRow, type StoredEvent } from './event-row.ts';
import { MemoryBackend } from './memory-backend.ts';
import { openTabChannel, type TabChannel, type TabNews } from './tab-channel.ts';
import { identifierIn } from './view-key.ts';

export interface StoreOptions {
	readonly name?: string;
	readonly dexie?: DexieOptions;
	/** How long opening may take before the store is taken as refused. */
	readonly openTimeoutMs?: number;
	/** How long one reading may take before the store is taken as refused; of events, writing may take 10 times as long. */
	readonly workTimeoutMs?: number;
	/** How long written events may wait for others to be written with them. */
	readonly flushAfterMs?: number;
}

/**
 * Whether what is read outlives the tab. `refused`: the browser gives no store or it does not answer; `blocked`: another
 * tab holds it in another version; `full`: no room is left; `lost`: it was removed or closed while in use.
 */
export type StorageState =
	{ readonly kind: 'kept' } | { readonly kind: 'memory'; readonly reason: 'refused' | 'blocked' | 'full' | 'lost' };

/** Nobody waits for what is written, and a worker that checks a flood gives it few turns: it may take so many times as long. */
const patienceOfWriting = 10;

/** A tab that wrote nothing for so long wrote nothing either while another one removed. */
const justWrittenMs = 10_000;

/** Written events that are waiting, at most. */
const largestBatch = 500;

/**
 * Everything this browser remembers: checked events with the relays that gave them, when a view was last live, and what
 * was opened. When IndexedDB is refused, at once or later, the same goes on in memory and `storage` says so and why.
 * Tabs of one browser share it and tell each other what is new.
 */
export class Store {
	#backend: Backend;
	/** Where it was kept before it went on in memory: what stands there can still be removed. */
	#left: Backend | undefined;
	#storage: StorageState;
	#pending = new Map<string, { readonly event: CheckedEvent; readonly relays: Set<RelayUrl> }>();
	#timer: ReturnType<typeof setTimeout> | undefined;
	#writing: Promise<void> = Promise.resolve();
	#wroteAtMs = -Infinity;
	readonly #flushAfterMs: number;
	readonly #workTimeoutMs: number;
	readonly #tabs: TabChannel;
	readonly #newsListeners = new Set<(news: TabNews) => void>();
	readonly #storageListeners = new Set<() => void>();

	private constructor(
		backend: Backend,
		storage: StorageState,
		{ name = defaultName, flushAfterMs = 100, workTimeoutMs = 3_000 }: StoreOptions
	) {
		this.#backend = backend;
		this.#storage = storage;
		this.#flushAfterMs = flushAfterMs;
		this.#workTimeoutMs = workTimeoutMs;
		this.#tabs = openTabChannel(name, (news) => {
			this.#hear(news);
			if (news.kind === 'forgotten') void this.#removeAgain(news.key);
		});
	}

	static async open(options: StoreOptions = {}): Promise<Store> {
		const { name = defaultName, dexie, openTimeoutMs = 3_000 } = options;
		let isBlocked = false;
		let store: Store | undefined;
		const opening = DexieBackend.open(name, {
			dexie,
			onBlocked: () => (isBlocked = true),
			onLost: (why) => {
				if (store) store.#goOnInMemory(why);
			}
		});
		try {
			store = new Store(await within(opening, openTimeoutMs), { kind: 'kept' }, options);
		} catch (reason) {
			opening.then((backend) => backend.close()).catch(() => undefined);
			const why = isBlocked || nameOf(reason) === 'VersionError' ? 'blocked' : 'refused';
			store = new Store(new MemoryBackend(), { kind: 'memory', reason: why }, options);
		}
		return store;
	}

	get storage(): StorageState {
		return this.#storage;
	}

	/** Announcements and states under an identifier, of everybody, and their authors' and some others' deletion requests. */
	async readRepository(identifier: string, alsoBy: readonly string[]): Promise<StoredEvent[]> {
		const named = await this.#try((backend) =>
			backend.eventsNamed([kinds.announcement, kinds.repositoryState], identifier)
		);
		const authors = new Set([...alsoBy, ...named.map(({ pubkey }) => pubkey)]);
		const deletions = await this.#try((backend) => backend.eventsBy([kinds.deletion], [...authors]));
		return [...named, ...deletions].map(fromRow);
	}

	/** Profiles, relay lists and deletion requests of some people. */
	async readPeople(pubkeys: readonly string[]): Promise<StoredEvent[]> {
		const wanted = [kinds.profile, kinds.relayList, kinds.deletion];
		return (await this.#try((backend) => backend.eventsBy(wanted, pubkeys))).map(fromRow);
	}

	/** Events that another tab has stored. */
	async readEvents(ids: readonly string[]): Promise<StoredEvent[]> {
		return (await this.#try((backend) => backend.eventsById(ids))).map(fromRow);
	}

	/** Keeps a checked event, or that one more relay has it; written with others in a moment. */
	keep(event: CheckedEvent, from: RelayUrl): void {
		const pending = this.#pending.get(event.id);
		if (pending) pending.relays.add(from);
		else this.#pending.set(event.id, { event, relays: new Set([from]) });
		if (this.#pending.size >= largestBatch) void this.flush();
		else this.#timer ??= setTimeout(() => void this.flush(), this.#flushAfterMs);
	}

	/** Writes what is waiting; done when it is written. */
	flush(): Promise<void> {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		if (this.#pending.size === 0) return this.#writing;
		const nowSeconds = Math.floor(Date.now() / 1000);
		const rows = [...this.#pending.values()].map(({ event, relays }) => toRow(event, relays, nowSeconds));
		this.#pending = new Map();
		this.#writing = this.#writing.then(async () => {
			const timeoutMs = this.#workTimeoutMs * patienceOfWriting;
			const ids = await this.#write((backend) => backend.putEvents(rows), timeoutMs);
			if (ids.length > 0 && this.#storage.kind === 'kept') this.#tabs.tell({ kind: 'stored', ids });
		});
		return this.#writing;
	}

	readView(key: string): Promise<ViewRow | undefined> {
		return this.#try((backend) => backend.view(key));
	}

	keepView(row: ViewRow): Promise<void> {
		return this.#write((backend) => backend.putView(row));
	}

	readRecent(): Promise<RecentRow[]> {
		return this.#try((backend) => backend.recent());
	}

	async keepRecent(row: RecentRow): Promise<void> {
		await this.#write((backend) => backend.putRecent(row));
		this.#tell({ kind: 'recent' });
	}

	readVisit(key: string): Promise<VisitRow | undefined> {
		return this.#try((backend) => backend.visit(key));
	}

	keepVisit(row: VisitRow): Promise<void> {
		return this.#write((backend) => backend.putVisit(row));
	}

	/**
	 * Removes what is kept of one repository: that it was opened, how it was seen, and its announcements and states. Names,
	 * relay lists and deletion requests are people's and stay. Whether it is gone.
	 */
	forget(key: string, identifier: string): Promise<boolean> {
		return this.#remove({ kind: 'forgotten', key }, (backend) => removeFrom(backend, key, identifier));
	}

	/** Removes everything that is kept. Whether it is gone. */
	clear(): Promise<boolean> {
		return this.#remove({ kind: 'forgotten' }, (backend) => removeFrom(backend));
	}

	/** Also from where it was kept before: a store that took nothing more still holds what it took. */
	async #remove(news: TabNews, work: (backend: Backend) => Promise<void>): Promise<boolean> {
		this.#tell(news);
		await this.flush();
		await this.#try(work);
		const left = this.#left;
		const isGone = left ? await within(work(left), this.#workTimeoutMs).then(yes, no) : !this.#isHeldElsewhere;
		this.#tell({ kind: 'recent' });
		return isGone;
	}

	/**
	 * What this tab wrote before it heard that another one removed it may stand there again. Only if it wrote at all: what
	 * that tab has kept anew since stays.
	 */
	async #removeAgain(key: string | undefined): Promise<void> {
		if (performance.now() - this.#wroteAtMs > justWrittenMs) return;
		await this.#writing;
		await this.#try((backend) => removeFrom(backend, key));
		this.#tell({ kind: 'recent' });
	}

	/** What another version holds cannot be removed from here. */
	get #isHeldElsewhere(): boolean {
		return this.#storage.kind === 'memory' && this.#storage.reason === 'blocked';
	}

	count(): Promise<StoreCounts> {
		return this.#try((backend) => backend.count());
	}

	/** Calls back with what this tab or another one did to the store. Returns its end. */
	watchNews(listener: (news: TabNews) => void): () => void {
		this.#newsListeners.add(listener);
		return () => this.#newsListeners.delete(listener);
	}

	/** Calls back when what is read is no longer kept. Returns its end. */
	watchStorage(listener: () => void): () => void {
		this.#storageListeners.add(listener);
		return () => this.#storageListeners.delete(listener);
	}

	async close(): Promise<void> {
		await this.flush();
		this.#tabs.close();
		this.#newsListeners.clear();
		this.#storageListeners.clear();
		this.#backend.close();
		this.#left?.close();
	}

	/** To this tab and the others, which may share what was kept before. */
	#tell(news: TabNews): void {
		this.#hear(news);
		if (this.#storage.kind === 'kept' || this.#left) this.#tabs.tell(news);
	}

	#hear(news: TabNews): void {
		if (news.kind === 'forgotten') this.#dropPending(news.key);
		for (const listener of [...this.#newsListeners]) listener(news);
	}

	/** What waits to be written of something forgotten is not written any more. */
	#dropPending(key: string | undefined): void {
		const identifier = key === undefined ? undefined : identifierIn(key);
		for (const [id, { event }] of this.#pending)
			if (identifier === undefined || (isAddressable(event.kind) && firstTagValue(event, 'd') === identifier))
				this.#pending.delete(id);
	}

	#goOnInMemory(reason: Extract<StorageState, { kind: 'memory' }>['reason']): void {
		if (this.#storage.kind === 'memory') return;
		this.#left = this.#backend;
		this.#backend = new MemoryBackend();
		this.#storage = { kind: 'memory', reason };
		for (const listener of [...this.#storageListeners]) listener();
	}

	#write<T>(work: (backend: Backend) => Promise<T>, timeoutMs?: number): Promise<T> {
		this.#wroteAtMs = performance.now();
		return this.#try(work, timeoutMs);
	}

	/** Does something with the backend; when that refuses, or never answers, goes on in memory, without what it kept. */
	async #try<T>(work: (backend: Backend) => Promise<T>, timeoutMs = this.#workTimeoutMs): Promise<T> {
		const backend = this.#backend;
		try {
			return await (backend instanceof MemoryBackend ? work(backend) : within(work(backend), timeoutMs));
		} catch (reason) {
			if (backend instanceof MemoryBackend) throw reason;
			if (this.#backend === backend) this.#goOnInMemory(isFull(reason) ? 'full' : 'lost');
			return work(this.#backend);
		}
	}
}

/** Removes what is kept of one repository; without a key everything. */
function removeFrom(
	backend: Backend,
	key?: string,
	identifier = key === undefined ? '' : identifierIn(key)
): Promise<void> {
	return key === undefined
		? backend.clear()
		: backend.forget(key, identifier, [kinds.announcement, kinds.repositoryState]);
}

const defaultName = 'countersign';
const yes = () => true;
const no = () => false;

function nameOf(reason: unknown): string {
	return reason instanceof Error || reason instanceof DOMException ? reason.name : '';
}

/** Whether the browser has no room left; Dexie hides the reason behind the transaction that it aborted. */
function isFull(reason: unknown): boolean {
	if (nameOf(reason) === 'QuotaExceededError') return true;
	const inner = (reason as { readonly inner?: unknown } | undefined)?.inner;
	return inner !== undefined && inner !== reason && isFull(inner);
}

/** What a promise gives; rejects when that takes longer. */
async function within<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error('IndexedDB does not answer')), timeoutMs);
	});
	try {
		return await Promise.race([promise, late]);
	} finally {
		clearTimeout(timer);
	}
}
