import { appendTo } from '#lib/core/multimap.ts';
import {
	mergeVisits,
	recentKept,
	type Backend,
	type RecentRow,
	type StoreCounts,
	type ViewRow,
	type VisitRow
} from './backend.ts';
import { mergeRows, surplusVersions, type EventRow } from './event-row.ts';

/** The same as the kept store, for a browser that refuses one: gone with the tab. */
export class MemoryBackend implements Backend {
	readonly #events = new Map<string, EventRow>();
	readonly #views = new Map<string, ViewRow>();
	readonly #recent = new Map<string, RecentRow>();
	readonly #visits = new Map<string, VisitRow>();

	async eventsNamed(kinds: readonly number[], d: string): Promise<EventRow[]> {
		return [...this.#events.values()].filter((row) => row.d === d && kinds.includes(row.kind));
	}

	async eventsBy(kinds: readonly number[], authors: readonly string[]): Promise<EventRow[]> {
		const wanted = new Set(authors);
		return [...this.#events.values()].filter(
			(row) => row.d === '' && kinds.includes(row.kind) && wanted.has(row.pubkey)
		);
	}

	async eventsById(ids: readonly string[]): Promise<EventRow[]> {
		return ids.flatMap((id) => this.#events.get(id) ?? []);
	}

	async putEvents(rows: readonly EventRow[]): Promise<string[]> {
		const added: string[] = [];
		const touched = new Set<string>();
		for (const row of rows) {
			const kept = this.#events.get(row.id);
			const put = kept ? mergeRows(kept, row) : row;
			if (put) this.#events.set(row.id, put);
			if (kept) continue;
			added.push(row.id);
			touched.add(coordinateOf(row));
		}
		const versions = new Map<string, EventRow[]>();
		for (const row of this.#events.values()) {
			const key = coordinateOf(row);
			if (touched.has(key)) appendTo(versions, key, row);
		}
		for (const rows of versions.values()) for (const { id } of surplusVersions(rows)) this.#events.delete(id);
		return added;
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
		const kept = new Set((await this.recent()).map(({ key }) => key));
		for (const key of [...this.#recent.keys()].filter((other) => !kept.has(other)))
			for (const table of [this.#recent, this.#views, this.#visits]) table.delete(key);
	}

	async visit(key: string): Promise<VisitRow | undefined> {
		return this.#visits.get(key);
	}

	async putVisit(row: VisitRow): Promise<void> {
		this.#visits.set(row.key, mergeVisits(this.#visits.get(row.key), row));
	}

	async forget(key: string, identifier: string, kinds: readonly number[]): Promise<void> {
		for (const table of [this.#views, this.#recent, this.#visits]) table.delete(key);
		if ([...this.#recent.values()].some((row) => row.identifier === identifier)) return;
		for (const { id, d, kind } of this.#events.values())
			if (d === identifier && kinds.includes(kind)) this.#events.delete(id);
	}

	async clear(): Promise<void> {
		for (const table of [this.#events, this.#views, this.#recent, this.#visits]) table.clear();
	}

	async count(): Promise<StoreCounts> {
		return { events: this.#events.size, repositories: this.#recent.size };
	}

	close(): void {}
}

function coordinateOf({ kind, pubkey, d }: EventRow): string {
	return `${kind}:${pubkey}:${d}`;
}
