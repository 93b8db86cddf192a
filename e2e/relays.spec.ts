import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { expectedDemoView, signDemoStory } from '../server/demo.ts';
import { endRole } from './support/amend.ts';
import { demoPeople } from '../server/demo/people.ts';
import { contentOf, readPage, type PageContent } from './support/read-page.ts';
import { openSites } from './support/open-sites.ts';
import type { Site, SiteOptions } from './support/site.ts';
import { expect, test as base } from './support/test.ts';

/** What a page says while relays answer, keep silent, break off or are gone. */

const test = base.extend<{ open: (options: SiteOptions) => Promise<Site> }>({
	// eslint-disable-next-line no-empty-pattern -- it needs no other fixture
	open: ({}, use) => openSites(use)
});

const view = (page: Page) => page.locator('[data-answer="view"]');
const relay = (page: Page, url: string) => page.locator(`[data-relay="${url}"]`);

function expectedContent(site: Site, name: string, person: keyof typeof demoPeople): PageContent {
	const events = signDemoStory(name, { relays: site.relays.map(({ url }) => url) }).values();
	return contentOf(expectedDemoView(name, person), events);
}

async function expectContent(page: Page, expected: PageContent): Promise<void> {
	await expect(async () => expect(await readPage(page)).toEqual(expected)).toPass({ timeout: 10_000 });
}

test('all relays answer: the view is settled and says so (D36, D37)', async ({ page, open }) => {
	const site = await open({ relays: 3 });
	await page.goto(site.url + site.pathOf('pair', 'alice'));
	await expect(view(page)).toContainText('All 3 relays have answered');
	for (const { url } of site.relays) await expect(relay(page, url)).toHaveAttribute('data-outcome', 'answered');
	await expectContent(page, expectedContent(site, 'pair', 'alice'));
});

test('one relay is silent: the page is there at once and in the end names who did not answer (D37)', async ({
	page,
	open
}) => {
	const site = await open({ relays: 3 });
	const [, silent] = site.relays;
	silent?.setFault({ kind: 'silence' });
	await page.goto(site.url + site.pathOf('pair', 'bob'));
	await expectContent(page, expectedContent(site, 'pair', 'bob'));
	await expect(view(page)).toContainText('Cannot be sure: 1 relay did not answer', { timeout: 15_000 });
	await expect(view(page)).toContainText(new URL(silent?.url ?? '').host);
	await expect(relay(page, silent?.url ?? '')).toHaveAttribute('data-outcome', 'failed');
	await expectContent(page, expectedContent(site, 'pair', 'bob'));
});

test('a relay that breaks off half-way has not answered, and is asked again (D36)', async ({ page, open }) => {
	const site = await open({ relays: 2 });
	const [, broken] = site.relays;
	broken?.setFault({ kind: 'drop-midway', afterEvents: 1 });
	await page.goto(site.url + site.pathOf('three', 'bob'));
	await expectContent(page, expectedContent(site, 'three', 'bob'));
	await expect(relay(page, broken?.url ?? '')).toHaveAttribute('data-outcome', 'failed');
	await expect(view(page)).toContainText('Cannot be sure: 1 relay did not answer');
	broken?.setFault(undefined);
	await expect(view(page)).toContainText('All 2 relays have answered', { timeout: 20_000 });
});

test('the only relay breaks off half-way and comes back: the page becomes whole without a reload', async ({
	page,
	open
}) => {
	const site = await open({ relays: 1 });
	site.relays[0].setFault({ kind: 'drop-midway', afterEvents: 1 });
	await page.goto(site.url + site.pathOf('three', 'bob'));
	await expect(page.locator('[data-finding]')).toBeVisible();
	site.relays[0].setFault(undefined);
	await expect(async () => expect(await readPage(page)).toEqual(expectedContent(site, 'three', 'bob'))).toPass({
		timeout: 20_000
	});
});

test('a removal that arrives late changes the page within 2 s; focus, scroll and page stay', async ({ page, open }) => {
	const site = await open({ relays: 2 });
	await page.setViewportSize({ width: 1200, height: 500 });
	await page.goto(site.url + site.pathOf('pair', 'alice'));
	const bob = page.locator(`[data-standing][data-pubkey="${demoPeople.bob.pubkey}"]`);
	await expect(bob).toHaveAttribute('data-standing', 'maintainer');
	await expect(view(page)).toContainText('All 2 relays have answered');

	const copy = page.getByRole('button', { name: /^Copy/ }).first();
	await copy.focus();
	await page.mouse.wheel(0, 300);
	await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
	await page.evaluate(() => Object.assign(window, { sameDocument: true, focused: document.activeElement }));
	const before = await copy.evaluate((button) => button.getBoundingClientRect().top);

	const { removal } = endRole(site, 'pair', 'alice', 'bob');
	site.relays[1]?.publish([removal]);
	await expect(bob).toHaveAttribute('data-standing', 'removed-claiming', { timeout: 2_000 });
	await expect(page.locator('[data-answer="people"]')).toContainText('1 confirmed');

	const kept = await page.evaluate(() => {
		const { sameDocument, focused } = window as unknown as { sameDocument?: boolean; focused?: Element };
		return { sameDocument, focused: focused === document.activeElement };
	});
	expect(kept).toEqual({ sameDocument: true, focused: true });
	// A banner came in above: what the reader looks at stays where it is.
	const after = await copy.evaluate((button) => button.getBoundingClientRect().top);
	expect(Math.abs(after - before)).toBeLessThanOrEqual(2);
});

