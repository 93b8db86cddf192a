import type { Page } from '@playwright/test';
import { formatNpub } from '#lib/core/address.ts';
import { demoPeople } from '../server/demo.ts';
import { startSite, type Site } from './support/site.ts';
import { countStops } from './support/stops.ts';
import { expect, test } from './support/test.ts';

/** All of a page by keys alone. */

let site: Site;
test.beforeAll(async () => {
	site = await startSite();
});
test.afterAll(() => site.close());

const box = (page: Page) => page.getByRole('textbox', { name: 'Open a repository' });
const help = (page: Page) => page.getByRole('dialog', { name: 'Keyboard' });

async function open(page: Page, where: 'home' | 'repository'): Promise<void> {
	await page.goto(site.url + (where === 'home' ? '/' : site.pathOf('three', 'bob')));
	await expect(page.locator(where === 'home' ? '[data-demo]' : '[data-settled="true"]').first()).toBeVisible();
}

/** What has the focus: where it stands in the page, what it is called, whether it can be seen to have it. */
const focused = (page: Page) =>
	page.evaluate(() => {
		const element = document.activeElement as HTMLElement;
		const drawn = (each: Element | null) => {
			if (each === null) return false;
			const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
			return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
		};
		const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent;
		return {
			place: [...document.querySelectorAll('*')].indexOf(element),
			name: (label ?? element.textContent ?? '').trim(),
			// The theme list is laid over its picture, whose frame shows the focus.
			isSeen: drawn(element) || drawn(element.parentElement),
			what: element.outerHTML.slice(0, 140)
		};
	});

for (const where of ['home', 'repository'] as const)
	test(`by Tab alone every link, button and field of ${where} is reached, in order, seen and with a name`, async ({
		page
	}) => {
		await open(page, where);
		const expected = await countStops(page);
		const places: number[] = [];
		for (let stop = 0; stop < expected; stop++) {
			await page.keyboard.press('Tab');
			const { place, name, isSeen, what } = await focused(page);
			expect(isSeen, what).toBe(true);
			expect(name, what).not.toBe('');
			places.push(place);
		}
		expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
		expect(expected).toBeGreaterThan(15);
	});

for (const where of ['home', 'repository'] as const)
	test(`? on ${where} opens the help, which keeps the focus until Escape gives it back`, async ({ page }) => {
		await open(page, where);
		const link = page.getByRole('link', { name: 'Countersign' });
		await link.focus();
		await page.keyboard.press('?');
		await expect(help(page)).toBeVisible();
		for (let stop = 0; stop < 6; stop++) {
			await page.keyboard.press('Tab');
			const isOutside = await page.evaluate(
				() => document.activeElement !== document.body && document.activeElement?.closest('dialog') === null
			);
			expect(isOutside).toBe(false);
		}
		await page.keyboard.press('Escape');
		await expect(help(page)).toBeHidden();
		await expect(link).toBeFocused();
	});

test('the button under the page opens the same help, and its close button gives the focus back', async ({ page }) => {
	await open(page, 'home');
	const button = page.getByRole('contentinfo').getByRole('button');
	await button.focus();
	await page.keyboard.press('Enter');
	await expect(help(page)).toBeVisible();
	await help(page).getByRole('button', { name: 'Close' }).focus();
	await page.keyboard.press('Enter');
	await expect(help(page)).toBeHidden();
	await expect(button).toBeFocused();
});

test('g h goes home and / to the box, and in the box and in the help they are letters like others', async ({
	page
}) => {
	await open(page, 'repository');
	await page.keyboard.press('/');
	await expect(box(page)).toBeFocused();
	await page.keyboard.type('gh?/');
	await expect(box(page)).toHaveValue('gh?/');
	await expect(help(page)).toBeHidden();
	await page.getByRole('main').focus();
	await page.keyboard.press('?');
	await expect(help(page)).toBeVisible();
	await page.keyboard.type('gh');
	await expect(help(page)).toBeVisible();
	await page.keyboard.press('Escape');
	await page.keyboard.type('gh');
	await expect(page).toHaveURL(`${site.url}/`);
});

test('a word is explained on focus and on a press, and Escape ends that', async ({ page }) => {
	await open(page, 'repository');
	const button = page.getByRole('button', { name: 'What “Invited” means' });
	await button.focus();
	await expect(page.locator('[data-bubble]')).toContainText('has not accepted');
	await expect(button).toHaveAttribute('aria-description', /has not accepted/);
	await page.keyboard.press('Escape');
	await expect(page.locator('[data-bubble]')).toBeHidden();
	await page.keyboard.press('Enter');
	await expect(page.locator('[data-bubble]')).toBeVisible();
});

test('from the list of people Enter opens a person’s page', async ({ page }) => {
	await open(page, 'repository');
	const link = page.locator(`[data-pubkey="${demoPeople.carol.pubkey}"] [data-person-link]`);
	await link.focus();
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(`${site.url}/${formatNpub(demoPeople.carol.pubkey)}`);
});
