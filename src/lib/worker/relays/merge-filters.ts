import type { Filter } from '#lib/core/filter.ts';

/** Lists that may grow by uniting filters: what is asked of one list then holds for every entry of the others. */
const growing = ['authors', '#a', '#e'] as const;
const longestList = 200;

/** What has to be equal for two filters to be united. */
function frameOf(filter: Filter): string {
	return JSON.stringify(
		Object.entries(filter)
			.map(([key, value]) => [key, (growing as readonly string[]).includes(key) ? 0 : value] as const)
			.sort(([a], [b]) => (a < b ? -1 : 1))
	);
}

function unite(a: Filter, b: Filter): Filter | undefined {
	let united = a;
	for (const key of growing) {
		const [first, second] = [a[key], b[key]];
		if (!first || !second) continue;
		const list = new Set([...first, ...second]);
		if (list.size > longestList) return undefined;
		united = { ...united, [key]: [...list] };
	}
	return united;
}

/**
 * Fewer filters that ask for at least the same: those that differ in authors, addresses or ids alone become one, as long
 * as its lists stay short enough for a relay. Order is kept, so that filters added later leave the earlier ones alone.
 */
export function mergeFilters(filters: readonly Filter[]): Filter[] {
	const merged: Filter[] = [];
	const last = new Map<string, number>();
	for (const filter of filters) {
		const frame = frameOf(filter);
		const at = last.get(frame);
		const united = at === undefined ? undefined : unite(merged[at] as Filter, filter);
		if (united && at !== undefined) merged[at] = united;
		else last.set(frame, merged.push(filter) - 1);
	}
	return merged;
}

/** Filters in groups that a relay takes in one request. */
export function groupFilters(filters: readonly Filter[], size = 10): Filter[][] {
	const groups: Filter[][] = [];
	for (let i = 0; i < filters.length; i += size) groups.push(filters.slice(i, i + size));
	return groups;
}
