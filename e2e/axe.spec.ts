import type { Page } from '@playwright/test';
import { formatNpub } from '#lib/core/address.ts';
import { demoPeople, demoRepositories } from '../server/demo.ts';
import { findFlaws } from './support/find-flaws.ts';
import { follow } from './support/follow.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

/** axe finds nothing wrong, on every page, in every state, in light and in dark. */

const npub = formatNpub(demoPeople.alice.pubkey);
const settled = (page: Page) => page.locator('[data-settled="true"], [data-finding="not-found"]');

/** Both themes of a page as it stands: all that differs in the dark is its colours. */
async function expectNoFlaws(page: Page, what: string): Promise<void> {
	await page.emulateMedia({ colorScheme: 'light' });
	expect.soft(await findFlaws(page), `${what}, light`).toEqual([]);
	await page.emulateMedia({ colorScheme: 'dark' });
	expect.soft(await findFlaws(page, 'color-contrast'), `${what}, dark`).toEqual([]);
}

let site: Site;
test.beforeAll(async () => {
	site = await startSite({ relays: 2 });
});
test.afterAll(() => site.close());

// Few to a test, so that each stays far from its deadline on a machine that builds something else meanwhile.
const demos = demoRepositories();
for (let at = 0; at < demos.length; at += 5) {
	const some = demos.slice(at, at + 5);
	test(`axe: demo repositories from every address: ${some.map(({ name }) => name).join(', ')}`, async ({ page }) => {
		await page.goto(site.url);
		for (const { name, coordinates } of some)
			for (const { person } of coordinates) {
				await follow(page, site.pathOf(name, person));
				await expect(settled(page), `${name} ${person}`).toBeVisible();
				await expectNoFlaws(page, `${name} from ${person}`);
			}
	});
}

test('axe: every page that is no repository’s', async ({ page }) => {
	for (const path of [
		'/',
		'/#private-key-removed',
		`/${npub}`,
		'/-/settings',
		`/${'0'.repeat(64)}`,
		`/nobody%40${new URL(site.url).host}/x`,
		'/not/an/address/at/all/'.repeat(2),
		'/%'
	]) {
		await page.goto(site.url + path);
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
		await expectNoFlaws(page, path);
	}
});

test('axe: the help, an explanation, opened lists, a refused address', async ({ page }) => {
	await page.goto(site.url + site.pathOf('three', 'alice'));
	await expect(settled(page)).toBeVisible();
	await page.keyboard.press('?');
	await expect(page.getByRole('dialog')).toBeVisible();
	await expectNoFlaws(page, 'help');
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: 'What “Lead” means' }).focus();
	await expect(page.locator('[data-bubble]')).toBeVisible();
	for (const summary of await page.locator('summary').all()) await summary.click();
	await expectNoFlaws(page, 'all that opens');
	await page.getByRole('textbox', { name: 'Open a repository' }).fill('npub1rubbish');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('alert').first()).toBeVisible();
	await expectNoFlaws(page, 'refused address');
});

test('axe: looking as somebody who is invited, the dialogs, and what is kept', async ({ page }) => {
	await page.goto(site.url + site.pathOf('invited', 'alice'));
	const panel = page.getByRole('region', { name: 'Your role here' });
	await panel.getByRole('textbox').fill(formatNpub(demoPeople.bob.pubkey));
	await page.keyboard.press('Enter');
	await expect(page.locator('[data-banner="invited"]')).toBeVisible();
	await expectNoFlaws(page, 'looking as Bob');
	await page.getByRole('button', { name: 'Share' }).click();
	await expect(page.getByRole('dialog')).toBeVisible();
	await expectNoFlaws(page, 'share');
	await page.keyboard.press('Escape');
	await page.goto(`${site.url}/-/settings`);
	await expect(page.locator('[data-kept]')).toHaveCount(1);
	await expectNoFlaws(page, 'settings with what is kept');
	await page.getByRole('button', { name: 'Remove all that was read' }).click();
	await expect(page.getByRole('dialog')).toBeVisible();
	await expectNoFlaws(page, 'the question before all is removed');
});

test('axe: found nowhere', async ({ page }) => {
	await page.goto(`${site.url}/${npub}/nothing-of-that-name`);
	await expect(page.locator('[data-finding="not-found"]')).toBeVisible();
	await expectNoFlaws(page, 'not found');
});

test('axe: while relays are asked, when none answers, and from this browser’s copy', async ({ page }) => {
	const slow = await startSite({ relays: 2 });
	const path = slow.pathOf('three', 'alice');
	for (const relay of slow.relays) relay.setFault({ kind: 'no-eose' });
	await page.goto(slow.url + path);
	await expect(page.locator('[data-settled="false"]')).toBeVisible();
	await expectNoFlaws(page, 'looking');
	for (const relay of slow.relays) relay.setFault(undefined);
	await page.reload();
	await expect(page.locator('[data-settled="true"][data-origin="live"]')).toBeVisible();
	await Promise.all(slow.relays.map((relay) => relay.close()));
	await page.reload();
	await expect(page.locator('[data-settled="true"][data-origin="cache"]')).toBeVisible();
	await expectNoFlaws(page, 'from the copy, all relays dead');
	await page.goto(`${slow.url}/${npub}/never-seen`);
	await expect(page.locator('[data-finding="not-found"]')).toBeVisible();
	await expectNoFlaws(page, 'nothing known, all relays dead');
	await slow.close();
});
