import { formatNpub } from '#lib/core/address.ts';
import { demoPeople } from '../server/demo/people.ts';
import { startRelay } from '../server/relay.ts';
import { signDemo } from '../server/demo.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

/** The settings, and what of them shows elsewhere. */

let site: Site;
test.beforeAll(async () => {
	site = await startSite({ relays: 1 });
});
test.afterAll(() => site.close());

test('a relay added there is asked in what is opened from then on, survives a reload, and can be taken back', async ({
	page
}) => {
	const mine = await startRelay();
	try {
		mine.publish(signDemo({ relays: site.relays.map(({ url }) => url) }));
		await page.goto(`${site.url}/-/settings`);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
		await expect(page.locator(`[data-index-relay="${site.relays[0].url}"]`)).toBeVisible();
		await page.getByRole('textbox', { name: 'Add a relay' }).fill('https://no.example');
		await page.getByRole('button', { name: 'Add', exact: true }).click();
		await expect(page.getByRole('alert').filter({ hasText: 'begins with wss://' })).toBeVisible();
		await page.getByRole('textbox', { name: 'Add a relay' }).fill(mine.url);
		await page.getByRole('textbox', { name: 'Add a relay' }).press('Enter');
		await expect(page.locator(`[data-index-relay="${mine.url}"]`)).toBeVisible();
		await page.reload();
		await expect(page.locator(`[data-index-relay="${mine.url}"]`)).toBeVisible();

		await page.goto(site.url + site.pathOf('pair', 'alice'));
		await expect(page.locator(`[data-relay="${mine.url}"]`)).toHaveAttribute('data-outcome', 'answered');
		expect(mine.received.REQ).toBeGreaterThan(0);

		await page.getByRole('link', { name: 'Settings' }).first().click();
		await page.getByRole('button', { name: 'Back to this site’s list' }).click();
		await expect(page.locator('[data-index-relay]')).toHaveCount(1);
		await page.goto(site.url + site.pathOf('pair', 'alice'));
		await expect(page.locator('[data-answer="view"]')).toContainText('has answered');
		await expect(page.locator(`[data-relay="${mine.url}"]`)).toHaveCount(0);
	} finally {
		await mine.close();
	}
});

test('what is kept is counted; one repository, then everything can be removed, after a question that gives the focus back', async ({
	page
}) => {
	for (const name of ['pair', 'three'] as const) {
		await page.goto(site.url + site.pathOf(name, 'alice'));
		await expect(page.locator('[data-answer="view"]')).toContainText('has answered');
	}
	await page.goto(`${site.url}/-/settings`);
	await expect(page.locator('[data-storage="kept"]')).toBeVisible();
	await expect(page.locator('[data-kept]')).toHaveCount(2);
	await page.locator('[data-kept]').first().getByRole('button').click();
	await expect(page.locator('[data-kept]')).toHaveCount(1);

	const remove = page.getByRole('button', { name: 'Remove all that was read' });
	await remove.click();
	await page.keyboard.press('Escape');
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await expect(remove).toBeFocused();
	await expect(page.locator('[data-kept]')).toHaveCount(1);
	await remove.click();
	await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click();
	await expect(page.locator('[data-kept]')).toHaveCount(0);
	await expect(page.locator('[data-events="0"]')).toBeVisible();
});

test('a repository that is forgotten on its own page is gone from the start page, in every tab', async ({
	page,
	context
}) => {
	const other = await context.newPage();
	await other.goto(site.url);
	await page.goto(site.url + site.pathOf('sole', 'alice'));
	const kept = other.getByRole('region', { name: 'Opened before' });
	await expect(kept).toBeVisible();
	await page.getByRole('button', { name: 'Forget this repository' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toContainText('whose a git repository');
	await expect(page.locator('[data-forgotten]')).toHaveText('“weather-station” was removed from this browser.');
	await expect(kept).toHaveCount(0);
	await page.reload();
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await expect(page.getByRole('region', { name: 'Opened before' })).toHaveCount(0);
});

test('the theme that is chosen there is the one of the header, and stays', async ({ page }) => {
	await page.goto(`${site.url}/-/settings`);
	await page.getByRole('radio', { name: 'Dark' }).check();
	await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
	await page.reload();
	await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
	await expect(page.getByRole('combobox', { name: 'Theme' })).toHaveValue('dark');
});

test.describe('20. looking as somebody asks no extension and proves nothing', () => {
	test('what waits for them is told, in every view, until one looks as nobody', async ({ page }) => {
		const bob = formatNpub(demoPeople.bob.pubkey);
		await page.goto(site.url + site.pathOf('invited', 'alice'));
		const panel = page.getByRole('region', { name: 'Your role here' });
		await panel.getByRole('textbox').fill(bob.toUpperCase());
		await panel.getByRole('button', { name: 'Look' }).click();
		await expect(panel).toContainText('Invited – has not accepted');
		await expect(panel).toContainText('Invited as maintainer, by Alice');
		await expect(panel).toContainText('proves nothing');
		await expect(panel.locator('[data-viewer]')).toBeFocused();
		await expect(page.locator('[data-banner="invited"]')).toContainText(
			'Looking as Bob: you are invited as maintainer'
		);
		await expect(page.getByRole('banner')).toContainText('Looking as');
		await page.goto(site.url + site.pathOf('pair', 'alice'));
		await expect(panel).toContainText('Maintainer');
		await expect(panel).toContainText('Nothing waits for them');
		await panel.getByRole('button', { name: 'Look as nobody' }).click();
		await expect(panel.getByRole('textbox')).toBeFocused();
		await expect(page.getByRole('banner')).toContainText('Read only');
	});

	test('a private key is refused and gone, typed or pasted', async ({ page }) => {
		await page.goto(site.url + site.pathOf('pair', 'alice'));
		const box = page.getByRole('region', { name: 'Your role here' }).getByRole('textbox');
		const secret = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5';
		await box.fill(secret);
		await expect(box).toHaveValue('');
		await expect(page.getByRole('alert').filter({ hasText: 'private key' })).toBeVisible();
		await box.pressSequentially(secret.slice(0, 30));
		await expect(box).toHaveValue('');
		expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain(
			'nsec1'
		);
	});
});

test('refresh asks every relay again, says so, and what one gave meanwhile is shown', async ({ page }) => {
	await page.goto(site.url + site.pathOf('pair', 'alice'));
	const panel = page.getByRole('region', { name: 'Relays' });
	await expect(panel).toContainText('Checked');
	const before = site.relays[0].received.REQ;
	await panel.getByRole('button', { name: 'Refresh' }).click();
	await expect(panel.getByRole('status')).toContainText('Asked again: 1 of 1 relays have answered');
	expect(site.relays[0].received.REQ).toBeGreaterThan(before);
	await expect(page.locator('[data-answer="people"]')).toContainText('2 confirmed');
});

test('the other addresses of a repository lead to it as others see it', async ({ page }) => {
	await page.goto(site.url + site.pathOf('three', 'bob'));
	const panel = page.getByRole('region', { name: 'Other addresses of it' });
	await expect(panel.locator(`[data-coordinate="${demoPeople.alice.pubkey}"]`)).toContainText('Lead');
	await panel.getByRole('link', { name: /Open from .*Alice/ }).click();
	await expect(page.locator('[data-answer="selected"]')).toContainText('Alice');
});
