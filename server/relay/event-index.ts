import type { NostrEvent } from '#lib/core/event.ts';
import type { Filter } from './filter.ts';

/** Finds events by id, author, kind and single-letter tags, so that a filter looks only at what may match it. */
export class EventIndex {
	readonly #byId = new Map<string, NostrEvent>();
	readonly #byKey = new Map<string, Set<NostrEvent>>();

	get size(): number {
		return this.#byId.size;
	}

	get(id: string): NostrEvent | undefined {
		return this.#byId.get(id);
	}

	all(): Iterable<NostrEvent> {
		return this.#byId.values();
	}

	insert(event: NostrEvent): void {
		this.#byId.set(event.id, event);
		for (const key of keysOf(event)) {
			const events = this.#byKey.get(key);
			if (events) events.add(event);
			else this.#byKey.set(key, new Set([event]));
		}
	}

	remove(event: NostrEvent): void {
		this.#byId.delete(event.id);
		for (const key of keysOf(event)) {
			const events = this.#byKey.get(key);
			events?.delete(event);
			if (events?.size === 0) this.#byKey.delete(key);
		}
	}

	/** A superset of what matches, each once: the smallest that one condition of the filter leaves. */
	candidates(filter: Filter): Iterable<NostrEvent> {
		if (filter.ids) return [...filter.ids].flatMap((id) => this.#byId.get(id) ?? []);
		let best: { readonly sets: ReadonlySet<NostrEvent>[]; readonly count: number } | undefined;
		for (const keys of conditionsOf(filter)) {
			const sets = keys.flatMap((key) => this.#byKey.get(key) ?? []);
			const count = sets.reduce((sum, set) => sum + set.size, 0);
			if (!best || count < best.count) best = { sets, count };
		}
		if (!best) return this.all();
		return best.sets.length === 1 ? (best.sets[0] ?? []) : new Set(best.sets.flatMap((set) => [...set]));
	}
}

function keysOf(event: NostrEvent): Set<string> {
	const keys = new Set([`author ${event.pubkey}`, `kind ${event.kind}`]);
	for (const [name = '', value] of event.tags)
		if (value !== undefined && /^[a-zA-Z]$/.test(name)) keys.add(`#${name} ${value}`);
	return keys;
}

/** The keys that each condition of a filter allows. */
function conditionsOf(filter: Filter): string[][] {
	const conditions: string[][] = [];
	if (filter.authors) conditions.push([...filter.authors].map((author) => `author ${author}`));
	if (filter.kinds) conditions.push([...filter.kinds].map((kind) => `kind ${kind}`));
	for (const [letter, values] of filter.tags) conditions.push([...values].map((value) => `#${letter} ${value}`));
	return conditions;
}
