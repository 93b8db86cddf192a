import type { Page } from '@playwright/test';
import { formatPath } from '#lib/core/address.ts';
import { parseRelayUrls } from '#lib/core/relay-url.ts';
import { demoPeople } from '../server/demo/people.ts';
import { signAs } from '../server/demo/sign.ts';
import { startRelay } from '../server/relay.ts';
import { startSite } from './support/site.ts';
import { expect, test } from './support/test.ts';

const frame = (page: Page) => page.locator('[data-finding="not-found"]');

const { alice } = demoPeople;
const announcement = signAs(alice, {
	kind: 30617,
	created_at: 1_700_000_000,
	tags: [
		['d', 'hidden'],
		['name', 'Hidden repository']
	],
	content: ''
});

test('not found: the page lists the relays that were asked, and one more that is named finds it', async ({ page }) => {
	const site = await startSite({ relays: 5, demo: false, indexed: 4 });
	const elsewhere = await startRelay();
	elsewhere.publish([announcement]);
	const hint = site.relays[4];
	const path = formatPath({
		pubkey: alice.pubkey,
		identifier: 'hidden',
		relayHints: parseRelayUrls([hint?.url ?? ''])
	});

	await page.goto(site.url + path);
	await expect(frame(page)).toContainText('Not found: asked these five relays.');
	for (const { url } of site.relays)
		await expect(page.locator(`[data-relay="${url}"]`)).toHaveAttribute('data-outcome', 'answered');

	const box = page.getByRole('textbox', { name: 'Ask one more relay' });
	await box.fill('https://no.relay.example');
	await page.getByRole('button', { name: 'Ask it' }).click();
	await expect(box).toHaveAttribute('aria-invalid', 'true');

	await box.fill(elsewhere.url);
	await page.getByRole('button', { name: 'Ask it' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hidden repository');
	await expect(page.locator(`[data-relay="${elsewhere.url}"]`)).toHaveAttribute('data-outcome', 'answered');
	await Promise.all([site.close(), elsewhere.close()]);
});

test('not found, then published: the page finds it without being asked again', async ({ page }) => {
	const site = await startSite({ relays: 1, demo: false });
	await page.goto(site.url + formatPath({ pubkey: alice.pubkey, identifier: 'hidden', relayHints: [] }));
	await expect(frame(page)).toContainText('Not found: asked this one relay.');
	site.relays[0].publish([announcement]);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hidden repository', { timeout: 2_000 });
	await site.close();
});
