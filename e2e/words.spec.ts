import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { demoRepositories } from '../server/demo.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

/** What the card of a page reads, line by line: the answer, then how that is known; of people the names are sorted. */
interface CardWords {
	readonly selected: readonly string[];
	readonly lead: readonly string[];
	readonly people: readonly string[];
}

type Words = CardWords | { readonly notFound: string };

/** By demo repository and person. Written from the guide and the table of words, never copied from the page. */
const table = JSON.parse(readFileSync(new URL('words.json', import.meta.url), 'utf8')) as Record<
	string,
	Record<string, Words>
>;

// Dates are the reader's: the table has those of one place.
test.use({ timezoneId: 'UTC' });

let site: Site;
test.beforeAll(async () => {
	site = await startSite({ relays: 2 });
});
test.afterAll(() => site.close());

/** The lines of one row as they are seen, without keys and the marks that isolate names. */
async function linesOf(row: Locator): Promise<string[]> {
	const text = await row.locator('dd').innerText();
	return text
		.replace(/npub1\w+…\w+/g, '')
		.split('\n')
		.map((line) => line.replace(/\s+/g, ' ').replaceAll(' ’', '’').trim())
		.filter((line) => line !== '');
}

async function readWords(page: Page): Promise<CardWords> {
	const row = (name: string) => linesOf(page.locator(`[data-answer="${name}"]`));
	const [counts = '', ...names] = await row('people');
	return { selected: await row('selected'), lead: await row('lead'), people: [counts, ...names.sort()] };
}

for (const { name, coordinates } of demoRepositories()) {
	test(`demo ${name}: from every address the card reads as written by hand`, async ({ page }) => {
		expect(coordinates.map(({ person }) => person).sort()).toEqual(Object.keys(table[name] ?? {}).sort());
		for (const { person } of coordinates) {
			const words = table[name]?.[person];
			if (!words) throw new Error(`There are no words for ${name} from ${person}`);
			await page.goto(site.url + site.pathOf(name, person));
			if ('notFound' in words) {
				await expect(page.getByRole('main').getByText(words.notFound, { exact: true })).toBeVisible();
				await expect(page.locator('[data-answer]')).toHaveCount(0);
			} else {
				await expect(page.locator('[data-settled="true"]')).toBeVisible();
				await expect(async () => expect(await readWords(page), person).toEqual(words)).toPass({ timeout: 10_000 });
			}
		}
	});
}
