import type { Page, Request } from '@playwright/test';
import { formatPath } from '#lib/core/address.ts';
import { parseRelayUrls } from '#lib/core/relay-url.ts';
import { demoPeople } from '../server/demo/people.ts';
import { deployBuild, otherMark, type DeployedBuild } from './support/build-folder.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test as base } from './support/test.ts';

/** The app without network, and over a deploy. */

const test = base.extend<{ site: Site; deployed: DeployedBuild; deployedSite: Site }>({
	// eslint-disable-next-line no-empty-pattern -- it needs no other fixture
	site: async ({}, use) => {
		const site = await startSite({ relays: 2 });
		await use(site);
		await site.close();
	},
	// eslint-disable-next-line no-empty-pattern -- it needs no other fixture
	deployed: async ({}, use) => {
		const deployed = await deployBuild();
		await use(deployed);
		await deployed.remove();
	},
	deployedSite: async ({ deployed }, use) => {
		const site = await startSite({ folder: deployed.folder });
		await use(site);
		await site.close();
	}
});

test.describe.configure({ timeout: 40_000 });

const view = (page: Page) => page.locator('[data-answer="view"]');

/** Waits until the shell is kept and answers for this page. */
async function keptShell(page: Page): Promise<void> {
	await page.evaluate(async () => {
		await navigator.serviceWorker.ready;
		if (!navigator.serviceWorker.controller)
			await new Promise((changed) => navigator.serviceWorker.addEventListener('controllerchange', changed));
	});
}

async function cachedPaths(page: Page): Promise<string[]> {
	return page.evaluate(async () => {
		const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
		const requests = await Promise.all(caches.map((cache) => cache.keys()));
		return requests.flat().map(({ url }) => new URL(url).pathname);
	});
}

async function openOnce(page: Page, site: Site): Promise<void> {
	await page.goto(site.url + site.pathOf('pair', 'alice'));
	await expect(view(page)).toContainText('All 2 relays have answered');
	await keptShell(page);
}

test('what was opened once opens without network, from this browser’s copy and with its time', async ({
	page,
	site
}) => {
	await openOnce(page, site);
	await site.close();
	await page.reload();
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await expect(view(page)).toContainText('From this browser’s copy, seen');
	await expect(view(page)).toContainText('None of 2 relays has answered');
	await expect(page.locator('[data-finding="found"]')).toBeVisible();
});

test('a new tab without network has the start page with what was opened, and leads there', async ({
	page,
	context,
	site
}) => {
	await openOnce(page, site);
	const name = await page.getByRole('heading', { level: 1 }).innerText();
	await site.close();
	await page.close();
	const next = await context.newPage();
	await next.goto(`${site.url}/`);
	await next.getByRole('main').getByRole('link', { name }).first().click();
	await expect(view(next)).toContainText('From this browser’s copy, seen');
});

test('an address never visited is not called “not found” without network', async ({ page, site }) => {
	await openOnce(page, site);
	await site.close();
	const [relay] = site.relays;
	const address = { pubkey: demoPeople.dave.pubkey, identifier: 'never seen', relayHints: parseRelayUrls([relay.url]) };
	await page.goto(site.url + formatPath(address));
	const words = 'Cannot be sure: none of 2 relays answered.';
	await expect(page.getByRole('main').getByText(words).last()).toBeVisible({ timeout: 20_000 });
	await expect(page.getByRole('main')).not.toContainText(/not found|does not exist/i);
});

test('the shell is kept and no data: scripts, styles, the page, the settings, and what the worker loads later', async ({
	page,
	site
}) => {
	await openOnce(page, site);
	const kept = await cachedPaths(page);
	expect(kept).toEqual(expect.arrayContaining(['/', '/theme.js', '/favicon.svg', '/config.json']));
	expect(kept.filter((path) => path.startsWith('/_app/immutable/workers/chunks/'))).not.toEqual([]);
	expect(
		kept.filter((path) => !/^\/(theme\.js|favicon\.svg|config\.json|_app\/immutable\/.*\.(js|css))?$/.test(path))
	).toEqual([]);
});

