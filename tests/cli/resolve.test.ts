import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatNaddr, formatNostrUrl, formatNpub } from '#lib/core/address.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import { demoRepositories, expectedDemoView, signDemo, signDemoStory, type DemoRepository } from '../../server/demo.ts';
import { readVectors, type HistoryCase } from '../support/vectors.ts';

interface ViewCase {
	name: string;
	selected: string;
	identifier: string;
	events: Record<string, unknown>[];
	expect: Record<string, unknown>;
}

/** A printed view, without its roles over time. */
function parseView(text: string): object {
	return { ...(JSON.parse(text) as object), history: undefined };
}

/** One answer of a batch, without roles over time: those have a test of their own. */
function parseAnswer(line: string): object {
	const { name, view } = JSON.parse(line) as { readonly name: string; readonly view: object };
	return { name, view: { ...view, history: undefined } };
}

const root = fileURLToPath(new URL('../..', import.meta.url));
// Inside node_modules, so that what the command imports is found from there.
const scratch = mkdtempSync(join(root, 'node_modules', '.cli-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

beforeAll(async () => {
	await build({
		root,
		configFile: false,
		publicDir: false,
		logLevel: 'error',
		build: { ssr: true, target: 'node20', outDir: scratch, rollupOptions: { input: { resolve: 'cli/resolve.ts' } } }
	});
});

function run(...args: string[]) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [join(scratch, 'resolve.js'), ...args], {
		cwd: scratch,
		encoding: 'utf8'
	});
	return { status, stdout, stderr };
}

function file(name: string, lines: readonly unknown[]): string {
	const path = join(scratch, name);
	writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
	return path;
}

const cases = readVectors<ViewCase>('resolve');
const pair = cases.find(({ name }) => name.startsWith('accepted: both edges exist')) as ViewCase;
const address = { pubkey: pair.selected as Pubkey, identifier: pair.identifier, relayHints: [] };

describe('one repository from a file of events', () => {
	test.each([
		`${formatNpub(address.pubkey)}/${address.identifier}`,
		`${address.pubkey}/${address.identifier}`,
		formatNaddr(address) as string,
		formatNostrUrl(address)
	])('the view of vectors/README.md, from %s', (coordinate) => {
		const { status, stdout, stderr } = run(file('pair.jsonl', pair.events), coordinate);
		expect(stderr).toBe('');
		expect(parseView(stdout)).toEqual(pair.expect);
		expect(status).toBe(0);
	});

	test('the keys of `ngit repo --json`, people as npub (NIP34-FACTS)', () => {
		const { status, stdout } = run(file('pair.jsonl', pair.events), formatNostrUrl(address), '--format', 'ngit');
		const view = JSON.parse(stdout) as Record<string, unknown>;
		const keys =
			'is_nostr_repo name identifier description nostr_url coordinate web upstream hashtags maintainers selected_maintainer confirmed_maintainers invited_maintainers lead_maintainer lead_source lead_path recommended_coordinate follow_lead_command pending_actions health maintainer_edges moderators confirmed_moderators members grasp_servers git_servers relays';
		for (const key of keys.split(' ')) expect(view, key).toHaveProperty(key);
		expect(view['lead_maintainer']).toBe(formatNpub(address.pubkey));
		expect(view['confirmed_maintainers']).toEqual(
			(pair.expect['confirmed'] as Pubkey[]).map((pubkey) => formatNpub(pubkey))
		);
		expect(status).toBe(0);
	});

	test('only signed pointers recommend another coordinate: an inferred lead does not', () => {
		const ngit = (name: string, person: string) => {
			const { identifier, coordinates } = demoRepositories().find((demo) => demo.name === name) as DemoRepository;
			const { pubkey } = coordinates.find((coordinate) => coordinate.person === person) as { pubkey: Pubkey };
			const path = file(`${name}.jsonl`, [...signDemoStory(name, { relays: ['ws://127.0.0.1:7421'] }).values()]);
			const { stdout } = run(path, formatNostrUrl({ pubkey, identifier, relayHints: [] }), '--format', 'ngit');
			return JSON.parse(stdout) as Record<string, unknown>;
		};
		expect(ngit('handover', 'carol')).toMatchObject({
			lead_source: 'explicit',
			recommended_coordinate: expect.stringMatching(/^naddr1/) as string,
			follow_lead_command: 'ngit repo follow-lead'
		});
		expect(ngit('legacy', 'alice')).toMatchObject({
			lead_source: 'legacy_inferred',
			recommended_coordinate: null,
			follow_lead_command: null
		});
	});

	test('a bad line loses no other, is named by its number, and the status is 1', () => {
		const forged = { ...pair.events[0], content: 'forged' };
		const path = file('broken.jsonl', ['{no json', forged, ...pair.events, '17']);
		const { status, stdout, stderr } = run(path, formatNostrUrl(address));
		expect(parseView(stdout)).toEqual(pair.expect);
		expect(stderr).toMatch(/line 1: not JSON/);
		expect(stderr).toMatch(/line 2: .*its id is wrong/);
		expect(stderr).toMatch(new RegExp(`line ${pair.events.length + 3}: .*its shape is wrong`));
		expect(status).toBe(1);
	});
});

