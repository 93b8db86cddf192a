import type { Page } from '@playwright/test';
import { formatNpub } from '#lib/core/address.ts';
import { demoPeople, demoRepositories } from '../server/demo.ts';
import { signAs } from '../server/demo/sign.ts';
import { startSite, type Site } from './support/site.ts';
import { countStops } from './support/stops.ts';
import { expect, test } from './support/test.ts';

/** What holds for every page: light and dark, the keyboard, a narrow window. */

let site: Site;
test.beforeAll(async () => {
	site = await startSite();
});
test.afterAll(() => site.close());

const npub = formatNpub(demoPeople.alice.pubkey);

test.describe('light and dark', () => {
	const theme = (page: Page) => page.getByRole('combobox', { name: 'Theme' });
	const lightness = (page: Page) =>
		page.evaluate(() => {
			const canvas = document.createElement('canvas').getContext('2d');
			if (!canvas) throw new Error('no canvas');
			canvas.fillStyle = getComputedStyle(document.body).backgroundColor;
			canvas.fillRect(0, 0, 1, 1);
			const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
			return (red + green + blue) / 3 > 127 ? 'light' : 'dark';
		});

	for (const system of ['light', 'dark'] as const) {
		test(`as the system, which is ${system}; it follows when that changes`, async ({ page }) => {
			await page.emulateMedia({ colorScheme: system });
			await page.goto(site.url);
			await expect(theme(page)).toHaveValue('system');
			expect(await lightness(page)).toBe(system);
			const other = system === 'light' ? 'dark' : 'light';
			await page.emulateMedia({ colorScheme: other });
			expect(await lightness(page)).toBe(other);
		});

		test(`${system} by choice, on a system that is not: at once, on every page, after a reload, and back again`, async ({
			page
		}) => {
			const other = system === 'light' ? 'dark' : 'light';
			await page.emulateMedia({ colorScheme: other });
			await page.goto(site.url);
			await theme(page).selectOption(system);
			expect(await lightness(page)).toBe(system);
			await page.goto(site.url + site.pathOf('pair', 'alice'));
			await expect(page.locator('[data-finding="found"]')).toBeVisible();
			expect(await lightness(page)).toBe(system);
			await page.reload();
			await expect(theme(page)).toHaveValue(system);
			expect(await lightness(page)).toBe(system);
			await theme(page).selectOption('system');
			expect(await lightness(page)).toBe(other);
		});
	}
});

test.describe('the keyboard', () => {
	const box = (page: Page) => page.getByRole('textbox', { name: 'Open a repository' });

	for (const [what, path] of [
		['home', '/'],
		['a repository page', ''],
		['a page for a path that is no address', '/npub1qqqq/x']
	] as const) {
		test(`/ goes to the open box on ${what}, and writes no slash`, async ({ page }) => {
			await page.goto(site.url + (path || site.pathOf('three', 'alice')));
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
			await page.keyboard.press('/');
			await expect(box(page)).toBeFocused();
			await expect(box(page)).toHaveValue('');
			// In the box it is a character like any other.
			await page.keyboard.type('a/b');
			await expect(box(page)).toHaveValue('a/b');
		});
	}

	test('from the box, Enter opens what was typed', async ({ page }) => {
		await page.goto(site.url);
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
		await page.keyboard.press('/');
		await page.keyboard.type(`${npub} weather-station`);
		await page.keyboard.press('Enter');
		await expect(page.locator('[data-finding="found"]')).toBeVisible();
		await expect(page).toHaveURL(`${site.url}/${npub}/weather-station`);
	});

	test('the first stop is the skip link, and it leads past the header', async ({ page }) => {
		await page.goto(site.url + site.pathOf('three', 'alice'));
		await expect(page.locator('[data-finding="found"]')).toBeVisible();
		await page.keyboard.press('Tab');
		const skip = page.getByRole('link', { name: 'Skip to content' });
		await expect(skip).toBeFocused();
		await expect(skip).toBeInViewport();
		await page.keyboard.press('Enter');
		await expect(page.getByRole('main')).toBeFocused();
		await page.keyboard.press('Tab');
		expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
	});

	test('stops come in reading order, each is seen, and all of the page is reached', async ({ page }) => {
		await page.goto(site.url + site.pathOf('three', 'bob'));
		await expect(page.locator('[data-answer="view"]')).toContainText('has answered');
		const expected = await countStops(page);
		const places: number[] = [];
		for (let stop = 0; stop < expected; stop++) {
			await page.keyboard.press('Tab');
			const focused = await page.evaluate(() => {
				const element = document.activeElement as HTMLElement;
				const all = [...document.querySelectorAll('*')];
				const drawn = (each: Element | null) => each !== null && getComputedStyle(each).outlineStyle !== 'none';
				return {
					place: all.indexOf(element),
					// The theme list is laid over its picture, whose frame shows the focus.
					isSeen: drawn(element) || drawn(element.parentElement),
					what: element.outerHTML.slice(0, 120)
				};
			});
			expect(focused.isSeen, focused.what).toBe(true);
			places.push(focused.place);
		}
		expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
		expect(expected).toBeGreaterThan(10);
	});
});

