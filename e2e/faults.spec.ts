import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expectedDemoView, signDemoStory } from '../server/demo.ts';
import { demoPeople, type PersonName } from '../server/demo/people.ts';
import { signAs } from '../server/demo/sign.ts';
import type { RelayFault } from '../server/relay/faults.ts';
import { contentOf, readPage } from './support/read-page.ts';
import { openSites } from './support/open-sites.ts';
import { startSite, type Site, type SiteOptions } from './support/site.ts';
import { expect, test as base } from './support/test.ts';

/** What the page says of each way a relay can fail, while two others that hold the same give the right view. */

interface Shared {
	/** Three relays that hold the demo, for all tests of a process that leave nothing in them. */
	shared: Site;
}

const test = base.extend<{ open: (options?: SiteOptions) => Promise<Site>; site: Site }, Shared>({
	shared: [
		// eslint-disable-next-line no-empty-pattern -- it needs no other fixture
		async ({}, use) => {
			const site = await startSite({ relays: 3 });
			await use(site);
			await site.close();
		},
		{ scope: 'worker' }
	],
	site: async ({ shared }, use) => {
		await use(shared);
		for (const each of shared.relays) each.setFault(undefined);
	},
	// eslint-disable-next-line no-empty-pattern -- it needs no other fixture
	open: ({}, use) => openSites((open) => use((options = { relays: 3 }) => open(options)))
});

const view = (page: Page) => page.locator('[data-answer="view"]');
const relay = (page: Page, site: Site, at: number) => page.locator(`[data-relay="${site.relays[at]?.url}"]`);

async function expectRightView(page: Page, site: Site, name = 'pair', person: PersonName = 'alice'): Promise<void> {
	const events = signDemoStory(name, { relays: site.relays.map(({ url }) => url) }).values();
	const expected = contentOf(expectedDemoView(name, person), events);
	await expect(async () => expect(await readPage(page)).toEqual(expected)).toPass({ timeout: 20_000 });
}

/** Opens a demo page with a fault on the second of three relays. */
async function openWith(page: Page, site: Site, fault: RelayFault): Promise<void> {
	site.relays[1]?.setFault(fault);
	await page.goto(site.url + site.pathOf('pair', 'alice'));
}

/** No answer that counts: the sentence for the relay, and the other two decide. */
const failing: readonly (readonly [name: string, fault: RelayFault, says: readonly (string | RegExp)[]])[] = [
	[
		'refused: error',
		{ kind: 'refuse-requests', message: 'error: the disk is full' },
		['Refused the question', 'It says: error: the disk is full']
	],
	[
		'refused: restricted',
		{ kind: 'refuse-requests', message: 'restricted: members only' },
		['Does not let you read there', 'It says: restricted: members only']
	],
	[
		'wants a sign-in, which is never given',
		{ kind: 'auth-required' },
		['Wants a sign-in first', 'It says: auth-required: members only']
	],
	[
		'every signature false',
		{ kind: 'bad-signature' },
		['Its answer does not count', /\d+ records? dropped: \d+ with a false signature/]
	],
	['every id wrong', { kind: 'wrong-id' }, ['Its answer does not count', /\d+ records? dropped: \d+ under a wrong id/]],
	[
		'events that match no filter',
		{ kind: 'unasked' },
		['Its answer does not count', /\d+ records? dropped: \d+ not asked for/]
	],
	['the end first and the events after it', { kind: 'early-eose' }, ['Said it had sent everything, then sent more']],
	['breaks off half-way', { kind: 'drop-midway', afterEvents: 1 }, ['Cannot be reached', /1 record/]],
	['a frame of more than a megabyte', { kind: 'oversize' }, ['Cut off: it sent a message of more than 1 MB']],
	['bytes instead of texts', { kind: 'junk', form: 'bytes' }, ['Cut off: it sent messages that cannot be read']],
	['a storm of notices', { kind: 'notices', count: 3_000 }, ['Cut off: it sent too much']]
];

for (const [name, fault, says] of failing)
	test(`14. one of three relays, ${name}: said, not counted, and the view is right`, async ({ page, site }) => {
		await openWith(page, site, fault);
		for (const words of says) await expect(relay(page, site, 1)).toContainText(words);
		await expect(relay(page, site, 1)).toHaveAttribute('data-outcome', 'failed');
		for (const at of [0, 2]) await expect(relay(page, site, at)).toHaveAttribute('data-outcome', 'answered');
		await expect(view(page)).toContainText('Cannot be sure: 1 relay did not answer');
		await expectRightView(page, site);
	});

