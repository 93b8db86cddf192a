/** How many events one page asks for. */
const pageLimit = 500;
/** A page of at least so many may have been cut off by a limit of the relay's own, which we do not know. */
const suspectCount = 10;
const mostPages = 20;

/** Where one request stands between its first page and its last. */
export interface Paging {
	readonly limit: number;
	/** Of every page but the first: only what is not newer than that second. */
	readonly bound: { readonly until?: number };
	/** What this page brought so far, as parsed. */
	readonly page: unknown[];
	readonly known: ReadonlySet<unknown>;
	/** The most events that the relay gave in one page: its limit is no smaller. */
	readonly largestPage: number;
	readonly pages: number;
}

/**
 * What a page says of the rest: nothing is missing; each filter must be asked alone; ask on further back in time; or one
 * second fills a page and only narrower filters can tell.
 */
export type PageEnd =
	| { readonly kind: 'complete' }
	| { readonly kind: 'split' }
	| { readonly kind: 'more'; readonly paging: Paging }
	| { readonly kind: 'stuck' };

/** The first page. */
export function startPaging(): Paging {
	return { limit: pageLimit, bound: {}, page: [], known: new Set(), largestPage: 0, pages: 1 };
}

/**
 * What follows a page.
 * In: the page with all it brought, unchecked, and how many filters it asked by. A page is whole when it is shorter than
 * any limit can be, or than an earlier page of this relay.
 * Source: D36.
 */
export function readPage({ page, known, largestPage, pages, bound, limit }: Paging, filterCount: number): PageEnd {
	if (page.length < suspectCount || page.length < largestPage) return { kind: 'complete' };
	// A second that one filter reached far back says nothing about the others.
	if (filterCount > 1) return { kind: 'split' };
	const seen = new Set(known);
	let until = bound.until ?? Infinity;
	for (const raw of page) {
		const { id, created_at } = (raw ?? {}) as Record<string, unknown>;
		seen.add(id);
		if (typeof created_at === 'number' && created_at >= 0 && created_at < until) until = Math.floor(created_at);
	}
	if (seen.size === known.size || pages === mostPages || !Number.isSafeInteger(until)) return { kind: 'stuck' };
	return {
		kind: 'more',
		paging: { limit, bound: { until }, page: [], known: seen, largestPage: page.length, pages: pages + 1 }
	};
}