test.describe('nothing scrolls sideways at 320 px', () => {
	const isNarrow = async (page: Page, what: string) => {
		const { scrollWidth, widest } = await page.evaluate(() => ({
			scrollWidth: document.documentElement.scrollWidth,
			widest: [...document.querySelectorAll('body *')]
				.filter((element) => element.getBoundingClientRect().right > 321)
				.map((element) => element.outerHTML.slice(0, 150))
				.slice(0, 3)
		}));
		expect(scrollWidth, `${what}: ${widest.join('\n')}`).toBeLessThanOrEqual(320);
	};
	test.use({ viewport: { width: 320, height: 640 } });

	test('home, with demos and recent repositories, and a refused key', async ({ page }) => {
		await page.goto(site.url + site.pathOf('three', 'alice'));
		await expect(page.locator('[data-finding="found"]')).toBeVisible();
		await page.goto(site.url);
		await expect(page.getByText('Opened before')).toBeVisible();
		await expect(page.locator('[data-demo]').first()).toBeVisible();
		await isNarrow(page, 'home');
		await page.getByRole('textbox', { name: 'Open a repository' }).fill('x'.repeat(300));
		await page.keyboard.press('Enter');
		await expect(page.getByRole('alert')).not.toBeEmpty();
		await isNarrow(page, 'home with an alert');
	});

	test('every demo repository', async ({ page }) => {
		for (const { name, coordinates } of demoRepositories()) {
			const [{ person } = { person: 'alice' as const }] = coordinates;
			await page.goto(site.url + site.pathOf(name, person));
			await expect(page.locator('[data-finding="found"]'), name).toBeVisible();
			await expect(page.locator('[data-answer="view"]'), name).toContainText('has answered');
			await isNarrow(page, name);
		}
	});

	test('not found, and a path that is no address', async ({ page }) => {
		await page.goto(`${site.url}/${npub}/${'long-name-'.repeat(20)}`);
		await expect(page.locator('[data-finding="not-found"]')).toBeVisible();
		await isNarrow(page, 'not found');
		await page.goto(`${site.url}/${'x'.repeat(400)}`);
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
		await isNarrow(page, 'no address');
	});

	test('a repository whose every text is as long and as unbroken as can be', async ({ page }) => {
		const long = 'unbroken'.repeat(60);
		const { alice } = demoPeople;
		site.relays[0].publish([
			signAs(alice, {
				kind: 30617,
				created_at: 1_700_000_000,
				tags: [
					['d', long],
					['name', long],
					['description', `${long} ${'words '.repeat(300)}`],
					['web', `https://example.com/${long}`, `javascript:${long}`],
					['t', long],
					['t', 'short'],
					['clone', `https://git.example/${long}.git`, `ext::sh -c ${long}`, `https://user:pw@git.example/${long}`],
					['relays', site.relays[0].url, `ws://127.0.0.1:9/${long}`],
					['M', alice.pubkey],
					['m', demoPeople.bob.pubkey, long],
					['maintainers', long]
				],
				content: ''
			})
		]);
		await page.goto(`${site.url}/${npub}/${long}`);
		await expect(page.locator('[data-finding="found"]')).toBeVisible();
		await isNarrow(page, 'long texts');
		await expect(page.getByRole('link', { name: /javascript:/ })).toHaveCount(0);
	});
});
