import type { NostrEvent } from '#lib/core/event.ts';
import { isEventId, isPubkey } from '#lib/core/ids.ts';
import { err, ok, type Result } from '#lib/core/result.ts';

/** A filter of a REQ (NIP-01). What is undefined is not asked about; an empty set matches nothing. */
export interface Filter {
	readonly ids?: ReadonlySet<string>;
	readonly authors?: ReadonlySet<string>;
	readonly kinds?: ReadonlySet<number>;
	/** By the letter of the tag, in its case. */
	readonly tags: ReadonlyMap<string, ReadonlySet<string>>;
	readonly since?: number;
	readonly until?: number;
	readonly limit?: number;
}

/**
 * Reads one filter. Stricter than NIP-01 in one thing: a key it does not know is an error, since to ignore it would be to
 * answer another question than was asked.
 * In: any parsed JSON. Errors: what is wrong, in words.
 */
export function readFilter(value: unknown): Result<Filter, string> {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return err('a filter is an object');
	const filter: { -readonly [K in keyof Filter]: Filter[K] } = { tags: new Map() };
	const tags = new Map<string, ReadonlySet<string>>();
	for (const [key, item] of Object.entries(value)) {
		if (key === 'ids') {
			if (!isListOf(item, isEventId)) return err('ids are lower-case hex of 64 digits');
			filter.ids = new Set(item);
		} else if (key === 'authors') {
			if (!isListOf(item, isPubkey)) return err('authors are lower-case hex of 64 digits');
			filter.authors = new Set(item);
		} else if (key === 'kinds') {
			if (!isListOf(item, isCount)) return err('kinds are numbers');
			filter.kinds = new Set(item);
		} else if (key === 'since' || key === 'until' || key === 'limit') {
			if (!isCount(item)) return err(`${key} is a whole number`);
			filter[key] = item;
		} else if (/^#[a-zA-Z]$/.test(key)) {
			if (!isListOf(item, isText)) return err(`${key} is a list of texts`);
			tags.set(key.charAt(1), new Set(item));
		} else return err(`the filter key ${JSON.stringify(key)} is not known here`);
	}
	return ok({ ...filter, tags });
}

/** Whether an event is what a filter asks for; `limit` has no say in it. */
export function matches(filter: Filter, event: NostrEvent): boolean {
	if (filter.ids && !filter.ids.has(event.id)) return false;
	if (filter.authors && !filter.authors.has(event.pubkey)) return false;
	if (filter.kinds && !filter.kinds.has(event.kind)) return false;
	if (filter.since !== undefined && event.created_at < filter.since) return false;
	if (filter.until !== undefined && event.created_at > filter.until) return false;
	for (const [letter, wanted] of filter.tags)
		if (!event.tags.some(([name, value]) => name === letter && value !== undefined && wanted.has(value))) return false;
	return true;
}

function isListOf<T>(value: unknown, is: (item: unknown) => item is T): value is readonly T[] {
	return Array.isArray(value) && value.every(is);
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}

function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value) && (value as number) >= 0;
}
