import { secp256k1 } from '@noble/curves/secp256k1.js';
import { nip19 } from 'nostr-tools';
import type { Page } from '@playwright/test';
import { formatEventPath, formatNpub, formatPersonPath } from '#lib/core/address.ts';
import type { EventId } from '#lib/core/ids.ts';
import type { NostrEvent } from '#lib/core/event.ts';
import { parseRelayUrls } from '#lib/core/relay-url.ts';
import { demoPeople, type PersonName } from '../server/demo/people.ts';
import { signAs } from '../server/demo/sign.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

/** Names, events and people in the address bar and the open box, each with the page it leads to. */

let site: Site;
test.beforeAll(async () => {
	site = await startSite({ relays: 2 });
});
test.afterAll(() => site.close());

const { alice, bob, carol } = demoPeople;
const npub = (person: { readonly pubkey: typeof alice.pubkey }) => formatNpub(person.pubkey);
const box = (page: Page) => page.getByRole('textbox', { name: 'Open a repository' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const opened = (page: Page, kind: string) => page.locator(`[data-opened="${kind}"]`);
const domain = () => new URL(site.url).host.replace('127.0.0.1', 'localhost');
let second = 1_700_000_000;

function publish(by: PersonName, kind: number, tags: string[][], content = ''): NostrEvent {
	const event = signAs(demoPeople[by], { kind, created_at: second++, tags, content });
	for (const { accepted, message } of site.relays[0].publish([event])) expect(accepted, message).toBe(true);
	return event;
}

function nevent(event: NostrEvent, relays: readonly string[] = []): string {
	return formatEventPath({ eventId: event.id as EventId, relayHints: parseRelayUrls(relays) });
}

async function expectFound(page: Page, title: string): Promise<void> {
	await expect(page.locator('[data-finding="found"]')).toBeVisible();
	await expect(heading(page)).toHaveText(title);
}

test.describe('5. a NIP-05 name', () => {
	for (const form of ['ALICE@DOMAIN/', 'nostr://alice@DOMAIN/'])
		test(`typed as ${form}…: the address then holds the key, and the page says whose word that is`, async ({
			page
		}) => {
			await page.goto(site.url);
			await box(page).fill(form.replace('DOMAIN', domain()) + identifierOf('sole'));
			await box(page).press('Enter');
			await expect(page.locator('[data-finding="found"]')).toBeVisible();
			expect(new URL(page.url()).pathname.startsWith(`/${npub(alice)}/`)).toBe(true);
			await expect(opened(page, 'name')).toContainText(`${domain()} says that alice is this owner’s key`);
			await expect(opened(page, 'name')).toContainText('no proof');
			await page.goBack();
			await expect(page).toHaveURL(`${site.url}/`);
		});

	test('alone: a person’s page', async ({ page }) => {
		await page.goto(`${site.url}/bob@${domain()}`);
		await expect(page.locator('[data-person]')).toHaveAttribute('data-person', bob.pubkey);
		await expect(opened(page, 'name')).toContainText('says that bob is this key');
		await expect(heading(page)).toHaveText('Bob');
	});

	for (const [what, path, words] of [
		['that the site does not know', () => `/zoe@${domain()}/x`, 'knows nobody called zoe'],
		['that is no own property of the list', () => `/constructor@${domain()}/x`, 'knows nobody called constructor'],
		['of a domain without a key of its own', () => `/${domain()}/x`, 'names no key of its own'],
		['of a site that is not there', () => '/alice@localhost:9/x', 'could not be asked']
	] as const)
		test(`${what}: said in words, and asked once more on request`, async ({ page }) => {
			await page.goto(site.url + path());
			await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
			await page.getByRole('button', { name: 'Ask once more' }).click();
			await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
		});
});

function identifierOf(name: string): string {
	return decodeURIComponent(site.pathOf(name, 'alice').split('/').at(-1) ?? '');
}

test.describe('5. an event', () => {
	test('leads to the repository it names, and the page says what it was', async ({ page }) => {
		publish('alice', 30617, [['d', 'tide']]);
		const issue = publish(
			'carol',
			1621,
			[
				['a', `30617:${alice.pubkey}:tide`],
				['p', alice.pubkey]
			],
			'It leaks'
		);
		for (const [form, words] of [
			[nevent(issue, [site.relays[0].url]), 'Issues are not shown here yet'],
			[`/${nip19.noteEncode(issue.id)}`, 'and that names this repository'],
			[`/e/${issue.id}`, 'You opened an issue that']
		] as const) {
			await page.goto(site.url + form);
			await expectFound(page, 'tide');
			await expect(opened(page, 'event'), form).toContainText(words);
			await expect(opened(page, 'event').getByRole('link')).toHaveAttribute('href', `/${npub(carol)}`);
			expect(new URL(page.url()).pathname).toMatch(new RegExp(`^/${npub(alice)}/.*/tide$`));
		}
	});

	test('that is an announcement, a state or a comment leads there too', async ({ page }) => {
		const announcement = publish('bob', 30617, [['d', 'a:b/c']]);
		const state = publish('bob', 30618, [['d', 'a:b/c']]);
		const comment = publish('carol', 1111, [
			['A', `30617:${bob.pubkey}:a:b/c`],
			['K', '30617']
		]);
		const odd = publish('carol', 31_337, [
			['d', 'x'],
			['a', `30617:${bob.pubkey}:a:b/c`]
		]);
		for (const [event, words] of [
			[announcement, 'You opened an announcement that'],
			[state, 'You opened a signed state that'],
			[comment, 'You opened a comment that'],
			[odd, 'Such events are not shown here yet']
		] as const) {
			await page.goto(site.url);
			await box(page).fill(nevent(event).slice(1).toUpperCase());
			await box(page).press('Enter');
			await expectFound(page, 'a:b/c');
			await expect(opened(page, 'event')).toContainText(words);
		}
	});

	test('that names several coordinates lets the reader choose: their order says nothing', async ({ page }) => {
		publish('alice', 30617, [['d', 'tide']]);
		const tags = [alice, bob, carol].map(({ pubkey }) => ['a', `30617:${pubkey}:tide`]);
		const patch = publish('bob', 1617, tags);
		await page.goto(site.url + nevent(patch));
		await expect(heading(page)).toHaveText('This event names several people’s addresses');
		await expect(page.locator('[data-event] li a[href$="/tide"]')).toHaveCount(3);
		await page.locator('[data-event] li').filter({ hasText: 'Alice' }).getByRole('link', { name: 'tide' }).click();
		await expectFound(page, 'tide');
	});

	test('that names no repository, or that nobody has, is said to be so', async ({ page }) => {
		const note = publish('bob', 1, [], 'hello');
		await page.goto(site.url + nevent(note));
		await expect(heading(page)).toHaveText('This event names no repository');
		await page.goto(`${site.url}/e/${'1'.repeat(64)}`);
		await expect(heading(page)).toHaveText('This event was not found');
		await expect(page.getByText('All 2 relays have answered.')).toBeVisible();
		await page.goto(
			site.url +
				formatEventPath({ eventId: '1'.repeat(64) as EventId, relayHints: parseRelayUrls(['ws://127.0.0.1:9']) })
		);
		await expect(heading(page)).toHaveText('Cannot be sure: this event was not seen', { timeout: 20_000 });
		await expect(page.getByText(/No answer: .*127\.0\.0\.1:9/)).toBeVisible();
	});
});

test.describe('5. a person', () => {
	test('has a page with name, key, what they announce and how complete that is', async ({ page }) => {
		const dead = publish('carol', 30617, [
			['d', 'gone'],
			['name', 'Gone']
		]);
		publish('carol', 30617, [
			['d', 'here'],
			['name', 'Here it is'],
			['description', 'A thing']
		]);
		// One relay still has what the other one took away.
		site.relays[1]?.publish([dead]);
		publish('carol', 5, [
			['a', `30617:${carol.pubkey}:gone`],
			['e', dead.id]
		]);
		for (const form of [
			`/${npub(carol)}`,
			`/${carol.pubkey.toUpperCase()}`,
			`/p/${npub(carol)}`,
			formatPersonPath(carol.pubkey, parseRelayUrls([site.relays[1]?.url ?? '']))
		]) {
			await page.goto(site.url + form);
			await expect(page.locator('[data-person][data-settled="true"]')).toBeVisible();
			await expect(heading(page)).toHaveText('Carol');
			await expect(page.locator('[data-npub]')).toHaveText(npub(carol));
			await expect(page.locator('[data-announced="gone"]')).toContainText('Deleted by them');
			await expect(page.locator('[data-announced="here"]')).toHaveAttribute('data-deleted', 'false');
			await expect(page.getByText('All 2 relays have answered.')).toBeVisible();
			await expect(page.getByText('it proves nobody’s consent')).toBeVisible();
			await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site.url}/${npub(carol)}`);
		}
		await page.locator('[data-announced="here"]').getByRole('link').click();
		await expectFound(page, 'Here it is');
		await page.goBack();
		await expect(heading(page)).toHaveText('Carol');
	});

	test('whose hex is no key is an event’s id, and one that is may be', async ({ page }) => {
		publish('alice', 30617, [['d', 'tide']]);
		// About half of all ids are no point of the curve.
		let event = publish('bob', 1621, [['a', `30617:${alice.pubkey}:tide`]]);
		for (let tries = 0; tries < 40 && isPoint(event.id); tries++)
			event = publish('bob', 1621, [['a', `30617:${alice.pubkey}:tide`]]);
		await page.goto(`${site.url}/${event.id}`);
		await expectFound(page, 'tide');
		await page.goto(`${site.url}/${carol.pubkey}`);
		await page.getByRole('link', { name: 'Look for it' }).click();
		await expect(heading(page)).toHaveText('This event was not found');
	});
});

function isPoint(hex: string): boolean {
	try {
		return secp256k1.Point.fromHex(`02${hex}`) !== undefined;
	} catch {
		return false;
	}
}

test.describe('1. another forge’s pages', () => {
	test('show the repository, and say what is not shown', async ({ page }) => {
		publish('alice', 30617, [['d', 'tide']]);
		publish('alice', 30617, [['d', 'tide/issues']]);
		for (const [path, words] of [
			[`/${npub(alice)}/tide/issues`, 'its issues are not shown here yet'],
			[`/${npub(alice)}/tide/prs/x`, 'this pull request is not shown here yet'],
			[`/${npub(alice)}/tide/tree/main/src`, 'its code is not shown here yet'],
			[`/${npub(alice)}/tide/-/commits`, 'its commits are not shown here yet'],
			[
				`/r/${nip19.naddrEncode({ kind: 30617, pubkey: alice.pubkey, identifier: 'tide' })}/proposals`,
				'its pull requests are'
			],
			[`/${npub(alice)}/tide/-/nonsense`, 'there is no page nonsense of it here']
		] as const) {
			await page.goto(site.url + path);
			await expectFound(page, 'tide');
			await expect(opened(page, 'section'), path).toContainText(words);
			expect(new URL(page.url()).pathname).toBe(path);
		}
		await page.goto(`${site.url}/${npub(alice)}/tide/issues`);
		await page.getByRole('link', { name: 'Open that one' }).click();
		await expectFound(page, 'tide/issues');
		await expect(opened(page, 'section')).toHaveCount(0);
		await page.goto(`${site.url}/${npub(alice)}/tide/-/people`);
		await expectFound(page, 'tide');
		await expect(opened(page, 'section')).toHaveCount(0);
	});

	test('an identifier of thousands of characters is opened by its path and reloaded', async ({ page }) => {
		const d = '名'.repeat(4_000);
		publish('alice', 30617, [['d', d]]);
		await page.goto(`${site.url}/${npub(alice)}/${encodeURIComponent(d)}`);
		await expectFound(page, d);
		await page.reload();
		await expectFound(page, d);
	});
});

test('5. from the open box the heading of the new page has the focus, and Escape takes its words back', async ({
	page
}) => {
	publish('alice', 30617, [['d', 'tide']]);
	await page.goto(site.url);
	await box(page).fill('nonsense');
	await box(page).press('Enter');
	await expect(page.getByRole('alert').filter({ hasText: 'This is not the address' })).toBeVisible();
	await box(page).press('Escape');
	await expect(page.getByRole('alert').filter({ hasText: 'This is not the address' })).toHaveCount(0);
	await expect(box(page)).toHaveValue('nonsense');
	for (const text of [`${npub(alice)}/tide`, `alice@${domain()}/tide`, npub(carol)]) {
		await page.goto(site.url);
		await box(page).fill(text);
		await box(page).press('Enter');
		await expect(page.locator('[data-finding="found"], [data-person]')).toBeVisible();
		await expect(heading(page)).toBeFocused();
	}
});

test('each page has a title, a description and its own canonical address', async ({ page }) => {
	publish('alice', 30617, [
		['d', 'tide'],
		['name', 'Tide tables'],
		['description', 'When the water comes']
	]);
	const canonical = page.locator('link[rel=canonical]');
	const description = page.locator('meta[name=description]');
	await page.goto(`${site.url}/${npub(alice)}/tide/issues`);
	await expectFound(page, 'Tide tables');
	await expect(page).toHaveTitle('Tide tables · Countersign');
	await expect(description).toHaveAttribute('content', 'When the water comes');
	await expect(canonical).toHaveAttribute('href', `${site.url}/${npub(alice)}/tide`);
	await page.getByRole('link', { name: 'Countersign' }).click();
	await expect(canonical).toHaveAttribute('href', `${site.url}/`);
	await expect(description).toHaveAttribute('content', /Whose a git repository/);
	await page.goto(`${site.url}/nonsense`);
	await expect(page).toHaveTitle('Not an address · Countersign');
	await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
	await expect(canonical).toHaveCount(1);
	await page.goto(`${site.url}/${npub(alice)}`);
	await expect(page).toHaveTitle('Alice · Countersign');
	await expect(description).toHaveAttribute('content', /Alice/);
});

test('the share dialog gives every form of the address, one of them as a code, and gives the focus back', async ({
	page,
	context
}) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	publish('alice', 30617, [['d', 'shared 🚀 thing']]);
	await page.goto(`${site.url}/${npub(alice)}/${encodeURIComponent('shared 🚀 thing')}`);
	await expectFound(page, 'shared 🚀 thing');
	const share = page.getByRole('button', { name: 'Share' });
	await share.focus();
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Share this repository' });
	const link = dialog.locator('[data-share="link to this page"]');
	await expect(link).toContainText(`/${npub(alice)}/`);
	await expect(dialog.locator('[data-share="naddr"]')).toContainText('naddr1');
	await expect(dialog.locator('[data-share="nostr:// address"]')).toContainText(`nostr://${npub(alice)}/`);
	const written = (await link.locator('bdi').textContent()) ?? '';
	await expect(dialog.getByRole('img')).toHaveAccessibleName(`A code that holds the link to this page: ${written}`);
	await link.getByRole('button', { name: 'Copy' }).click();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(written);
	await page.keyboard.press('Escape');
	await expect(dialog).toHaveCount(0);
	await expect(share).toBeFocused();
	await page.goto(written);
	await expectFound(page, 'shared 🚀 thing');
});
