import { appendTo } from '#lib/core/multimap.ts';
import { recentKept, type Backend, type RecentRow, type ViewRow } from './backend.ts';
import { mergeRows, surplusVersions, type EventRow } from './event-row.ts';

/** The same as the kept store, for a browser that refuses one: gone with the tab. */
export class MemoryBackend implements Backend {
	readonly #events = new Map<string, EventRow>();
	readonly #views = new Map<string, ViewRow>();
	readonly #recent = new Map<string, RecentRow>();

	async eventsNamed(kinds: readonly number[], d: string): Promise<EventRow[]> {
		return [...this.#events.values()].filter((row) => row.d === d && kinds.includes(row.kind));
	}

	async eventsBy(kinds: readonly number[], authors: readonly string[]): Promise<EventRow[]> {
		const wanted = new Set(authors);
		return [...this.#events.values()].filter(
			(row) => row.d === '' && kinds.includes(row.kind) && wanted.has(row.pubkey)
		);
	}

	async putEvents(rows: readonly EventRow[]): Promise<void> {
		const touched = new Set<string>();
		for (const row of rows) {
			const kept = this.#events.get(row.id);
			const put = kept ? mergeRows(kept, row) : row;
			if (put) this.#events.set(row.id, put);
			if (!kept) touched.add(coordinateOf(row));
		}
		const versions = new Map<string, EventRow[]>();
		for (const row of this.#events.values()) {
			const key = coordinateOf(row);
			if (touched.has(key)) appendTo(versions, key, row);
		}
		for (const rows of versions.values()) for (const { id } of surplusVersions(rows)) this.#events.delete(id);
	}

	async view(key: string): Promise<ViewRow | undefined> {
		return this.#views.get(key);
	}

	async putView(row: ViewRow): Promise<void> {
		this.#views.set(row.key, row);
	}

	async recent(): Promise<RecentRow[]> {
		return [...this.#recent.values()].sort((a, b) => b.openedAtSeconds - a.openedAtSeconds).slice(0, recentKept);
	}

	async putRecent(row: RecentRow): Promise<void> {
		this.#recent.delete(row.key);
		this.#recent.set(row.key, row);
	}

	close(): void {}
}

function coordinateOf({ kind, pubkey, d }: EventRow): string {
	return `${kind}:${pubkey}:${d}`;
}
