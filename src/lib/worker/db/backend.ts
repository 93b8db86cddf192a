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

/** What a repository looked like at one moment, as far as a next visit compares it. Keys are hex, times Unix seconds. */
export interface VisitSummary {
	readonly atSeconds: number;
	/** Every relay asked had answered: what is different later came later. Otherwise it may only have been found later. */
	readonly isWhole: boolean;
	/** When those who decide (the selected author, the lead, without one every confirmed maintainer) last signed. */
	readonly decidedAtSeconds: number;
	readonly lead?: string;
	readonly lifecycle: string;
	readonly name?: string;
	readonly state?: { readonly id: string; readonly by: string; readonly createdAtSeconds: number };
	/** Each person's weightiest standing and when they last signed; absent when there are too many to compare. */
	readonly standings?: readonly (readonly [pubkey: string, standing: string, signedAtSeconds: number])[];
}

/** What a reader has seen of a repository: as of the last visit, and as it was shown last. */
export interface VisitRow {
	/** `<pubkey>:<identifier>`. */
	readonly key: string;
	/** What the present visit is compared with; none on the first. */
	readonly before?: VisitSummary;
	readonly last: VisitSummary;
}

/** A row beside the one that is kept: of what was seen before, the later counts. */
export function mergeVisits(kept: VisitRow | undefined, row: VisitRow): VisitRow {
	const isLater = kept?.before && kept.before.atSeconds > (row.before?.atSeconds ?? -Infinity);
	return isLater ? { ...row, before: kept.before } : row;
}

/** How much is kept. */
export interface StoreCounts {
	readonly events: number;
	readonly repositories: number;
}

/** Where rows are kept. A backend may reject: the store then goes on in memory. */
export interface Backend {
	/** Rows of these kinds with that `d`, of any author. */
	eventsNamed(kinds: readonly number[], d: string): Promise<EventRow[]>;
	/** Rows of these kinds without a `d`, by these authors. */
	eventsBy(kinds: readonly number[], authors: readonly string[]): Promise<EventRow[]>;
	eventsById(ids: readonly string[]): Promise<EventRow[]>;
	/** Adds rows to what is there: relays are united, surplus versions go. Gives the ids that were not there before. */
	putEvents(rows: readonly EventRow[]): Promise<string[]>;
	view(key: string): Promise<ViewRow | undefined>;
	putView(row: ViewRow): Promise<void>;
	/** The most recently opened first. */
	recent(): Promise<RecentRow[]>;
	putRecent(row: RecentRow): Promise<void>;
	visit(key: string): Promise<VisitRow | undefined>;
	/** Puts a row; what was read in another tab meanwhile stays read. */
	putVisit(row: VisitRow): Promise<void>;
	/**
	 * Removes that a repository was opened and how it was seen; and its events, unless another one that was opened has the
	 * same identifier.
	 */
	forget(key: string, identifier: string, kinds: readonly number[]): Promise<void>;
	/** Removes everything. */
	clear(): Promise<void>;
	count(): Promise<StoreCounts>;
	close(): void;
}

/** How many opened repositories are remembered. */
export const recentKept = 20;
