import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { demoRepositories } from '../../server/demo.ts';
import { RelayClient } from './support/relay-client.ts';
import { event } from './support/relay-test.ts';

/** The server as it is built, with a build of the app beside it: below the repository, where Node finds `ws`. */
mkdirSync('test-results', { recursive: true });
const place = mkdtempSync('test-results/server-');
const running = new Set<ChildProcess>();

beforeAll(async () => {
	await build({
		configFile: 'vite.cli.config.ts',
		logLevel: 'warn',
		build: { outDir: join(place, 'dist-cli'), rollupOptions: { input: { server: 'server/main.ts' } } }
	});
	mkdirSync(join(place, 'build'));
	writeFileSync(join(place, 'build/200.html'), '<title>page</title>');
	writeFileSync(join(place, 'build/_headers'), "/*\n  Content-Security-Policy: default-src 'none'\n");
});

afterEach(() => {
	for (const child of running) child.kill('SIGKILL');
	running.clear();
});

afterAll(() => rmSync(place, { recursive: true }));

/** Runs the built server until it has ended. */
function run(...args: string[]) {
	return watch(spawn(process.execPath, [join(place, 'dist-cli/server.js'), ...args], { stdio: 'pipe' }));
}

function watch(child: ChildProcessWithoutNullStreams) {
	running.add(child);
	const said = { out: '', err: '', code: undefined as number | null | undefined };
	child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
	child.on('close', (code) => (said.code = code));
	const ended = () => vi.waitUntil(() => said.code !== undefined, { timeout: 50_000 });
	return { child, said, ended };
}

/** Runs it until it says where it is. */
function start(...args: string[]) {
	return untilReady(run('--port', '0', '--relay-port', '0', ...args));
}

/** Runs it where no file can grow past a size, in blocks of 1024 bytes: a disk that is full in the middle of a line. */
function startOnFullDisk(blocks: number, ...args: string[]) {
	const command = [process.execPath, join(place, 'dist-cli/server.js'), '--port', '0', '--relay-port', '0', ...args];
	return untilReady(
		watch(spawn('bash', ['-c', `ulimit -f ${blocks}; exec "$@"`, 'bash', ...command], { stdio: 'pipe' }))
	);
}

async function untilReady(server: ReturnType<typeof watch>) {
	const [app, relay] = await vi.waitUntil(
		() => {
			if (server.said.code !== undefined) throw new Error(server.said.err);
			const found = ['http', 'ws'].map(
				(scheme) => new RegExp(`${scheme}://127\\.0\\.0\\.1:\\d+`).exec(server.said.out)?.[0]
			);
			return found.every((url) => url !== undefined) ? found : undefined;
		},
		{ timeout: 50_000 }
	);
	return { ...server, app: app ?? '', relay: relay ?? '' };
}

