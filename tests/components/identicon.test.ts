import { expect, test } from 'vitest';
import { drawIdenticon } from '#lib/components/ui/identicon.ts';

test('the picture of a key is always the same, has a mirror axis, and differs for keys that begin alike', () => {
	const [a, b] = ['0', '1'].map((digit) => drawIdenticon('f'.repeat(54) + `${digit}a2b3c4d5e`));
	expect(drawIdenticon('f'.repeat(54) + '0a2b3c4d5e')).toEqual(a);
	expect(a).not.toEqual(b);
	const keys = new Set(a?.cells.map(({ x, y }) => `${x} ${y}`));
	for (const { x, y } of a?.cells ?? []) expect(keys).toContain(`${4 - x} ${y}`);
});

test('anything is drawn, even what is no key', () => {
	expect(drawIdenticon('').cells).toEqual([]);
	expect(drawIdenticon('zz').hue).toBe(0);
});
