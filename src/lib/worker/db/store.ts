import type { CheckedEvent } from '#lib/core/event.ts';
import { kinds } from '#lib/core/kinds.ts';
import type { RelayUrl } from '#lib/core/relay-url.ts';
import type { Backend, RecentRow, ViewRow } from './backend.ts';
import { DexieBackend, type DexieOptions } from './dexie-backend.ts';
import { fromRow, toRow, type StoredEvent } from './event-row.ts';
import { MemoryBackend } from './memory-backend.ts';

export interface StoreOptions {
	readonly name?: string;
	readonly dexie?: DexieOptions;
	/** How long opening may take before the store is taken as refused. */
	readonly openTimeoutMs?: number;
	/** How long one reading or writing may take before the store is taken as refused. */
	readonly workTimeoutMs?: number;
	/** How long written events may wait for others to be written with them. */
	readonly flushAfterMs?: number;
}

/** Written events that are waiting, at most. */
const largestBatch = 500;

/**
 * Everything this browser remembers: checked events with the relays that gave them, when a view was last live, and what
 * was opened. When IndexedDB is refused, at once or later, the same goes on in memory and `storage` says so.
 */
export class Store {
	#backend: Backend;
	#storage: 'kept' | 'memory';
	#pending = new Map<string, { readonly event: CheckedEvent; readonly relays: Set<RelayUrl> }>();
	#timer: ReturnType<typeof setTimeout> | undefined;
	#writing: Promise<void> = Promise.resolve();
	readonly #flushAfterMs: number;
	readonly #workTimeoutMs: number;
	readonly #recentListeners = new Set<() => void>();

	private constructor(
		backend: Backend,
		storage: 'kept' | 'memory',
		{ flushAfterMs = 100, workTimeoutMs = 3_000 }: StoreOptions
	) {
		this.#backend = backend;
		this.#storage = storage;
		this.#flushAfterMs = flushAfterMs;
		this.#workTimeoutMs = workTimeoutMs;
	}

	static async open(options: StoreOptions = {}): Promise<Store> {
		const { name = 'countersign', dexie, openTimeoutMs = 3_000 } = options;
		const opening = DexieBackend.open(name, dexie);
		try {
			return new Store(await within(opening, openTimeoutMs), 'kept', options);
		} catch {
			opening.then((backend) => backend.close()).catch(() => undefined);
			return new Store(new MemoryBackend(), 'memory', options);
		}
	}

	get storage(): 'kept' | 'memory' {
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
		this.#writing = this.#writing.then(() => this.#try((backend) => backend.putEvents(rows)));
		return this.#writing;
	}

	readView(key: string): Promise<ViewRow | undefined> {
		return this.#try((backend) => backend.view(key));
	}

	keepView(row: ViewRow): Promise<void> {
		return this.#try((backend) => backend.putView(row));
	}

	readRecent(): Promise<RecentRow[]> {
		return this.#try((backend) => backend.recent());
	}

	async keepRecent(row: RecentRow): Promise<void> {
		await this.#try((backend) => backend.putRecent(row));
		for (const listener of this.#recentListeners) listener();
	}

	/** Calls back when another repository was opened in this tab. Returns its end. */
	watchRecent(listener: () => void): () => void {
		this.#recentListeners.add(listener);
		return () => this.#recentListeners.delete(listener);
	}

	async close(): Promise<void> {
		await this.flush();
		this.#backend.close();
	}

	/** Does something with the backend; when that refuses, or never answers, goes on in memory, without what it kept. */
	async #try<T>(work: (backend: Backend) => Promise<T>): Promise<T> {
		const backend = this.#backend;
		try {
			return await (backend instanceof MemoryBackend ? work(backend) : within(work(backend), this.#workTimeoutMs));
		} catch (reason) {
			if (backend instanceof MemoryBackend) throw reason;
			if (this.#backend === backend) this.#backend = new MemoryBackend();
			this.#storage = 'memory';
			return work(this.#backend);
		}
	}
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
