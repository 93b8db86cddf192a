import { formatNpub } from '#lib/core/address.ts';
import type { NostrEvent } from '#lib/core/event.ts';
import type { Page } from '@playwright/test';
import { demoPeople, type PersonName } from '../server/demo/people.ts';
import { signAs, signProfiles } from '../server/demo/sign.ts';
import type { Relay } from '../server/relay.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

/** The cases on the screen: what `tests/core/cases.test.ts` says of the resolver, as a reader sees it. */

let site: Site;
test.beforeAll(async () => {
	site = await startSite({ demo: false, relays: 2 });
	for (const relay of site.relays) relay.publish(signProfiles([]));
});
test.afterAll(() => site.close());

const { alice, bob, carol, dave, eve } = demoPeople;
const at = 1_700_000_000;
const year2100 = Date.UTC(2100, 0, 1) / 1000;
let count = 0;

type Tags = readonly (readonly string[])[];

/** An identifier that no other test of this file uses. */
const fresh = () => `case-${++count}`;

function announce(person: PersonName, d: string, createdAtSeconds: number, tags: Tags): NostrEvent {
	const relays = ['relays', ...site.relays.map(({ url }) => url)];
	return signAs(demoPeople[person], {
		kind: 30617,
		created_at: createdAtSeconds,
		tags: [['d', d], ['name', d], relays, ...tags],
		content: ''
	});
}

const state = (person: PersonName, d: string, createdAtSeconds: number, tags: Tags) =>
	signAs(demoPeople[person], { kind: 30618, created_at: createdAtSeconds, tags: [['d', d], ...tags], content: '' });

/** Whatever a relay makes of it: of two versions some refuse the older one. */
function publish(events: readonly NostrEvent[], relays: readonly Relay[] = site.relays): void {
	for (const relay of relays) relay.publish(events);
}

async function open(page: Page, person: PersonName, d: string): Promise<void> {
	await page.goto(`${site.url}/${formatNpub(demoPeople[person].pubkey)}/${encodeURIComponent(d)}`);
	await expect(page.locator('[data-answer="view"]')).toContainText('have answered');
}

const row = (page: Page, person: PersonName) =>
	page.locator(`[data-standing][data-pubkey="${demoPeople[person].pubkey}"]`);

const leads: Tags = [
	['M', alice.pubkey, '1'],
	['m', bob.pubkey, '1']
];
const answers: Tags = [
	['M', alice.pubkey, '1'],
	['m', bob.pubkey, '1']
];

test('8. of two announcements of one second the one with the lower id is shown, whoever has which, also after a reload', async ({
	page
}) => {
	const d = fresh();
	const versions = ['one', 'two'].map((name) => announce('alice', d, at, [['description', `version ${name}`]]));
	const [lower, higher] = [...versions].sort((a, b) => (a.id < b.id ? -1 : 1)) as [NostrEvent, NostrEvent];
	const words = (event: NostrEvent) => event.tags.find(([name]) => name === 'description')?.[1] ?? '';
	// Each on one relay alone, so that the browser meets both.
	publish([higher], site.relays.slice(0, 1));
	publish([lower], site.relays.slice(1));
	await open(page, 'alice', d);
	await expect(page.locator('main')).toContainText(words(lower));
	await expect(page.locator('main')).not.toContainText(words(higher));
	await page.reload();
	await expect(page.locator('main')).toContainText(words(lower));
});

test.describe('9. what is dated in the future', () => {
	const dated: readonly [string, (d: string) => readonly NostrEvent[]][] = [
		['an announcement', (d) => [announce('alice', d, year2100, leads)]],
		[
			'a role',
			(d) => [
				announce('alice', d, at, [
					['M', alice.pubkey, '1'],
					['m', bob.pubkey, String(year2100)]
				])
			]
		],
		['a state', (d) => [announce('alice', d, at, leads), state('alice', d, year2100, [])]]
	];
	for (const [what, events] of dated)
		test(`${what}: counts, and the date is told`, async ({ page }) => {
			const d = fresh();
			publish([...events(d), announce('bob', d, at, answers)]);
			await open(page, 'alice', d);
			await expect(page.locator('[data-answer="people"]')).toContainText('2 confirmed');
			await expect(page.getByText(/Dated in the future: 1 January 2100/).first()).toBeVisible();
			// A role's start or a membership is never told as a date to come.
			await expect(page.locator('[data-people]')).not.toContainText(/(since|on) 1 January 2100/);
		});
});

