import { formatNaddr, formatNpub } from '#lib/core/address.ts';
import { demoPeople } from '../server/demo/people.ts';
import { signAs } from '../server/demo/sign.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

/** Whatever stands in the address bar or the open box, there is a page that says what it means. */

let site: Site;
test.beforeAll(async () => {
	site = await startSite({ demo: false });
});
test.afterAll(() => site.close());

const { alice } = demoPeople;
const npub = formatNpub(alice.pubkey);
const naddr = formatNaddr({ pubkey: alice.pubkey, identifier: 'x', relayHints: [] }) ?? '';

const strange: readonly string[] = [
	'/%',
	'/%2',
	'/%zz',
	'/%E0%A4%A',
	'/%00',
	'/%FF%FE',
	'//',
	'///x',
	'/.',
	'/..%2f..%2f',
	'/%2e%2e',
	'/x',
	'/x/y/z/a/b/c/d',
	'/index.html/x',
	'/npub1',
	'/npub1qqqq/x',
	`/${npub}`,
	`/${npub}/`,
	`/${npub}//`,
	`/${npub}/%`,
	`/${npub}/%E0%A4%A`,
	`/${npub}/a%2Fb`,
	`/${npub}/a/b`,
	`/${npub}/./x`,
	`/${npub}/%2e%2e`,
	`/${npub}/127.0.0.1:9%00/x`,
	`/${npub}/x/-/people/%`,
	`/${npub}/x/-/tree/main/a%2Fb`,
	`/${npub}/x/-`,
	`/${npub}/__proto__`,
	`/${npub}/constructor`,
	`/${npub}/<script>alert(1)</script>`,
	`/${npub}/javascript:alert(1)`,
	`/${npub}/${'%F0%9F%9A%80'.repeat(200)}`,
	`/${npub}/%E2%80%AEfdp.exe`,
	`/${npub.toUpperCase()}/x`,
	`/${alice.pubkey}/x`,
	`/${alice.pubkey.toUpperCase()}/x`,
	`/${alice.pubkey.slice(1)}/x`,
	`/${naddr}`,
	`/${naddr.slice(0, -1)}`,
	`/${naddr}/issues`,
	'/nevent1qqqq',
	'/note1qqqq/x',
	'/nostr:x',
	`/nostr:${naddr}`,
	'/alice@localhost:1/x',
	'/localhost:1/x/y/z',
	'/nobody@127.0.0.1:1',
	'/alice@example.com@example.com/x',
	'/a@-.com/x',
	'/@/x',
	'/repo/x',
	'/r/r/r',
	'/e/x',
	`/p/${npub}`,
	`/e/${'0'.repeat(64)}`,
	`/${npub}/%ED%A0%80`,
	`/${npub}/${'%E5%90%8D'.repeat(5000)}`,
	`/${'x'.repeat(4000)}`,
	'/?x=%',
	'/x?%=%#%',
	`/${npub}/x?relay=%#%`
];

for (const path of strange) {
	const name = path.length > 90 ? `${path.slice(0, 90)}…` : path;
	test(`a strange path never blanks the app: ${name}`, async ({ page }) => {
		await page.goto(site.url + path);
		await expect(page.getByRole('banner')).toContainText('Countersign');
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
		await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty();
		await expect(page.getByText('This page cannot be shown')).toHaveCount(0);
		// The app is alive, not only its first picture.
		await page.getByRole('link', { name: 'Countersign' }).click();
		await expect(page.getByRole('heading', { level: 1 })).toContainText('whose a git repository');
	});
}

test('what is put behind the hash of an open page and cannot be decoded leaves the app alive', async ({ page }) => {
	await page.goto(`${site.url}/${npub}/x`);
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await page.goto(`${site.url}/${npub}/x#%`);
	await expect(page).toHaveURL(`${site.url}/${npub}/x`);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('x');
});

const identifiers: readonly string[] = [
	'a/b',
	'my 🚀 repo',
	'50%',
	'%2F',
	'tree',
	'issues',
	'-',
	'.',
	'..',
	'a:b',
	'rely.example.com',
	'foo.bar/baz',
	`${alice.pubkey}/name`,
	'a b#c?d&e',
	'ʼn̈ÅÅ',
	'back\\slash'
];

test('any identifier is one opaque text: its page finds it, and its own links lead back to it', async ({ page }) => {
	test.setTimeout(240_000);
	const events = identifiers.map((d) =>
		signAs(alice, { kind: 30617, created_at: 1_700_000_000, tags: [['d', d]], content: '' })
	);
	for (const { accepted, message } of site.relays[0].publish(events)) expect(accepted, message).toBe(true);
	const box = page.getByRole('textbox', { name: 'Open a repository' });
	for (const d of identifiers) {
		await page.goto(site.url);
		await box.fill(`30617:${alice.pubkey}:${d}`);
		await box.press('Enter');
		await expect(page.locator('[data-finding]'), d).toHaveAttribute('data-finding', 'found');
		await expect(page.getByRole('heading', { level: 1 }), d).toHaveText(d);
		const { pathname } = new URL(page.url());
		// Loaded anew by its address, and by the address written into the page.
		await page.reload();
		await expect(page.locator('[data-finding]'), d).toHaveAttribute('data-finding', 'found');
		expect(new URL(page.url()).pathname, d).toBe(pathname);
		const written = await page.locator('dd bdi[title^="nostr://"]').getAttribute('title');
		await page.goto(site.url);
		await box.fill(written ?? '');
		await box.press('Enter');
		await expect(page.locator('[data-finding]'), d).toHaveAttribute('data-finding', 'found');
		await expect(page.getByRole('heading', { level: 1 }), d).toHaveText(d);
	}
});

test('the open box takes each form of an address', async ({ page }) => {
	const identifier = 'taken';
	site.relays[0].publish([
		signAs(alice, { kind: 30617, created_at: 1_700_000_000, tags: [['d', identifier]], content: '' })
	]);
	const address = { pubkey: alice.pubkey, identifier, relayHints: [] };
	const forms = [
		`${npub} ${identifier}`,
		`${npub}/${identifier}`,
		`${alice.pubkey}/${identifier}`,
		`${alice.pubkey.toUpperCase()} ${identifier}`,
		`nostr://${npub}/${identifier}`,
		`  nostr://${npub}/${identifier}\n`,
		formatNaddr(address) ?? '',
		`nostr:${formatNaddr(address)}`,
		`https://elsewhere.example/${npub}/${identifier}`,
		`https://elsewhere.example/r/${formatNaddr(address)}/issues`
	];
	const box = page.getByRole('textbox', { name: 'Open a repository' });
	for (const form of forms) {
		await page.goto(site.url);
		await box.fill(form);
		await page.getByRole('button', { name: 'Open' }).click();
		await expect(page.getByRole('heading', { level: 1 }), form).toHaveText(identifier);
		await expect(page.locator('[data-finding]'), form).toHaveAttribute('data-finding', 'found');
	}
});

test('a path that is no address says why, and offers the open box', async ({ page }) => {
	await page.goto(`${site.url}/npub1qqqq/x`);
	await expect(page.getByRole('textbox', { name: 'Open a repository' })).toBeVisible();
	await page.getByRole('link', { name: 'To the start page' }).click();
	await expect(page).toHaveURL(`${site.url}/`);
	await expect(page.getByRole('heading', { level: 1 })).toContainText('whose a git repository');
});
