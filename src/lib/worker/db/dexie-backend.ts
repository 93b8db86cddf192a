import { Dexie, type EntityTable, type Table } from 'dexie';
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
import { hasVersions, mergeRows, surplusVersions, versionsKept, type EventRow } from './event-row.ts';

type Coordinate = [kind: number, pubkey: string, d: string];

/** Of more people than this, rows are not asked for one by one. */
const mostAskedSingly = 100;

/** Of more coordinates than this nobody counts how many rows were added. */
const mostCounted = 100_000;

/** Where IndexedDB is to be found; a test puts one that refuses. */
export type DexieOptions = ConstructorParameters<typeof Dexie>[1];

/** How a store is opened, and who hears that it stopped being one. */
export interface OpenOptions {
	readonly dexie?: DexieOptions;
	/** An older version is open in another tab, and opening waits for it. */
	readonly onBlocked?: () => void;
	/** It was closed from outside. `blocked`: for a newer version; `lost`: removed or broken. */
	readonly onLost?: (why: 'blocked' | 'lost') => void;
}

/** The store in this browser, shared by all its tabs. */
export class DexieBackend implements Backend {
	readonly #db: Dexie;
	readonly #events: EntityTable<EventRow, 'id'>;
	readonly #views: Table<ViewRow, string>;
	readonly #recent: Table<RecentRow, string>;
	readonly #visits: Table<VisitRow, string>;
	/** Rows added of each coordinate since it was last looked through. */
	readonly #added = new Map<string, number>();

	private constructor(db: Dexie) {
		this.#db = db;
		this.#events = db.table('events');
		this.#views = db.table('views');
		this.#recent = db.table('recent');
		this.#visits = db.table('visits');
	}

	/** Rejects when the browser refuses a store. */
	static async open(name: string, { dexie, onBlocked, onLost }: OpenOptions = {}): Promise<DexieBackend> {
		const db = new Dexie(name, dexie);
		db.on('blocked', () => onBlocked?.());
		// Another tab brings a newer version, or removes it all: whoever holds on would block it for good.
		db.on('versionchange', ({ newVersion }) => {
			// First why: that it was closed is told of this as well.
			onLost?.(newVersion === null ? 'lost' : 'blocked');
			db.close();
			return false;
		});
		db.on('close', () => onLost?.('lost'));
		db.version(1).stores({ events: 'id, [kind+d], [kind+pubkey+d]', views: 'key', recent: 'key, openedAtSeconds' });
		db.version(2).stores({ visits: 'key' });
		await db.open();
		return new DexieBackend(db);
	}

	async eventsNamed(kinds: readonly number[], d: string): Promise<EventRow[]> {
		const read = (kind: number) => this.#events.where('[kind+d]').equals([kind, d]).toArray();
		return this.#withoutSurplus((await Promise.all(kinds.map(read))).flat());
	}

	async eventsBy(kinds: readonly number[], authors: readonly string[]): Promise<EventRow[]> {
		const wanted = new Set(authors);
		if (wanted.size <= mostAskedSingly) {
			const coordinates = kinds.flatMap((kind) => [...wanted].map((pubkey): Coordinate => [kind, pubkey, '']));
			return this.#withoutSurplus(await this.#versionsOf(coordinates));
		}
		// Of so many it is quicker to read everybody between the first and the last: one request instead of thousands.
		const [first, last] = endsOf(wanted);
		const read = (kind: number) =>
			this.#events.where('[kind+pubkey+d]').between([kind, first, ''], [kind, last, ''], true, true).toArray();
		const rows = (await Promise.all(kinds.map(read))).flat();
		return this.#withoutSurplus(rows.filter(({ pubkey, d }) => d === '' && wanted.has(pubkey)));
	}