test('10. odd times: no exception, never 1970', async ({ page }) => {
	const d = fresh();
	publish([
		announce('alice', d, 0, [
			['M', alice.pubkey, '0'],
			['m', bob.pubkey],
			['m', carol.pubkey, '1000000000000', '1000000000001'],
			['m', dave.pubkey, '5', '0'],
			['m', eve.pubkey, '18446744073709551615']
		]),
		announce('bob', d, at, [
			['M', alice.pubkey],
			['m', bob.pubkey]
		]),
		announce('carol', d, at, [
			['M', alice.pubkey, '0'],
			['m', carol.pubkey, '0', '1000000000000']
		]),
		announce('dave', d, at, [
			['M', alice.pubkey],
			['m', dave.pubkey, '0', '0']
		]),
		state('alice', d, 0, [['refs/heads/main', 'a'.repeat(40)]])
	]);
	await open(page, 'alice', d);
	await expect(page.locator('[data-answer="people"]')).toContainText('2 confirmed');
	await expect(row(page, 'carol')).toContainText(/Left at a time beyond any calendar/);
	await expect(row(page, 'dave')).toContainText(/Left at an unknown time/);
	await expect(page.locator('[data-state-by]')).toContainText('at an unknown time');
	await expect(page.locator('body')).not.toContainText(/1970|NaN|Invalid/);
});

test('11. deleted, announced anew, and a deletion that comes from somebody else', async ({ page }) => {
	const d = fresh();
	const [first, bobs] = [announce('alice', d, at, leads), announce('bob', d, at, answers)];
	const remove = (person: PersonName, createdAtSeconds: number) =>
		signAs(demoPeople[person], {
			kind: 5,
			created_at: createdAtSeconds,
			tags: [['a', `30617:${alice.pubkey}:${d}`]],
			content: ''
		});
	publish([first, bobs, remove('bob', at + 10), remove('alice', at - 10)]);
	await open(page, 'alice', d);
	await expect(page.locator('[data-answer="people"]')).toContainText('2 confirmed');
	await expect(page.locator('[data-banner]')).toHaveCount(0);
	publish([remove('alice', at + 20)]);
	await expect(page.locator('[data-banner="deleted"]')).toContainText('Deleted by Alice');
	await expect(page.locator('[data-answer="people"]')).toContainText('Nobody confirmed');
	publish([announce('alice', d, at + 30, leads)]);
	await expect(page.locator('[data-answer="people"]')).toContainText('2 confirmed');
	await expect(page.locator('[data-banner="deleted"]')).toHaveCount(0);
});

test('36. characters that turn or hide text are written out wherever a machine reads the text', async ({ page }) => {
	const d = `pay\u202Eyap\u2066-${fresh()}`;
	publish([
		announce('alice', d, at, [
			['clone', `https://git.example/\u202Exyz.git`],
			['description', 'left \u202E right']
		]),
		state('alice', d, at, [
			['HEAD', 'ref: refs/heads/ma\u200Bin\u202E'],
			['refs/heads/ma\u200Bin\u202E', 'a'.repeat(40)],
			['refs/heads/a..\u2067b', 'a'.repeat(40)]
		])
	]);
	await open(page, 'alice', d);
	const main = page.locator('main');
	await expect(main).toContainText('pay⟨U+202E⟩yap⟨U+2066⟩');
	await expect(main).toContainText('ma⟨U+200B⟩in⟨U+202E⟩');
	await expect(main).toContainText('a..⟨U+2067⟩b');
	await expect(main).toContainText('https://git.example/⟨U+202E⟩xyz.git');
	await expect(main).toContainText('left right');
	// Nothing on the page turns: not in a title either.
	expect(await page.locator('body').innerText()).not.toMatch(/[\u202A-\u202E\u2066\u2067]/);
	expect(await page.title()).not.toMatch(/[\u202A-\u202E\u2066\u2067]/);
});

