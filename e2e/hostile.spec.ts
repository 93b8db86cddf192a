import { formatNpub } from '#lib/core/address.ts';
import { demoPeople, type DemoPerson } from '../server/demo/people.ts';
import { signAs } from '../server/demo/sign.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

/** What strangers sign is text and nothing else. The guard of every test fails on whatever it would load or run. */

let site: Site;
test.beforeAll(async () => {
	site = await startSite({ demo: false });
});
test.afterAll(() => site.close());

const { alice, bob, carol } = demoPeople;
const created_at = 1_700_000_000;
const markup = '<img src="https://tracker.example/x.png" onerror="alert(1)"><script>alert(1)</script>';
const rightToLeft = '\u202egnorw\u202c';

const profile = (person: DemoPerson, content: object, atSeconds = created_at) =>
	signAs(person, { kind: 0, created_at: atSeconds, tags: [], content: JSON.stringify(content) });

const announcement = (person: DemoPerson, identifier: string, ...tags: string[][]) =>
	signAs(person, { kind: 30617, created_at, tags: [['d', identifier], ...tags], content: '' });

test('7. markup, scripts and pictures in names and fields are shown as text', async ({ page }) => {
	site.relays[0].publish([
		profile(alice, { name: markup.slice(0, 30), picture: 'https://tracker.example/face.png', about: markup }),
		announcement(
			alice,
			'markup',
			['name', markup],
			['description', markup],
			['t', markup],
			['web', 'https://safe.example/', 'javascript:alert(1)', ' jAvAsCrIpT:alert(1)', 'data:text/html,x', markup],
			[
				'clone',
				'ext::sh -c "touch x"',
				'--upload-pack=x',
				'https://user:password@git.example/x',
				'https://git.example/`id`'
			],
			['relays', site.relays[0].url]
		)
	]);
	await page.goto(`${site.url}/${formatNpub(alice.pubkey)}/markup`);
	await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src="https://tracker.example/x.png"');
	await expect(page.locator('[data-answer="view"]')).toContainText('has answered');
	await expect(page.locator('main img, main script, main iframe, main object')).toHaveCount(0);
	const hrefs = await page
		.locator('main a')
		.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).protocol));
	expect(hrefs.filter((protocol) => protocol !== 'http:' && protocol !== 'https:')).toEqual([]);
	await expect(page.getByRole('link', { name: /safe\.example/ })).toHaveAttribute('rel', /noopener/);

	await page.getByRole('button', { name: 'and 2 more' }).click();
	await expect(page.locator('[data-clone="refused"]')).toHaveCount(3);
	await expect(page.locator('[data-clone="refused"] button')).toHaveCount(0);
	const commands = await page.locator('[data-clone] code').allTextContents();
	expect(commands.join('\n')).toContain("git clone 'https://git.example/`id`'");
});

test('35. a name cannot turn the text around it, cannot be endless, and cannot pass for a role or for somebody else', async ({
	page
}) => {
	site.relays[0].publish([
		profile(alice, { name: 'Alice' }),
		profile(bob, { name: `${rightToLeft}\u202e ✓ Lead maintainer ${'x'.repeat(500)}` }),
		profile(carol, { name: 'ＡＬＩＣＥ\u200b' }),
		announcement(
			alice,
			'names',
			['M', alice.pubkey],
			['m', bob.pubkey, String(created_at)],
			['m', carol.pubkey, String(created_at)],
			['maintainers', alice.pubkey, bob.pubkey, carol.pubkey],
			['relays', site.relays[0].url]
		)
	]);
	await page.goto(`${site.url}/${formatNpub(alice.pubkey)}/names`);
	const row = (person: DemoPerson) => page.locator(`[data-standing][data-pubkey="${person.pubkey}"]`);
	await expect(row(bob)).toContainText('Lead maintainer');
	await expect(row(bob)).toHaveAttribute('data-standing', 'invited');
	const name = row(bob).locator('bdi').first();
	const text = (await name.textContent()) ?? '';
	expect([...text].length).toBeLessThanOrEqual(41);
	expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
	await expect(row(bob)).toContainText('Invited – has not accepted');
	for (const person of [alice, carol]) await expect(row(person)).toContainText('the same name');
});

test('35. names of nothing, of marks, and of our own words: the key stands for nothing, chips are ours', async ({
	page
}) => {
	const { dave, eve } = demoPeople;
	const later = created_at + 60;
	site.relays[0].publish([
		profile(bob, { name: '✓ Lead maintainer' }, later),
		profile(carol, { name: '\u200b\u2060\ufeff\u2800' }, later),
		profile(dave, { name: `D${'\u0316'.repeat(300)}ave` }),
		profile(eve, { name: 'שלום \u2067Lead' }),
		announcement(
			alice,
			'more-names',
			['M', alice.pubkey],
			...[bob, carol, dave, eve].map(({ pubkey }) => ['m', pubkey, String(created_at)]),
			['maintainers', ...[alice, bob, carol, dave, eve].map(({ pubkey }) => pubkey)],
			['relays', site.relays[0].url]
		)
	]);
	await page.goto(`${site.url}/${formatNpub(alice.pubkey)}/more-names`);
	const row = (person: DemoPerson) => page.locator(`[data-standing][data-pubkey="${person.pubkey}"]`);
	await expect(row(carol)).toContainText('No name');
	await expect(row(carol)).toContainText(formatNpub(carol.pubkey).slice(0, 8));
	await expect(row(bob).locator('bdi').first()).toHaveText('✓ Lead maintainer');
	await expect(row(dave).locator('bdi').first()).toHaveText(/^D\u0316{1,3}(ave)?$/u);
	await expect(row(eve).locator('bdi').first()).toHaveText('שלום Lead');
	for (const person of [bob, carol, dave, eve]) {
		await expect(row(person)).toHaveAttribute('data-standing', 'invited');
		await expect(row(person)).toContainText('Invited – has not accepted');
	}
	const heights = await page
		.locator('[data-people="invited"] li')
		.evaluateAll((all) => all.map((li) => li.clientHeight));
	expect(Math.max(...heights), 'marks make no row taller').toBeLessThan(70);
});

test('4. ten thousand tags and a crowd of strangers leave the page usable', async ({ page }) => {
	const stranger = (index: number) => index.toString(16).padStart(64, '0');
	const roles = Array.from({ length: 3_000 }, (_, index) => ['m', stranger(index + 1), String(created_at)]);
	const junk = Array.from({ length: 7_000 }, (_, index) => ['x', `${index}`]);
	const [verdict] = site.relays[0].publish([
		announcement(alice, 'crowd', ['M', alice.pubkey], ...roles, ...junk, ['relays', site.relays[0].url])
	]);
	expect(verdict?.accepted, verdict?.message).toBe(true);
	await page.goto(`${site.url}/${formatNpub(alice.pubkey)}/crowd`);
	await expect(page.locator('[data-answer="people"]')).toContainText(/3.000 invited/);
	const more = page.getByRole('button', { name: /^and .* more$/ }).first();
	await more.focus();
	await expect(more).toBeFocused();
	await page.getByRole('link', { name: 'Countersign' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toContainText('whose a git repository');
});