describe('a batch of cases', () => {
	test('one {name, view} a line, each as the vectors say, in order', () => {
		const { status, stdout, stderr } = run('--batch', file('cases.jsonl', cases));
		const answers = stdout.trimEnd().split('\n');
		expect(stderr).toBe('');
		expect(answers.map(parseAnswer)).toEqual(cases.map(({ name, expect: view }) => ({ name, view })));
		expect(status).toBe(0);
	});

	test('one bad line loses no other', () => {
		const bad = [
			'{',
			'[]',
			{ name: 'no key', selected: 'x', identifier: 'y', events: [] },
			{ name: 'no identifier', selected: pair.selected, identifier: '', events: [] },
			{ name: 'no events', selected: pair.selected, identifier: 'y', events: {} }
		];
		const { status, stdout, stderr } = run('--batch', file('mixed.jsonl', [...bad, pair, '', pair]));
		expect(stdout.trimEnd().split('\n')).toHaveLength(2);
		expect(stderr).toMatch(/line 3: case "no key": "selected" is no public key/);
		expect(stderr.trimEnd().split('\n')).toHaveLength(bad.length);
		expect(status).toBe(1);
	});
});

describe('every demo repository, from every coordinate', () => {
	const demo = demoRepositories();
	const events = signDemo({ relays: ['ws://127.0.0.1:7421'] });
	const asked = demo.flatMap(({ name, identifier, coordinates }) =>
		coordinates.map(({ person, pubkey }) => ({ name, person, pubkey, identifier }))
	);

	test('as a batch: what the guide says (server/demo/*/expected.json)', () => {
		const lines = asked.map(({ name, person, pubkey, identifier }) => ({
			name: `${name} from ${person}`,
			selected: pubkey,
			identifier,
			events: [...signDemoStory(name, { relays: ['ws://127.0.0.1:7421'] }).values()]
		}));
		const { status, stdout } = run('--batch', file('demo.jsonl', lines));
		expect(stdout.trimEnd().split('\n').map(parseAnswer)).toEqual(
			asked.map(({ name, person }) => ({ name: `${name} from ${person}`, view: expectedDemoView(name, person) }))
		);
		expect(status).toBe(0);
	});

	test('from one file that holds them all, by its address', () => {
		const path = file('demo-events.jsonl', events);
		const { name, person, pubkey, identifier } = asked.at(-1) as (typeof asked)[number];
		const { stdout } = run(path, formatNostrUrl({ pubkey, identifier, relayHints: [] }));
		expect(parseView(stdout)).toEqual(expectedDemoView(name, person));
	});
});

describe('roles over time', () => {
	const histories = readVectors<HistoryCase>('history');

	test('are printed for everybody the graph knows, as a batch (history.json)', () => {
		const { status, stdout } = run('--batch', file('history.jsonl', histories));
		const lines = stdout.trimEnd().split('\n');
		const answers = lines.map((line) => JSON.parse(line) as { view: { history: Record<string, object> } });
		answers.forEach(({ view: { history } }, index) => {
			const { name, expect: wanted } = histories[index] as HistoryCase;
			for (const { pubkey, role, intervals } of wanted) {
				// Whom the graph does not know was never anything.
				const printed = (history[pubkey] as Record<string, unknown> | undefined)?.[role] ?? [];
				expect(printed, `${name}: ${pubkey} ${role}`).toEqual(intervals);
			}
		});
		expect(answers).toHaveLength(histories.length);
		expect(status).toBe(0);
	});

	test('and from one file, under the view', () => {
		const [first] = histories as readonly [HistoryCase];
		const { stdout } = run(file('sole.jsonl', first.events), `${first.selected}/${first.identifier}`);
		const [pubkey] = first.expect.map((wanted) => wanted.pubkey);
		expect(JSON.parse(stdout)).toMatchObject({
			history: { [pubkey ?? '']: { maintainer: [[0, null]], moderator: [] } }
		});
	});
});

describe('bad arguments end with 1 and say why', () => {
	test.each([
		[[], /no file given/],
		[['missing.jsonl', 'x'], /the coordinate cannot be used/],
		[['missing.jsonl', formatNostrUrl(address)], /missing\.jsonl cannot be read/],
		[['--batch', 'missing.jsonl'], /missing\.jsonl cannot be read/],
		[['--frobnicate'], /--frobnicate is no option/],
		[['a', 'b', '--format', 'xml'], /--format is ngit/]
	])('%j', (args, message) => {
		const { status, stdout, stderr } = run(...args);
		expect(stderr).toMatch(message);
		expect(stdout).toBe('');
		expect(status).toBe(1);
	});
});
