/** An item with a key that no other item of its list has. */
export interface KeyedItem<T> {
	readonly key: string;
	readonly item: T;
}

/**
 * Keys for a keyed `{#each}`, which stops the page at the first one that stands twice: strangers sign whatever they
 * like as often as they like. The number of the occurrence is part of each key, so that no two are alike whatever
 * `keyOf` gives, and an item keeps its key while those that are new come after it.
 */
export function uniqueKeys<T>(items: readonly T[], keyOf: (item: T) => string): KeyedItem<T>[] {
	const counts = new Map<string, number>();
	return items.map((item) => {
		const key = keyOf(item);
		const count = (counts.get(key) ?? 0) + 1;
		counts.set(key, count);
		return { key: `${key} ${count}`, item };
	});
}
