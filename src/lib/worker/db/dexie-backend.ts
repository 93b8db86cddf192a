import { Dexie, type EntityTable, type Table } from 'dexie';
import { appendTo } from '#lib/core/multimap.ts';
import { recentKept, type Backend, type RecentRow, type ViewRow } from './backend.ts';
import { hasVersions, mergeRows, surplusVersions, type EventRow } from './event-row.ts';

type Coordinate = [kind: number, pubkey: string, d: string];

/** Where IndexedDB is to be found; a test puts one that refuses. */
export type DexieOptions = ConstructorParameters<typeof Dexie>[1];

/** The store in this browser, shared by all its tabs. */
export class DexieBackend implements Backend {
	readonly #db: Dexie;
	readonly #events: EntityTable<EventRow, 'id'>;
	readonly #views: Table<ViewRow, string>;
	readonly #recent: Table<RecentRow, string>;

	private constructor(db: Dexie) {
		this.#db = db;
		this.#events = db.table('events');
		this.#views = db.table('views');
		this.#recent = db.table('recent');
	}

	/** Rejects when the browser refuses a store. */
	static async open(name: string, options?: DexieOptions): Promise<DexieBackend> {
		const db = new Dexie(name, options);
		db.version(1).stores({ events: 'id, [kind+d], [kind+pubkey+d]', views: 'key', recent: 'key, openedAtSeconds' });
		await db.open();
		return new DexieBackend(db);
	}

	eventsNamed(kinds: readonly number[], d: string): Promise<EventRow[]> {
		return this.#events
			.where('[kind+d]')
			.anyOf(kinds.map((kind) => [kind, d]))
			.toArray();
	}

	eventsBy(kinds: readonly number[], authors: readonly string[]): Promise<EventRow[]> {
		return this.#versionsOf(kinds.flatMap((kind) => authors.map((pubkey): Coordinate => [kind, pubkey, ''])));
	}

	async putEvents(rows: readonly EventRow[]): Promise<void> {
		await this.#db.transaction('rw', this.#events, async () => {
			const kept = await this.#events.bulkGet(rows.map(({ id }) => id));
			const put: EventRow[] = [];
			const touched = new Map<string, Coordinate>();
			rows.forEach((row, at) => {
				const before = kept[at];
				const after = before ? mergeRows(before, row) : row;
				if (after) put.push(after);
				if (!before && hasVersions(row.kind)) {
					const coordinate: Coordinate = [row.kind, row.pubkey, row.d];
					touched.set(JSON.stringify(coordinate), coordinate);
				}
			});
			await this.#events.bulkPut(put);
			const versions = new Map<string, EventRow[]>();
			for (const row of await this.#versionsOf([...touched.values()]))
				appendTo(versions, JSON.stringify([row.kind, row.pubkey, row.d]), row);
			await this.#events.bulkDelete(
				[...versions.values()].flatMap((rows) => surplusVersions(rows)).map(({ id }) => id)
			);
		});
	}

	view(key: string): Promise<ViewRow | undefined> {
		return this.#views.get(key);
	}

	async putView(row: ViewRow): Promise<void> {
		await this.#views.put(row);
	}

	recent(): Promise<RecentRow[]> {
		return this.#recent.orderBy('openedAtSeconds').reverse().limit(recentKept).toArray();
	}

	async putRecent(row: RecentRow): Promise<void> {
		await this.#recent.put(row);
		await this.#recent.orderBy('openedAtSeconds').reverse().offset(recentKept).delete();
	}

	close(): void {
		this.#db.close();
	}

	#versionsOf(coordinates: readonly Coordinate[]): Promise<EventRow[]> {
		return this.#events.where('[kind+pubkey+d]').anyOf(coordinates).toArray();
	}
}