test('14. relays that refuse in any words: each sentence is theirs, cut to what can be read', async ({
	page,
	open
}) => {
	const refusals: readonly (readonly [message: string, ...says: (string | RegExp)[]])[] = [
		['', 'Refused the question'],
		['blocked: you are banned', 'Does not let you read there', 'It says: blocked: you are banned'],
		['invalid: too many filters', 'Refused the question', 'It says: invalid: too many filters'],
		['\u202Ekcab\u0000 🦊\u{E0041}', 'Refused the question', /It says: kcab 🦊(?![\u{E0041}])/u],
		[`error: ${'x'.repeat(10_000)}`, 'Refused the question', /It says: error: x{150,250}…/],
		['<img src=x onerror=alert(1)>', 'Refused the question', 'It says: <img src=x onerror=alert(1)>']
	];
	const site = await open({ relays: refusals.length + 1 });
	refusals.forEach(([message], at) => site.relays[at + 1]?.setFault({ kind: 'refuse-requests', message }));
	await page.goto(site.url + site.pathOf('pair', 'alice'));
	for (const [at, [message, ...says]] of refusals.entries()) {
		for (const words of says) await expect(relay(page, site, at + 1)).toContainText(words);
		if (message === '') await expect(relay(page, site, at + 1)).not.toContainText('It says');
	}
	await expect(view(page)).toContainText(`Cannot be sure: ${refusals.length} relays did not answer`);
	await expectRightView(page, site);
	expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

/** A good answer with something wrong about it: counted, and said. */
const sound: readonly (readonly [name: string, fault: RelayFault, says: readonly (string | RegExp)[]])[] = [
	[
		'a forged copy before each genuine event',
		{ kind: 'forged-first' },
		[/Answered · \d+ records · \d+ records dropped: \d+ under a wrong id/]
	],
	['texts that are no frames', { kind: 'junk', form: 'text' }, [/Answered · .* · \d+ messages that cannot be read/]],
	['a few notices', { kind: 'notices', count: 3 }, ['Answered', 'It says: This relay moves house on Sunday']],
	[
		'it refuses events, which nobody sends',
		{ kind: 'refuse-events', message: 'blocked: no' },
		[/Answered · \d+ records/]
	]
];

for (const [name, fault, says] of sound)
	test(`14. one of three relays, ${name}: its answer counts, and what was wrong is said`, async ({ page, site }) => {
		await openWith(page, site, fault);
		for (const words of says) await expect(relay(page, site, 1)).toContainText(words);
		await expect(view(page)).toContainText('All 3 relays have answered');
		await expectRightView(page, site);
	});

test('14. a relay that gives ten events at once and says nothing about it is asked on until it has given all', async ({
	page,
	open
}) => {
	const site = await open();
	const old = Array.from({ length: 45 }, (_, i) =>
		signAs(demoPeople.alice, {
			kind: 5,
			created_at: 1_000 + i,
			tags: [
				['k', '30617'],
				['e', i.toString(16).padStart(64, '0')]
			],
			content: ''
		})
	);
	for (const each of site.relays) each.publish(old);
	await openWith(page, site, { kind: 'page-limit', events: 10 });
	await expect(view(page)).toContainText('All 3 relays have answered');
	const [whole, paged] = await Promise.all([0, 1].map((at) => relay(page, site, at).textContent()));
	const count = (text: string | null | undefined) => Number(/(\d+) records/.exec(text ?? '')?.[1]);
	expect(count(paged)).toBeGreaterThan(45);
	expect(count(paged)).toBe(count(whole));
});

/** Several pages at once, each in a browser profile of its own: what takes its time takes it once. */
async function inTabs(
	browser: Browser,
	watch: (context: BrowserContext) => Promise<void>,
	works: readonly ((page: Page) => Promise<void>)[]
): Promise<void> {
	await Promise.all(
		works.map(async (work) => {
			const context = await browser.newContext();
			await watch(context);
			await work(await context.newPage());
			await context.close();
		})
	);
}

test('13. 14. relays that keep one waiting: silent, without an end, or wanting a pause and then answering', async ({
	browser,
	watch,
	open
}) => {
	const sayTimeout = (fault: RelayFault, says: string | RegExp) => async (page: Page) => {
		const site = await open();
		await openWith(page, site, fault);
		await expectRightView(page, site);
		await expect(view(page)).toContainText('Looking: 2 of 3 relays have answered');
		await expect(relay(page, site, 1)).toContainText('Has not answered yet');
		await expect(relay(page, site, 1)).toContainText(says, { timeout: 20_000 });
		await expect(view(page)).toContainText('Cannot be sure: 1 relay did not answer');
		await expectRightView(page, site);
	};
	await inTabs(browser, watch, [
		sayTimeout({ kind: 'silence' }, 'Did not answer in time'),
		sayTimeout({ kind: 'no-eose' }, /Did not answer in time · \d+ records before that/),
		async (page) => {
			const site = await open();
			await openWith(page, site, { kind: 'rate-limit', afterRequests: 1, pauseMs: 60_000 });
			await expect(relay(page, site, 1)).toContainText('Wants a pause; it will be asked again');
			await expect(relay(page, site, 1)).toContainText('It says: rate-limited: slow down');
			await expect(view(page)).toContainText('Cannot be sure: 1 relay did not answer');
			await expectRightView(page, site);
			site.relays[1]?.setFault(undefined);
			await expect(relay(page, site, 1)).toContainText('Answered', { timeout: 30_000 });
			await expect(view(page)).toContainText('All 3 relays have answered');
		}
	]);
});

test('13. one relay never ends, one ends at once and empty, one is dead, one is whole: each is said apart', async ({
	page,
	open
}) => {
	const site = await open({ relays: 4 });
	const [, endless, empty, dead] = site.relays;
	endless?.setFault({ kind: 'no-eose' });
	empty?.setFault({ kind: 'page-limit', events: 0 });
	await dead?.close();
	await page.goto(site.url + site.pathOf('three', 'bob'));
	await expectRightView(page, site, 'three', 'bob');
	await expect(relay(page, site, 3)).toContainText('Cannot be reached');
	await expect(relay(page, site, 2)).toContainText('Answered');
	await expect(relay(page, site, 2)).not.toContainText('record');
	await expect(relay(page, site, 1)).toContainText('Did not answer in time', { timeout: 20_000 });
	await expect(view(page)).toContainText('Cannot be sure: 2 relays did not answer');
	await expect(page.getByText('Not found')).toHaveCount(0);
});

test('13. every relay is dead: known at once, each one named, and never called not found', async ({ page, open }) => {
	const site = await open();
	await Promise.all(site.relays.map((each) => each.close()));
	await page.goto(site.url + site.pathOf('pair', 'alice'));
	const said = page.locator('[data-finding="not-found"]');
	await expect(said).toContainText('Cannot be sure: none of 3 relays answered', { timeout: 5_000 });
	for (const at of [0, 1, 2]) await expect(relay(page, site, at)).toContainText('Cannot be reached');
	await expect(page.getByText('Not found: asked')).toHaveCount(0);
	await expect(page.getByText('Looking:')).toHaveCount(0);
});

test('13. every relay fails in a way of its own: known without an end of waiting, each said apart', async ({
	page,
	open
}) => {
	const site = await open();
	site.relays[0].setFault({ kind: 'bad-signature' });
	site.relays[1]?.setFault({ kind: 'refuse-requests', message: 'restricted: members only' });
	await site.relays[2]?.close();
	await page.goto(site.url + site.pathOf('pair', 'alice'));
	await expect(page.locator('[data-finding="not-found"]')).toContainText('Cannot be sure: none of 3 relays answered');
	await expect(relay(page, site, 0)).toContainText('Its answer does not count');
	await expect(relay(page, site, 1)).toContainText('Does not let you read there');
	await expect(relay(page, site, 2)).toContainText('Cannot be reached');
});

test('15. 50,000 events from one of three relays: it is cut off, and the page works on', async ({ page, site }) => {
	await openWith(page, site, { kind: 'flood', events: 50_000 });
	await expectRightView(page, site);
	await expect(relay(page, site, 1)).toContainText('Cut off: it sent too much');
	await expect(view(page)).toContainText('Cannot be sure: 1 relay did not answer');
	await page.keyboard.press('/');
	await page.keyboard.type(site.url + site.pathOf('three', 'bob'));
	await page.keyboard.press('Enter');
	await expectRightView(page, site, 'three', 'bob');
});

test('15. the only relay ends before it gives anything: what comes after the end is shown', async ({ page, open }) => {
	const site = await open({ relays: 1 });
	site.relays[0].setFault({ kind: 'early-eose' });
	await page.goto(site.url + site.pathOf('three', 'bob'));
	await expectRightView(page, site, 'three', 'bob');
	await expect(relay(page, site, 0)).toContainText('Said it had sent everything, then sent more');
});
