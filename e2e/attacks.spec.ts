import { chromium } from '@playwright/test';
import { formatNpub } from '#lib/core/address.ts';
import { isPubkey, type Pubkey } from '#lib/core/ids.ts';
import { demoPeople, type DemoPerson } from '../server/demo/people.ts';
import { signAs } from '../server/demo/sign.ts';
import { startRelay, type Relay } from '../server/relay.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

/** What somebody signs who wants more than a place in a list; what relays do to us is in faults. */

let site: Site;
test.beforeAll(async () => {
	site = await startSite({ demo: false });
});
test.afterAll(() => site.close());

const { alice, bob, carol } = demoPeople;
const created_at = 1_700_000_000;

const announcement = (person: DemoPerson, identifier: string, ...tags: string[][]) =>
	signAs(person, { kind: 30617, created_at, tags: [['d', identifier], ...tags], content: '' });

function publish(relay: Relay, ...events: ReturnType<typeof announcement>[]): void {
	for (const { accepted, message } of relay.publish(events)) expect(accepted, message).toBe(true);
}

const stranger = (index: number) => index.toString(16).padStart(64, '0');

test('a key in capitals, as npub, too short or too long is nobody: reported, never counted', async ({ page }) => {
	const upper = bob.pubkey.toUpperCase();
	publish(
		site.relays[0],
		announcement(
			alice,
			'capitals',
			['M', alice.pubkey],
			['m', upper, '1'],
			['m', formatNpub(bob.pubkey), '1'],
			['m', bob.pubkey.slice(1), '1'],
			['m', `${bob.pubkey}0`, '1'],
			['o', upper, '1'],
			['maintainers', alice.pubkey],
			['relays', site.relays[0].url]
		),
		announcement(
			bob,
			'capitals',
			['M', alice.pubkey],
			['m', bob.pubkey, '1'],
			['maintainers', alice.pubkey, bob.pubkey]
		)
	);
	await page.goto(`${site.url}/${formatNpub(alice.pubkey)}/capitals`);
	await expect(page.locator('[data-answer="view"]')).toContainText('has answered');
	await expect(page.locator('[data-answer="people"]')).toContainText('1 confirmed');
	await expect(page.locator('[data-standing]')).toHaveCount(1);
	expect(await page.locator('[data-health-kind="malformed-role-record"]').count()).toBeGreaterThan(0);
});