describe('the built server', () => {
	test('serves the app, and a config.json with its relay alone and the demo list', async () => {
		const { app, relay } = await start();
		expect(await (await fetch(`${app}/npub1xyz/a`)).text()).toBe('<title>page</title>');
		const config = (await (await fetch(`${app}/config.json`)).json()) as { demo: { relayHint: string }[] };
		expect(config).toEqual({
			indexRelays: [relay],
			local: true,
			demo: demoRepositories().map(({ name, title, oneLine, identifier, group, coordinates }) => ({
				name,
				title,
				oneLine,
				identifier,
				group,
				relayHint: relay,
				coordinates
			}))
		});
	});

	test('has every demo repository in its relay, the deleted one aside', async () => {
		const { relay } = await start();
		const client = await RelayClient.connect(relay);
		for (const { identifier, coordinates, name } of demoRepositories()) {
			const authors = coordinates.map(({ pubkey }) => pubkey);
			const found = await client.stored('a', { kinds: [30_617], '#d': [identifier], authors });
			expect(found.length, name).toBeGreaterThan(0);
			for (const { tags } of found) expect(tags).toContainEqual(['relays', relay]);
		}
		expect(await client.stored('b', { kinds: [5] })).toHaveLength(1);
		client.close();
	});

	test('starts several relays with --relays, each with the demo and declared by it, and one with a fault', async () => {
		const { app, said } = await start('--relays', '3', '--fault', '3:refuse-requests:restricted: members only');
		const { indexRelays } = (await (await fetch(`${app}/config.json`)).json()) as { indexRelays: string[] };
		expect(indexRelays).toHaveLength(3);
		for (const url of indexRelays) expect(said.out).toContain(url);
		const [first = '', second = '', third = ''] = indexRelays;
		for (const url of [first, second]) {
			const client = await RelayClient.connect(url);
			for (const { tags } of await client.stored('a', { kinds: [30_617] }))
				expect(tags).toContainEqual(['relays', ...indexRelays]);
			client.close();
		}
		const client = await RelayClient.connect(third);
		client.send('REQ', 'a', {});
		expect(await client.next()).toEqual(['CLOSED', 'a', 'restricted: members only']);
		client.close();
		expect(said.out).toContain(`${third}, kept in memory only, with a fault: refuse-requests`);
	});

	test('has no demo with --no-demo', async () => {
		const { app, relay } = await start('--no-demo');
		expect(await (await fetch(`${app}/config.json`)).json()).toEqual({ indexRelays: [relay], local: true, demo: [] });
		const client = await RelayClient.connect(relay);
		expect(await client.stored('a', {})).toEqual([]);
		client.close();
	});

	test.each(['SIGINT', 'SIGTERM'] as const)('ends cleanly on %s, with somebody connected', async (signal) => {
		const { child, relay, said, ended } = await start();
		const client = await RelayClient.connect(relay);
		child.kill(signal);
		await ended();
		expect(said).toMatchObject({ code: 0, err: '' });
		await client.closed();
	});

	test('loses nothing it acknowledged when it is killed, and keeps no demo', async () => {
		const folder = join(place, 'data');
		const notes = Array.from({ length: 20 }, (_, i) => event('alice', 1, 100 + i));
		const first = await start('--data', folder);
		const client = await RelayClient.connect(first.relay);
		for (const note of notes) expect(await client.publish(note)).toEqual([true, '']);
		first.child.kill('SIGKILL');
		await first.ended();
		const second = await start('--data', folder, '--no-demo');
		const again = await RelayClient.connect(second.relay);
		expect(await again.stored('a', {})).toEqual([...notes].reverse());
		again.close();
	});

	test('outlives a full disk: refuses what does not fit, takes what does, and leaves no half line', async () => {
		const folder = join(place, 'full');
		const [fits, tooLong, alsoFits] = [100, 5000, 200].map((length, i) => event('alice', 1, i, [], 'a'.repeat(length)));
		if (!fits || !tooLong || !alsoFits) throw new Error('there are three');
		const first = await startOnFullDisk(2, '--data', folder, '--no-demo');
		const client = await RelayClient.connect(first.relay);
		expect(await client.publish(fits)).toEqual([true, '']);
		for (let i = 0; i < 2; i++) expect(await client.publish(tooLong)).toEqual([false, 'error: could not be kept']);
		expect(await client.publish(alsoFits)).toEqual([true, '']);
		expect(await client.stored('a', {})).toEqual([alsoFits, fits]);
		expect(first.said.err).toMatch(/^[^\n]*events\.jsonl: an event could not be kept: EFBIG[^\n]*\n$/);
		client.close();
		const kept = readFileSync(join(folder, 'events.jsonl'), 'utf8');
		expect(kept).toBe(`${JSON.stringify(fits)}\n${JSON.stringify(alsoFits)}\n`);
	});

	test('says what is wrong and ends with 1: an option nobody knows', async () => {
		const { said, ended } = run('--nonsense');
		await ended();
		expect(said).toEqual({
			code: 1,
			out: '',
			err: "Countersign: Unknown option '--nonsense'. --help lists what there is.\n"
		});
	});

	test('says what is wrong and ends with 1: a port that is taken', async () => {
		const { app } = await start();
		const { port } = new URL(app);
		const { said, ended } = run('--port', port, '--relay-port', '0');
		await ended();
		expect(said).toEqual({
			code: 1,
			out: '',
			err: `Countersign: port ${port} is taken; without --port and --relay-port free ones are found.\n`
		});
	});

	test('says what is wrong and ends with 1: a folder in use', async () => {
		const folder = join(place, 'shared');
		await start('--data', folder);
		const { said, ended } = run('--port', '0', '--relay-port', '0', '--data', folder);
		await ended();
		expect(said.code).toBe(1);
		expect(said.err).toMatch(/^Countersign: .* is in use by process \d+\./);
	});

	test('prints help and ends with 0', async () => {
		const { said, ended } = run('--help');
		await ended();
		expect(said).toMatchObject({ code: 0, err: '' });
		for (const option of ['--port', '--relay-port', '--data', '--no-demo', '--relays', '--fault'])
			expect(said.out).toContain(option);
	});
});
