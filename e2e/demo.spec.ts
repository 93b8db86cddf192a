import { demoRepositories, expectedDemoView, signDemoStory } from '../server/demo.ts';
import { expectWords } from './support/expect-words.ts';
import { follow } from './support/follow.ts';
import { contentOf, readPage } from './support/read-page.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

let site: Site;
test.beforeAll(async () => {
	site = await startSite({ relays: 2 });
});
test.afterAll(() => site.close());

for (const { name, coordinates } of demoRepositories()) {
	test(`demo ${name}: from every address the page says what expected.json says`, async ({ page }) => {
		const events = [...signDemoStory(name, { relays: site.relays.map(({ url }) => url) }).values()];
		let isOpen = false;
		for (const { person } of coordinates) {
			const path = site.pathOf(name, person);
			// One load for each repository: from there on as links do.
			await (isOpen ? follow(page, path) : page.goto(site.url + path));
			isOpen = true;
			const view = expectedDemoView(name, person);
			const expected = contentOf(view, events);
			await expect(async () => expect(await readPage(page), person).toEqual(expected)).toPass({ timeout: 10_000 });
			if (expected.finding === 'found') await expectWords(page, view);
		}
	});
}

test('every link of the demo list on the home page leads to a repository page', async ({ page }) => {
	await page.goto(site.url);
	const links = page.locator('[data-demo] a');
	const count = demoRepositories().reduce((sum, { coordinates }) => sum + coordinates.length, 0);
	await expect(links).toHaveCount(count);
	const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
	const paths = demoRepositories().flatMap(({ name, coordinates }) =>
		coordinates.map(({ person }) => site.pathOf(name, person))
	);
	expect(hrefs.sort()).toEqual(paths.sort());
});