test('37. a stranger who names respected keys is nowhere on their page, and gets them into nothing on hers', async ({
	page
}) => {
	const d = fresh();
	publish([
		announce('alice', d, at, leads),
		announce('bob', d, at, answers),
		announce('eve', d, at + 100, [
			['M', eve.pubkey, '1'],
			['m', alice.pubkey, '1'],
			['m', bob.pubkey, '1', 'defer'],
			['o', carol.pubkey, '1'],
			['maintainers', eve.pubkey, alice.pubkey]
		])
	]);
	await open(page, 'alice', d);
	await expect(page.locator('[data-answer="people"]')).toContainText('2 confirmed');
	await expect(row(page, 'eve')).toHaveCount(0);
	await open(page, 'eve', d);
	await expect(page.locator('[data-answer="people"]')).toContainText('1 confirmed');
	await expect(row(page, 'alice')).toHaveAttribute('data-standing', 'invited');
	await expect(page.locator('[data-people="maintainers"]')).not.toContainText('Alice');
});

test('38. a ring of invitees: nobody gets in', async ({ page }) => {
	const d = fresh();
	publish([
		announce('alice', d, at, [...leads, ['m', carol.pubkey, '5']]),
		announce('bob', d, at, answers),
		announce('carol', d, at, [
			['m', carol.pubkey, '5'],
			['m', dave.pubkey, '5']
		]),
		announce('dave', d, at, [
			['m', dave.pubkey, '5'],
			['m', carol.pubkey, '5']
		])
	]);
	await open(page, 'alice', d);
	await expect(page.locator('[data-answer="people"]')).toContainText('2 confirmed · 1 invited');
	await expect(row(page, 'carol')).toContainText('Invited – has not accepted');
	await expect(row(page, 'dave')).toHaveCount(0);
});

test('39. two who point at each other: conflict, nobody confirmed, the page stays readable and says the way', async ({
	page
}) => {
	const d = fresh();
	const pointing = (person: PersonName, to: PersonName) =>
		announce(person, d, at, [
			['M', demoPeople[to].pubkey],
			['m', demoPeople[person].pubkey]
		]);
	publish([pointing('alice', 'bob'), pointing('bob', 'alice')]);
	await open(page, 'alice', d);
	await expect(page.locator('[data-banner="conflict"]')).toContainText('The pointers go in a circle');
	await expect(page.locator('[data-banner="conflict"]')).toContainText('Alice → Bob → Alice');
	await expect(page.locator('[data-answer="people"]')).toContainText('Nobody confirmed');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(d);
});

test('40. older lists: B is invited and C, whom only B lists, is nobody', async ({ page }) => {
	const d = fresh();
	publish([
		announce('alice', d, at, [['maintainers', bob.pubkey]]),
		announce('bob', d, at, [['maintainers', carol.pubkey]]),
		announce('carol', d, at, [['maintainers', alice.pubkey]])
	]);
	await open(page, 'alice', d);
	await expect(row(page, 'bob')).toHaveAttribute('data-standing', 'invited');
	await expect(row(page, 'carol')).toHaveCount(0);
	await expect(page.locator('[data-answer="people"]')).toContainText('1 confirmed · 1 invited');
});

test('41. somebody removed who kept their acceptance: named again, they are confirmed at once', async ({ page }) => {
	const d = fresh();
	publish([
		announce('alice', d, at, [
			['M', alice.pubkey, '1'],
			['m', bob.pubkey, '1', '50']
		]),
		announce('bob', d, at, answers)
	]);
	await open(page, 'alice', d);
	await expect(row(page, 'bob')).toContainText('has not acknowledged');
	publish([
		announce('alice', d, at + 10, [
			['M', alice.pubkey, '1'],
			['m', bob.pubkey, '1', '50', '60']
		])
	]);
	await expect(row(page, 'bob')).toHaveAttribute('data-standing', 'maintainer');
});