test('no page is ever kept or given under the name of a script that is not there', async ({ browser, site }) => {
	// Chromium reports the missing files on the console, which is what this test is about: not watched.
	const context = await browser.newContext();
	const page = await context.newPage();
	await openOnce(page, site);
	const answers = await page
		.evaluate(async () => {
			const paths = ['/_app/immutable/chunks/gone.js', '/_app/immutable/nodes/99.gone.js'];
			return Promise.all(paths.map(async (path) => (await fetch(path)).status));
		})
		.catch(() => []);
	expect(answers).toEqual([404, 404]);
	expect((await cachedPaths(page)).filter((path) => path.includes('gone'))).toEqual([]);
	await context.close();
});

test('22. a deploy while a tab is open: the tab goes on with its own parts, the next navigation is wholly the new version', async ({
	page,
	deployed,
	deployedSite: site
}) => {
	await page.goto(`${site.url}/`);
	await keptShell(page);
	await deployed.deployOther();
	// By links alone, so that nothing is loaded anew: the page of a repository, its worker’s parts, back, and again.
	await page.getByRole('link', { name: /Alice/ }).first().click();
	await expect(view(page)).toContainText('The one relay asked has answered');
	await expect(page.locator(`html[${otherMark}]`)).toHaveCount(0);

	const loaded = recordParts(page);
	await page.reload();
	await expect(page.locator(`html[${otherMark}]`)).toHaveCount(1);
	await expect(view(page)).toContainText('The one relay asked has answered');
	expect(loaded.length).toBeGreaterThan(3);
	expect(loaded.filter((path) => !path.includes('/other-'))).toEqual([]);
});

test('22. the older version is removed once no tab uses it, and the newer opens without network', async ({
	page,
	context,
	deployed,
	deployedSite: site
}) => {
	await page.goto(site.url + site.pathOf('pair', 'alice'));
	await expect(view(page)).toContainText('The one relay asked has answered');
	await keptShell(page);
	await deployed.deployOther();
	await page.reload();
	await expect(page.locator(`html[${otherMark}]`)).toHaveCount(1);
	// The tab was opened with the older version’s keeper: while it is there, both are kept.
	await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(2);
	await page.waitForFunction(
		async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state === 'installed'
	);
	await page.close();
	// A tab opened while the change is still being made belongs to the older one again; one of the next does not.
	await expect(async () => {
		const next = await context.newPage();
		await next.goto(site.url + site.pathOf('pair', 'alice'));
		const names = await next.evaluate(() => caches.keys());
		await next.close();
		expect(names).toHaveLength(1);
	}).toPass({ timeout: 20_000 });
	await site.close();
	const last = await context.newPage();
	await last.goto(site.url + site.pathOf('pair', 'alice'));
	await expect(last.locator(`html[${otherMark}]`)).toHaveCount(1);
	await expect(view(last)).toContainText('From this browser’s copy, seen');
});

for (const [what, piece] of [['a part of the worker', 'workers/chunks/']] as const)
	test(`22. ${what} that is gone all the same is said, with the way out`, async ({
		browser,
		deployed,
		deployedSite: site
	}) => {
		await deployed.removePart(piece);
		// Chromium reports the missing file on the console, which is what this test is about: not watched.
		const context = await browser.newContext({ serviceWorkers: 'block' });
		const page = await context.newPage();
		await page.goto(site.url + site.pathOf('pair', 'alice'));
		await expect(page.getByText('A part of this page could not be loaded')).toBeVisible();
		await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
		await context.close();
	});

/** The parts of the app that a page asks for from now on, by path. */
function recordParts(page: Page): readonly string[] {
	const paths: string[] = [];
	page.on('request', (request: Request) => {
		const { pathname } = new URL(request.url());
		if (pathname.startsWith('/_app/immutable/')) paths.push(pathname);
	});
	return paths;
}
