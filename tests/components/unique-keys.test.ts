import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { uniqueKeys } from '#lib/components/ui/unique-keys.ts';

const keysOf = (items: readonly string[]) => uniqueKeys(items, (item) => item).map(({ key }) => key);

describe('keys of a list', () => {
	test.each([
		[['a', 'a', 'a']],
		[['', '', ' ']],
		[['a', 'a', 'a 2', 'a 1', 'a 1', 'a 1 2']],
		[['alice', 'bob', 'alice']],
		[['__proto__', '__proto__', 'constructor']]
	])('of %j no two are alike', (items) => expect(new Set(keysOf(items)).size).toBe(items.length));

	test('items stand as they stood, and keep their keys while others come after them', () => {
		const items = ['b', 'a', 'b'];
		expect(uniqueKeys(items, (item) => item).map(({ item }) => item)).toEqual(items);
		expect(keysOf([...items, 'b', 'a']).slice(0, 3)).toEqual(keysOf(items));
	});
});

test('no list of a component has keys that could repeat: they are places or come from uniqueKeys', () => {
	const src = fileURLToPath(new URL('../../src/', import.meta.url));
	const lists = readdirSync(src, { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.svelte'))
		.flatMap((path) => readFileSync(src + path, 'utf8').match(/\{#each .*\}/g) ?? []);
	expect(lists.length).toBeGreaterThan(8);
	const safe = /, index \(index\)\}|^\{#each uniqueKeys\(.* \(key\)\}/;
	expect(lists.filter((list) => !safe.test(list))).toEqual([]);
});