test('ten thousand people are named: all are counted, two thousand asked about, and who named the others is told', async ({
	page
}) => {
	const relay = site.relays[0].url;
	const crowdOf = (from: number, to: number) =>
		Array.from({ length: to - from }, (_, index) => ['m', stranger(from + index + 1), '1']);
	const members = [alice, bob, carol].map(({ pubkey }) => pubkey);
	const roles = (self: DemoPerson) => [
		['M', alice.pubkey, '1'],
		...members.filter((pubkey) => pubkey !== alice.pubkey).map((pubkey) => ['m', pubkey, '1']),
		['relays', relay],
		['name', self.name]
	];
	publish(
		site.relays[0],
		announcement(alice, 'ten-thousand', ...roles(alice), ...crowdOf(0, 3_400)),
		announcement(bob, 'ten-thousand', ...roles(bob), ...crowdOf(3_400, 6_700)),
		announcement(carol, 'ten-thousand', ...roles(carol), ...crowdOf(6_700, 10_000))
	);
	await page.goto(`${site.url}/${formatNpub(alice.pubkey)}/ten-thousand`);
	await expect(page.locator('[data-answer="people"]')).toContainText(/3 confirmed · 10.000 invited/, {
		timeout: 20_000
	});
	await expect(page.locator('[data-omitted-people]')).toBeVisible();
	await expect(page.getByText(/not asked/i).first()).toBeVisible();
	// The page still answers: the box takes a text and the way home opens.
	await page.keyboard.press('/');
	await page.keyboard.type('still here');
	await expect(page.getByRole('combobox').or(page.getByRole('textbox')).first()).toHaveValue('still here');
	await page.getByRole('link', { name: 'Countersign' }).first().click();
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('two keys that are shortened to the same text stand there whole', async ({ page }) => {
	// Found by trying: the same 15 bits in front, the same checksum at the end.
	const [one, other] = keyTwins();
	publish(
		site.relays[0],
		announcement(
			alice,
			'twins',
			['M', alice.pubkey],
			['m', one, '1'],
			['m', other, '1'],
			['relays', site.relays[0].url]
		)
	);
	await page.setViewportSize({ width: 320, height: 800 });
	await page.goto(`${site.url}/${formatNpub(alice.pubkey)}/twins`);
	for (const pubkey of [one, other])
		await expect(page.locator(`[data-standing][data-pubkey="${pubkey}"]`)).toContainText(formatNpub(pubkey));
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('addresses of this machine and of the network around it are not contacted by a page from elsewhere', async ({
	launchOptions,
	watch
}) => {
	const victim = await startRelay();
	try {
		const { port } = new URL(victim.url);
		const inside = [
			victim.url,
			`ws://localhost:${port}`,
			`ws://[::1]:${port}`,
			`ws://0.0.0.0:${port}`,
			`ws://2130706433:${port}`,
			`ws://[::ffff:7f00:1]:${port}`,
			`wss://127.0.0.1:${port}`,
			'wss://192.168.0.7',
			'wss://10.1.2.3',
			'wss://172.16.0.1',
			'wss://169.254.169.254',
			'wss://[fe80::1]',
			'wss://[fd00::1]',
			'wss://printer.local',
			'wss://router.localhost'
		];
		const [index] = site.relays;
		publish(
			index,
			announcement(
				alice,
				'inside',
				['M', alice.pubkey],
				['relays', ...inside.slice(0, 8)],
				['clone', `http://127.0.0.1:${port}/x.git`, 'http://192.168.0.7/x.git'],
				['web', `http://127.0.0.1:${port}/`]
			),
			announcement(bob, 'inside', ['M', bob.pubkey], ['relays', ...inside.slice(8)])
		);
		// The same server under the name of a machine elsewhere.
		const args = (launchOptions.args ?? []).map((arg) =>
			arg.startsWith('--proxy-bypass-list=') ? `${arg};countersign.example` : arg
		);
		const origin = site.url.replace('127.0.0.1', 'countersign.example');
		const asElsewhere = [
			'--host-resolver-rules=MAP countersign.example 127.0.0.1',
			`--unsafely-treat-insecure-origin-as-secure=${origin}`
		];
		const browser = await chromium.launch({ ...launchOptions, args: [...args, ...asElsewhere] });
		try {
			const context = await browser.newContext();
			await watch(context);
			const page = await context.newPage();
			for (const [person, count] of [
				// One of Alice's is another spelling of the first; with Bob's comes the one in the link.
				[alice, 7],
				[bob, inside.length - 8 + 1]
			] as const) {
				// A hint in a link is no person's wish either.
				await page.goto(`${origin}/${formatNpub(person.pubkey)}/127.0.0.1%3A${port}/inside`);
				await expect(page.locator('[data-finding="found"]')).toBeVisible();
				await expect(page.locator(`[data-relay="${index.url}"]`)).toHaveAttribute('data-outcome', 'answered');
				const more = page.getByRole('region', { name: 'Relays' }).getByRole('button', { name: /^and \d+ more$/ });
				if (await more.count()) await more.first().click();
				const refused = page.locator('[data-relay][data-outcome="not-asked"]');
				await expect(refused).toHaveCount(count);
				await expect(refused.first()).toContainText('an address inside your own network');
			}
			expect(victim.received).toEqual({ EVENT: 0, REQ: 0, CLOSE: 0 });
			expect(victim.connectionCount).toBe(0);
		} finally {
			await browser.close();
		}
	} finally {
		await victim.close();
	}
});

/** Two keys whose npubs begin and end alike: of 20 bits of checksum about a thousand tries hold a pair. */
function keyTwins(): [Pubkey, Pubkey] {
	const seen = new Map<string, Pubkey>();
	for (let index = 1; ; index++) {
		const pubkey = `0000${index.toString(16).padStart(60, '0')}`;
		if (!isPubkey(pubkey)) throw new Error(`${pubkey} is no key`);
		const end = formatNpub(pubkey).slice(-4);
		const twin = seen.get(end);
		if (twin) return [twin, pubkey];
		seen.set(end, pubkey);
	}
}
