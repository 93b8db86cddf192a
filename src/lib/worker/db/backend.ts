import type { RelayUrl } from '#lib/core/relay-url.ts';
import type { EventRow } from './event-row.ts';

/** What was known of one view when it was last seen live. */
export interface ViewRow {
	/** `<pubkey>:<identifier>`. */
	readonly key: string;
	readonly seenAtSeconds: number;
	/** Relays that had answered every question of the view then. */
	readonly answered: readonly RelayUrl[];
}

/** A repository that was opened in this browser. */
export interface RecentRow {
	/** `<pubkey>:<identifier>`. */
	readonly key: string;
	readonly pubkey: string;
	readonly identifier: string;
	readonly relayHints: readonly RelayUrl[];
	readonly name?: string;
	readonly ownerName?: string;
	readonly openedAtSeconds: number;
}

/** Where rows are kept. A backend may reject: the store then goes on in memory. */
export interface Backend {
	/** Rows of these kinds with that `d`, of any author. */
	eventsNamed(kinds: readonly number[], d: string): Promise<EventRow[]>;
	/** Rows of these kinds without a `d`, by these authors. */
	eventsBy(kinds: readonly number[], authors: readonly string[]): Promise<EventRow[]>;
	/** Adds rows to what is there: relays are united, surplus versions go. */
	putEvents(rows: readonly EventRow[]): Promise<void>;
	view(key: string): Promise<ViewRow | undefined>;
	putView(row: ViewRow): Promise<void>;
	/** The most recently opened first. */
	recent(): Promise<RecentRow[]>;
	putRecent(row: RecentRow): Promise<void>;
	close(): void;
}

/** How many opened repositories are remembered. */
export const recentKept = 20;
