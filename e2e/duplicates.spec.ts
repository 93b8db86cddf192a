import { formatNpub } from '#lib/core/address.ts';
import { demoPeople } from '../server/demo/people.ts';
import { signAs } from '../server/demo/sign.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

/** Whatever a stranger signs twice, every list is drawn and the page stays live. */

let site: Site;
test.beforeAll(async () => {
	site = await startSite({ demo: false });
});
test.afterAll(() => site.close());

const { alice, bob } = demoPeople;
const firstAt = 1_700_000_000;
const oid = 'a'.repeat(40);

/** Every tag twice, and every value twice within its tag. */
function announce(name: string, created_at: number, lists: readonly string[][]) {
	const relay = site.relays[0].url;
	const once = [['d', 'twice'], ['name', name], ...lists, ['relays', relay, relay, `${relay}/`]];
	return signAs(alice, { kind: 30617, created_at, tags: [...once, ...once], content: '' });
}

const lists = [
	['t', 'git', 'git'],
	['t', '\u202e'],
	['t', 'git\u200b'],
	['web', 'https://a', 'https://a/', 'HTTPS://A', 'a', ' a ', '\u202e'],
	['clone', 'https://git.example/x', 'https://git.example/x', '-x', '-x'],
	['maintainers', alice.pubkey, alice.pubkey]
];
const roles = [
	['M', alice.pubkey],
	['m', bob.pubkey, String(firstAt)],
	['m', bob.pubkey, String(firstAt)],
	['m', 'nobody'],
	['m', 'nobody']
];

for (const [title, tags] of [
	['lists', lists],
	['lists and roles', [...lists, ...roles]]
] as const)
	test(`${title} that repeat themselves are drawn, and a change that comes later is shown`, async ({ page }) => {
		const at = firstAt + (tags === lists ? 0 : 1_000);
		const refs = [
			['refs/heads/main', oid],
			['refs/heads/main', oid],
			['refs/heads/a..b', oid],
			['refs/heads/a..b', oid]
		];
		const verdicts = site.relays[0].publish([
			announce(`First ${title}`, at, tags),
			signAs(alice, {
				kind: 30618,
				created_at: at,
				tags: [['d', 'twice'], ['HEAD', 'ref: refs/heads/main'], ...refs],
				content: ''
			})
		]);
		for (const { accepted, message } of verdicts) expect(accepted, message).toBe(true);

		await page.goto(`${site.url}/${formatNpub(alice.pubkey)}/twice`);
		const heading = page.getByRole('heading', { level: 1 });
		await expect(heading).toHaveText(`First ${title}`);
		await expect(page.locator('[data-answer="view"]')).toContainText('has answered');
		const part = (name: string) => page.getByRole('region', { name });
		await expect(part('Topics').getByRole('listitem')).toHaveText(['git']);
		await expect(part('Links').getByRole('link')).toHaveCount(1);
		await expect(part('Links').getByRole('listitem')).toHaveCount(2);
		await expect(part('Clone').getByRole('listitem').first()).toBeVisible();

		const links = ['web', 'https://b', 'https://b/'];
		site.relays[0].publish([announce(`Then ${title}`, at + 60, [...tags, links])]);
		await expect(heading).toHaveText(`Then ${title}`);
		await expect(page.locator('[data-failed-part]')).toHaveCount(0);
	});
