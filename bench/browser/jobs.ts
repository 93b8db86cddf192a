/** What the page has its worker do, one job a worker, and what comes of it. Plain data; times in milliseconds. */
export type Job =
	| { readonly kind: 'ours' | 'raw'; readonly sources: readonly Source[]; readonly storeName: string }
	| {
			readonly kind: 'warm';
			readonly texts: readonly string[];
			readonly pubkey: string;
			readonly identifier: string;
			readonly rounds: number;
	  };

/** A relay, and whose announcements are asked of it. */
export interface Source {
	readonly url: string;
	readonly authors: readonly string[];
}

export interface IngestResult {
	readonly ms: number;
	/** Different events that verified. */
	readonly verified: number;
	/** Rows in IndexedDB at the end; of the raw side none. */
	readonly stored: number;
	readonly dropped: number;
	/** Why the store went on in memory, if it did. */
	readonly unkept?: string;
}

export interface WarmResult {
	readonly rows: number;
	readonly confirmed: number;
	/** Request to view model posted, and the raw read just before it, of each round. */
	readonly pageMs: readonly number[];
	readonly readMs: readonly number[];
}

/** Asks for all announcements of some people. */
export function announcementsBy(authors: readonly string[]): { readonly kinds: number[]; readonly authors: string[] } {
	return { kinds: [30617], authors: [...authors] };
}
