import { startSite } from './support/site.ts';
import { expect, test } from './support/test.ts';

test('on a phone the stops of the header come as they are seen: line by line, from left to right', async ({ page }) => {
	const site = await startSite();
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto(site.url + site.pathOf('sole', 'alice'));
	await expect(page.locator('[data-finding="found"]')).toBeVisible();
	const stops = await page.locator('header :is(a, input, select)').evaluateAll((all) =>
		all.map((each) => {
			const { left, top, height } = each.getBoundingClientRect();
			return { name: each.getAttribute('aria-label') ?? each.tagName, left, middle: top + height / 2 };
		})
	);
	expect(stops).toHaveLength(4);
	const seen = stops.toSorted((a, b) => (Math.abs(a.middle - b.middle) > 8 ? a.middle - b.middle : a.left - b.left));
	expect(stops.map(({ name }) => name)).toEqual(seen.map(({ name }) => name));
	await site.close();
});