	async eventsById(ids: readonly string[]): Promise<EventRow[]> {
		return (await this.#events.bulkGet([...ids])).filter((row) => row !== undefined);
	}

	async putEvents(rows: readonly EventRow[]): Promise<string[]> {
		const added: string[] = [];
		await this.#db.transaction('rw', this.#events, async () => {
			const kept = await this.#events.bulkGet(rows.map(({ id }) => id));
			const put: EventRow[] = [];
			const touched = new Map<string, Coordinate>();
			rows.forEach((row, at) => {
				const before = kept[at];
				const after = before ? mergeRows(before, row) : row;
				if (after) put.push(after);
				if (!before) added.push(row.id);
				if (!before && hasVersions(row.kind)) {
					const coordinate: Coordinate = [row.kind, row.pubkey, row.d];
					const key = coordinateKey(row);
					const count = (this.#added.get(key) ?? 0) + 1;
					this.#added.set(key, count);
					if (count > versionsKept(row.kind)) touched.set(key, coordinate);
				}
			});
			await this.#events.bulkPut(put);
			// Of a coordinate with few new rows nobody looks: that is a request for each, and reading lets go of the rest.
			if (touched.size === 0) return;
			const surplus = findSurplus(await this.#versionsOf([...touched.values()]));
			await this.#events.bulkDelete(surplus.map(({ id }) => id));
		});
		if (this.#added.size > mostCounted) this.#added.clear();
		return added;
	}

	/** What was read, without versions that need not be kept; those go from the store as well. */
	async #withoutSurplus(rows: EventRow[]): Promise<EventRow[]> {
		const surplus = new Set(findSurplus(rows));
		if (surplus.size === 0) return rows;
		await this.#events.bulkDelete([...surplus].map(({ id }) => id));
		return rows.filter((row) => !surplus.has(row));
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
		await this.#db.transaction('rw', this.#recent, this.#views, this.#visits, async () => {
			await this.#recent.put(row);
			const old = await this.#recent.orderBy('openedAtSeconds').reverse().offset(recentKept).primaryKeys();
			for (const table of [this.#recent, this.#views, this.#visits]) await table.bulkDelete(old);
		});
	}

	visit(key: string): Promise<VisitRow | undefined> {
		return this.#visits.get(key);
	}

	async putVisit(row: VisitRow): Promise<void> {
		await this.#db.transaction('rw', this.#visits, async () => {
			await this.#visits.put(mergeVisits(await this.#visits.get(row.key), row));
		});
	}

	async forget(key: string, identifier: string, kinds: readonly number[]): Promise<void> {
		await this.#db.transaction('rw', this.#db.tables, async () => {
			for (const table of [this.#views, this.#recent, this.#visits]) await table.delete(key);
			if ((await this.#recent.filter((row) => row.identifier === identifier).count()) > 0) return;
			await this.#events
				.where('[kind+d]')
				.anyOf(kinds.map((kind) => [kind, identifier]))
				.delete();
		});
	}

	async clear(): Promise<void> {
		await this.#db.transaction('rw', this.#db.tables, async () => {
			for (const table of this.#db.tables) await table.clear();
		});
	}

	async count(): Promise<StoreCounts> {
		return { events: await this.#events.count(), repositories: await this.#recent.count() };
	}

	close(): void {
		this.#db.close();
	}

	/** Asked all at once: a cursor takes one turn of the worker for each key, and one that checks signatures gives few. */
	async #versionsOf(coordinates: readonly Coordinate[]): Promise<EventRow[]> {
		const index = '[kind+pubkey+d]';
		return (await Promise.all(coordinates.map((key) => this.#events.where(index).equals(key).toArray()))).flat();
	}
}

/** The versions that need not be kept, of every coordinate among some rows. */
function findSurplus(rows: readonly EventRow[]): EventRow[] {
	// As a rule everybody has one row of a kind and a name, and there is nothing to sort.
	if (new Set(rows.map(({ pubkey }) => pubkey)).size === rows.length) return [];
	const versions = new Map<string, EventRow[]>();
	for (const row of rows) appendTo(versions, coordinateKey(row), row);
	return [...versions.values()].flatMap((some) => (some.length > 1 ? surplusVersions(some) : []));
}

/** The text of a coordinate; a key has always the same length, so that no two are alike. */
function coordinateKey({ kind, pubkey, d }: EventRow): string {
	return `${kind}:${pubkey}:${d}`;
}

/** The first and the last of some texts, in the order of IndexedDB. */
function endsOf(texts: ReadonlySet<string>): [string, string] {
	const sorted = [...texts].sort();
	return [sorted[0] ?? '', sorted.at(-1) ?? ''];
}
