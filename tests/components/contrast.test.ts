import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('../../src/routes/app.css', import.meta.url), 'utf8');
const tokens = new Map(
	[...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(([, name, light, dark]) => [
		name as string,
		{ light: light as string, dark: dark as string }
	])
);

/** WCAG 2 relative luminance of `#rrggbb`. */
function luminance(color: string): number {
	const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
		const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
	const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
	return (light + 0.05) / (dark + 0.05);
}

/** Which text stands on which ground, as the components use the tokens. */
const pairs: readonly [text: string, ground: string][] = [
	...['ink', 'muted', 'accent', 'good', 'attention', 'bad'].flatMap((text) =>
		['page', 'surface', 'raised'].map((ground): [string, string] => [text, ground])
	),
	...['good', 'attention', 'bad'].map((tone): [string, string] => [tone, `${tone}-soft`]),
	...['attention-soft', 'bad-soft'].flatMap((ground) =>
		['ink', 'muted', 'accent'].map((text): [string, string] => [text, ground])
	),
	['on-accent', 'accent']
];

describe.each(['light', 'dark'] as const)('%s tokens', (theme) => {
	test.each(pairs)('%s on %s has a contrast of at least 4.5', (text, ground) => {
		const [front, back] = [tokens.get(text), tokens.get(ground)];
		expect(front && back && contrast(front[theme], back[theme])).toBeGreaterThanOrEqual(4.5);
	});

	test('the border of a field has a contrast of at least 3', () => {
		for (const ground of ['page', 'surface']) {
			const [front, back] = [tokens.get('line-strong'), tokens.get(ground)];
			expect(front && back && contrast(front[theme], back[theme])).toBeGreaterThanOrEqual(3);
		}
	});
});
