import { nip19 } from 'nostr-tools';
import type { BrowserContext, Page } from '@playwright/test';
import { bytesToHex } from '@noble/hashes/utils.js';
import { formatNpub } from '#lib/core/address.ts';
import { demoPeople } from '../server/demo/people.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

/** A private key is refused wherever it is put, and stays nowhere. */

let site: Site;
test.beforeAll(async () => {
	site = await startSite();
});
test.afterAll(() => site.close());

const { alice } = demoPeople;
const nsec = nip19.nsecEncode(alice.secretKey);
const npub = formatNpub(alice.pubkey);
const box = (page: Page) => page.getByRole('textbox', { name: 'Open a repository' });
const refusal = (page: Page) => page.getByRole('alert').filter({ hasText: /private key/i });

/** Every place in which a page can leave something, as one text. */
async function everythingKept(page: Page, context: BrowserContext): Promise<string> {
	const kept = await page.evaluate(async () => {
		const databases: unknown[] = [];
		for (const { name = '' } of await indexedDB.databases()) {
			const database = await new Promise<IDBDatabase>((resolve, reject) => {
				const opening = indexedDB.open(name);
				opening.onsuccess = () => resolve(opening.result);
				opening.onerror = () => reject(new Error(name));
			});
			for (const store of database.objectStoreNames)
				databases.push(
					await new Promise((resolve, reject) => {
						const reading = database.transaction(store).objectStore(store).getAll();
						reading.onsuccess = () => resolve(reading.result);
						reading.onerror = () => reject(new Error(store));
					})
				);
			database.close();
		}
		const cached: string[] = [];
		for (const name of await caches.keys())
			for (const request of await (await caches.open(name)).keys()) cached.push(request.url);
		return JSON.stringify({
			databases,
			cached,
			local: { ...localStorage },
			session: { ...sessionStorage },
			cookie: document.cookie,
			name: window.name,
			state: history.state as unknown,
			address: location.href,
			referrer: document.referrer,
			// The session history of this tab, what lies behind and ahead included.
			entries: window.navigation.entries().map(({ url }) => url),
			inputs: [...document.querySelectorAll('input')].map(({ value }) => value),
			html: document.documentElement.outerHTML
		});
	});
	return kept + JSON.stringify(await context.storageState({ indexedDB: true }));
}

async function expectScrubbed(page: Page, context: BrowserContext): Promise<void> {
	await expect(refusal(page)).toBeVisible();
	await expect(box(page).first()).toHaveValue('');
	const kept = (await everythingKept(page, context)).toLowerCase();
	expect(kept).not.toContain(nsec.slice(0, 20));
	expect(kept).not.toContain(bytesToHex(alice.secretKey));
	expect(await page.title()).not.toContain('nsec');
}

test.describe('in the open box', () => {
	for (const [what, text] of [
		['alone', nsec],
		['in upper case', nsec.toUpperCase()],
		['with nostr: before it', `nostr:${nsec}`],
		['inside a sentence', `my key is ${nsec} please`],
		['in an address', `nostr://${nsec}/name`]
	] as const) {
		test(`pasted ${what}: refused and gone`, async ({ page, context }) => {
			await page.goto(site.url);
			await context.grantPermissions(['clipboard-read', 'clipboard-write']);
			await page.evaluate((value) => navigator.clipboard.writeText(value), text);
			await box(page).focus();
			await page.keyboard.press('Control+v');
			await expectScrubbed(page, context);
		});
	}

	test('typed key by key: refused and gone', async ({ page, context }) => {
		await page.goto(site.url);
		await box(page).pressSequentially(nsec);
		await expectScrubbed(page, context);
	});

	test('put there at once, and sent: refused and gone', async ({ page, context }) => {
		await page.goto(site.url);
		await box(page).fill(nsec);
		await expectScrubbed(page, context);
		await box(page).press('Enter');
		await expect(page).toHaveURL(`${site.url}/`);
	});

	test('on a repository page: refused and gone', async ({ page, context }) => {
		await page.goto(site.url + site.pathOf('pair', 'alice'));
		await expect(page.locator('[data-finding="found"]')).toBeVisible();
		await box(page).fill(nsec);
		await expectScrubbed(page, context);
	});
});

test.describe('in a box for a relay', () => {
	for (const [what, text] of [
		['alone', nsec],
		['in the path of an address', `wss://127.0.0.1:1/${nsec}`]
	] as const) {
		test(`of the settings, ${what}: refused and gone`, async ({ page, context }) => {
			await page.goto(`${site.url}/-/settings`);
			await page.getByRole('textbox', { name: 'Add a relay' }).fill(text);
			await expectScrubbed(page, context);
		});

		test(`of a repository, ${what}: refused and gone`, async ({ page, context }) => {
			await page.goto(site.url + site.pathOf('pair', 'alice'));
			await page.getByText('Ask another relay').click();
			await page.getByRole('textbox', { name: 'Ask one more relay' }).fill(text);
			await expectScrubbed(page, context);
		});
	}
});

test.describe('in the address of the page', () => {
	for (const [what, path] of [
		['as the path', `/${nsec}`],
		['as the owner', `/${nsec}/name`],
		['as the identifier', `/${npub}/${nsec}`],
		['with nostr: before it', `/nostr:${nsec}`],
		['percent-encoded', `/${nsec.replace('nsec1', '%6E%73%65%631')}`],
		['in a name', `/${nsec}@localhost:1/x`],
		['inside an nprofile', `/${nip19.nprofileEncode({ pubkey: alice.pubkey, relays: [`wss://x.example/${nsec}`] })}`],
		['inside an nevent', `/${nip19.neventEncode({ id: alice.pubkey, relays: [nsec] })}`],
		['in the query', `/?key=${nsec}`],
		['behind the hash', `/#${nsec}`],
		['behind the hash of a repository', `/${npub}/x#${nsec}`]
	] as const) {
		test(`${what}: refused, and gone from the address and the history`, async ({ page, context }) => {
			await page.goto(`${site.url}/${npub}/before`);
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
			await page.goto(site.url + path);
			await expectScrubbed(page, context);
			await page.goBack();
			await expect(page.getByRole('heading', { level: 1 })).toHaveText('before');
			const kept = (await everythingKept(page, context)).toLowerCase();
			expect(kept).not.toContain(nsec.slice(0, 20));
		});
	}

	test('put behind the hash of a page that is open: refused, and gone from the address and the history', async ({
		page,
		context
	}) => {
		await page.goto(site.url);
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
		await page.goto(`${site.url}/#${nsec}`);
		await expectScrubbed(page, context);
	});
});