test('43. a newer state by an invitee, a moderator, somebody who left or a stranger is not the one shown', async ({
	page
}) => {
	const d = fresh();
	const newer: readonly PersonName[] = ['bob', 'carol', 'dave', 'eve'];
	publish([
		announce('alice', d, at, [
			['M', alice.pubkey, '1'],
			['m', bob.pubkey, '1'],
			['m', carol.pubkey, '1', '50'],
			['o', dave.pubkey, '1']
		]),
		announce('carol', d, at, [
			['M', alice.pubkey, '1', '50'],
			['m', carol.pubkey, '1', '50']
		]),
		announce('dave', d, at, [
			['M', alice.pubkey, '1'],
			['o', dave.pubkey, '1']
		]),
		state('alice', d, at, [['refs/heads/main', 'a'.repeat(40)]]),
		...newer.map((person, index) => state(person, d, at + 100 + index, [['refs/heads/evil', 'b'.repeat(40)]]))
	]);
	await open(page, 'alice', d);
	await expect(row(page, 'dave')).toHaveAttribute('data-standing', /^moderator/);
	await expect(page.locator('[data-state-by]')).toHaveAttribute('data-state-by', alice.pubkey);
	await expect(page.locator('main')).not.toContainText('evil');
});

test('17. somebody listed who has no announcement at all: the page renders, they are invited', async ({ page }) => {
	const d = fresh();
	publish([
		announce('alice', d, at, [
			['M', alice.pubkey, '1'],
			['m', bob.pubkey, '1'],
			['o', dave.pubkey, '1'],
			['maintainers', alice.pubkey, bob.pubkey]
		])
	]);
	await open(page, 'alice', d);
	await expect(row(page, 'bob')).toContainText('Invited – has not accepted');
	await expect(row(page, 'dave')).toContainText('Invited as moderator – has not accepted');
	// From the address of somebody without one nothing is made up.
	await page.goto(`${site.url}/${formatNpub(bob.pubkey)}/${d}`);
	await expect(page.locator('[data-finding="not-found"]')).toBeVisible();
});

test('17. in an older list, as lead, and beside others who answered', async ({ page }) => {
	const list = fresh();
	publish([announce('alice', list, at, [['maintainers', bob.pubkey, carol.pubkey]])]);
	await open(page, 'alice', list);
	await expect(row(page, 'bob')).toHaveAttribute('data-standing', 'invited');
	await expect(page.locator('[data-answer="people"]')).toContainText('1 confirmed · 2 invited');
	const pointer = fresh();
	publish([
		announce('alice', pointer, at, [
			['M', bob.pubkey, '1'],
			['m', alice.pubkey, '1']
		])
	]);
	await open(page, 'alice', pointer);
	await expect(page.locator('[data-answer="lead"]')).toContainText('announcement has not been found');
});

test('12. another tool wrote an announcement over and dropped its roles: told as what happened, to the reader and to its author', async ({
	page
}) => {
	const d = fresh();
	const rewritten = announce('alice', d, at + 1_000, [['maintainers', alice.pubkey, bob.pubkey]]);
	// Each version on one relay alone: one of them missed the newer.
	publish([announce('alice', d, at, [...leads, ['x-policy', 'two reviews']])], site.relays.slice(0, 1));
	publish([rewritten, announce('bob', d, at, answers)], site.relays.slice(1));
	await open(page, 'alice', d);
	const banner = page.locator('[data-banner="dropped-roles"]');
	await expect(banner).toContainText('Alice’s announcement lost role records');
	await expect(banner).toContainText('themselves as lead, Bob as maintainer');
	await expect(banner).toContainText('Remembered by Bob');
	await expect(banner).toContainText('x-policy');
	// Today's roster follows the newer one all the same.
	await expect(page.locator('[data-answer="lead"]')).toContainText('No lead');
	await page.getByRole('region', { name: 'Your role here' }).getByRole('textbox').fill(formatNpub(alice.pubkey));
	await page.keyboard.press('Enter');
	await expect(page.locator('[data-banner="restore-roles"]')).toContainText(
		'your newest announcement lost role records'
	);
});
