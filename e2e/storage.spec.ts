import { demoPeople } from '../server/demo/people.ts';
import { endRole } from './support/amend.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

/** What a real browser keeps, shares between tabs and takes away. */

let site: Site;
test.beforeEach(async () => {
	site = await startSite({ relays: 1 });
});
test.afterEach(() => site.close());

const bob = `[data-standing][data-pubkey="${demoPeople.bob.pubkey}"]`;

test('21. two tabs share what is kept: what one hears the other shows, though no relay tells it', async ({
	context
}) => {
	const [here, there] = [await context.newPage(), await context.newPage()];
	const path = site.url + site.pathOf('pair', 'alice');
	await there.goto(path);
	await expect(there.locator(bob)).toHaveAttribute('data-standing', 'maintainer');
	// From now on the second tab has no relay that speaks; the first has one of its own.
	const own = await startSite({ relays: 1, demo: false });
	try {
		site.relays[0].setFault({ kind: 'silence' });
		const { removal, before } = endRole(site, 'pair', 'alice', 'bob');
		own.relays[0].publish([before, removal]);
		await here.goto(path);
		await here.getByText('Ask another relay').click();
		await here.getByRole('textbox', { name: 'Ask one more relay' }).fill(own.relays[0].url);
		await here.getByRole('button', { name: 'Ask it' }).click();
		await expect(here.locator(bob)).toHaveAttribute('data-standing', 'removed-claiming');
		await expect(there.locator(bob)).toHaveAttribute('data-standing', 'removed-claiming');
	} finally {
		await own.close();
	}
});

test('21. the store is deleted while the page is open: what it shows stays, and it is said', async ({ page }) => {
	await page.goto(site.url + site.pathOf('pair', 'alice'));
	await expect(page.locator('[data-answer="view"]')).toContainText('has answered');
	await page.evaluate(
		() =>
			new Promise<void>((resolve, reject) => {
				const deleting = indexedDB.deleteDatabase('countersign');
				deleting.onsuccess = () => resolve();
				deleting.onerror = () => reject(new Error('not deleted'));
				deleting.onblocked = () => reject(new Error('the page holds on to its store'));
			})
	);
	await expect(page.locator('[data-banner="memory"]')).toContainText('cleared or closed while in use');
	await expect(page.locator('[data-answer="people"]')).toContainText('2 confirmed');
	const { removal } = endRole(site, 'pair', 'alice', 'bob');
	site.relays[0].publish([removal]);
	await expect(page.locator(bob)).toHaveAttribute('data-standing', 'removed-claiming');
	await page.reload();
	await expect(page.locator('[data-answer="view"]')).toContainText('has answered');
	await expect(page.locator('[data-banner="memory"]')).toHaveCount(0);
});

test('21. a newer version of the store in another tab: this one lets go, goes on, and says why', async ({ page }) => {
	await page.goto(site.url + site.pathOf('pair', 'alice'));
	await expect(page.locator('[data-answer="view"]')).toContainText('has answered');
	await page.evaluate(
		() =>
			new Promise<void>((resolve, reject) => {
				const opening = indexedDB.open('countersign', 10_000);
				opening.onsuccess = () => resolve(opening.result.close());
				opening.onerror = () => reject(new Error('not opened'));
				opening.onblocked = () => reject(new Error('the page holds on to its store'));
			})
	);
	await expect(page.locator('[data-banner="memory"]')).toContainText('another version');
	await expect(page.locator('[data-answer="people"]')).toContainText('2 confirmed');
});

test.describe('without the room', () => {
	// Its shell has no room either: Chromium reports that on the console, as it must.
	test.use({ serviceWorkers: 'block' });

	test('21. no room left: the page goes on from memory and says so', async ({ page, context }) => {
		const session = await context.newCDPSession(page);
		await session.send('Storage.overrideQuotaForOrigin', { origin: site.url, quotaSize: 1 });
		await page.goto(site.url + site.pathOf('three', 'bob'));
		await expect(page.locator('[data-answer="view"]')).toContainText('has answered');
		await expect(page.locator('[data-answer="people"]')).toContainText('3 confirmed');
		await expect(page.locator('[data-banner="memory"]')).toContainText(/Not kept/);
	});
});