test('an older announcement that arrives late changes nothing (D1)', async ({ page, open }) => {
	const site = await open({ relays: 2 });
	const { removal, before } = endRole(site, 'pair', 'alice', 'bob');
	for (const each of site.relays) each.publish([removal]);
	await page.goto(site.url + site.pathOf('pair', 'alice'));
	const bob = page.locator(`[data-standing][data-pubkey="${demoPeople.bob.pubkey}"]`);
	await expect(bob).toHaveAttribute('data-standing', 'removed-claiming');
	// The relay itself would refuse the old one; one that has forgotten the new one shows it.
	const forgetful = await open({ relays: 1, demo: false });
	forgetful.relays[0].publish([before]);
	await page.getByText('Ask another relay').click();
	await page.getByRole('textbox', { name: 'Ask one more relay' }).fill(forgetful.relays[0].url);
	await page.getByRole('button', { name: 'Ask it' }).click();
	await expect(relay(page, forgetful.relays[0].url)).toHaveAttribute('data-outcome', 'answered');
	await expect(bob).toHaveAttribute('data-standing', 'removed-claiming');
});

test('every relay is gone and the browser starts again: the same view, from this browser’s copy', async ({
	open,
	watch,
	launchOptions
}) => {
	const site = await open({ relays: 2 });
	const profile = await mkdtemp(join(tmpdir(), 'countersign-e2e-'));
	const start = async () => {
		const context = await chromium.launchPersistentContext(profile, launchOptions);
		await watch(context);
		const page = context.pages()[0] ?? (await context.newPage());
		await page.goto(site.url + site.pathOf('three', 'bob'));
		return { context, page };
	};

	const first = await start();
	await expectContent(first.page, expectedContent(site, 'three', 'bob'));
	await expect(view(first.page)).toContainText('All 2 relays have answered');
	// Four announcements, two states, the profiles and relay lists of five people.
	await expect.poll(() => countStored(first.page, 'events')).toBeGreaterThanOrEqual(16);
	await expect.poll(() => countStored(first.page, 'views')).toBe(1);
	const name = await first.page.getByRole('heading', { level: 1 }).textContent();
	await first.context.close();
	await Promise.all(site.relays.map((each) => each.close()));

	const second = await start();
	await expect(second.page.locator('[data-origin]')).toHaveAttribute('data-origin', 'cache');
	await expect(view(second.page)).toContainText('From this browser’s copy, seen');
	await expect(view(second.page)).toContainText('None of 2 relays has answered');
	await expectContent(second.page, expectedContent(site, 'three', 'bob'));
	await expect(second.page.getByRole('heading', { level: 1 })).toHaveText(name ?? '');
	await second.context.close();
	await rm(profile, { recursive: true });
});

test('every relay is dead and nothing is kept: said at once, and never as "not found" (D35)', async ({
	page,
	open
}) => {
	const site = await open({ relays: 2 });
	await Promise.all(site.relays.map((each) => each.close()));
	await page.goto(site.url + site.pathOf('pair', 'alice'));
	await expect(page.locator('[data-finding="not-found"]')).toContainText('Cannot be sure: none of 2 relays answered', {
		timeout: 5_000
	});
	await expect(page.getByText('Not found: asked')).toHaveCount(0);
});

/** Rows of a store of this browser; 0 while there is none. */
function countStored(page: Page, store: string): Promise<number> {
	return page.evaluate(
		(name) =>
			new Promise<number>((resolve) => {
				const opening = indexedDB.open('countersign');
				opening.onerror = () => resolve(0);
				opening.onsuccess = () => {
					const database = opening.result;
					const finish = (count: number) => {
						database.close();
						resolve(count);
					};
					if (!database.objectStoreNames.contains(name)) return finish(0);
					const counting = database.transaction(name).objectStore(name).count();
					counting.onsuccess = () => finish(counting.result);
					counting.onerror = () => finish(0);
				};
			}),
		store
	);
}
