import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { get, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type AppServer } from '../../server/app.ts';
import { demoNames, demoPeople } from '../../server/demo.ts';

/** A build as small as one can be, with something beside it that must not get out. */
const outer = mkdtempSync(join(tmpdir(), 'countersign-app-'));
const folder = join(outer, 'build');
const script = `export const text = '${'chunk '.repeat(200)}';`;
const policy =
	"default-src 'none'; connect-src 'self' https: wss:; script-src 'self' 'sha256-x='; frame-ancestors 'none'";
let app: AppServer;

beforeAll(async () => {
	mkdirSync(join(folder, '_app/immutable'), { recursive: true });
	writeFileSync(join(folder, '200.html'), '<!doctype html><title>page</title>');
	writeFileSync(join(folder, '_app/immutable/chunk.abc.js'), script);
	writeFileSync(join(folder, '_app/version.json'), '{}');
	writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
	writeFileSync(join(folder, 'config.json'), '{"indexRelays":["wss://relay.example"]}');
	writeFileSync(
		join(folder, '_headers'),
		`/*\n  Content-Security-Policy: ${policy}\n  X-Content-Type-Options: nosniff\n\n/_app/immutable/*\n  Cache-Control: public, max-age=31536000, immutable\n`
	);
	writeFileSync(join(outer, 'secret.txt'), 'secret');
	symlinkSync(join(outer, 'secret.txt'), join(folder, 'link.txt'));
	app = await startApp({ folder, config: { indexRelays: ['ws://127.0.0.1:1'], local: true } });
});

afterAll(async () => {
	await app.close();
	rmSync(outer, { recursive: true });
});

interface Answer {
	readonly status: number | undefined;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: string;
}

/** Sends a path exactly as it stands: `fetch` would tidy it. */
function ask(path: string, options: { method?: string; headers?: Record<string, string> } = {}): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const asked = request({ host: '127.0.0.1', port: app.port, path, ...options }, (response) => {
			const chunks: Buffer[] = [];
			response.on('data', (chunk: Buffer) => chunks.push(chunk));
			response.on('end', () =>
				resolve({
					status: response.statusCode,
					headers: response.headers,
					body: Buffer.concat(chunks).toString('latin1')
				})
			);
		});
		asked.on('error', reject);
		asked.end();
	});
}

const page = { status: 200, body: '<!doctype html><title>page</title>' };

describe('a path that is no file is a page:', () => {
	test.each([
		'/',
		'/200.html',
		'/npub1xyz/weather-station',
		'/npub1xyz/tools%2Fbackup',
		'/npub1xyz/127.0.0.1:7421/my%20%F0%9F%9A%80%20repo',
		'/npub1xyz/script.js',
		'/npub1xyz/_app/immutable/chunk.abc.js',
		'/alice@relay.example',
		'/npub1xyz/50%25%20almanac?x=1',
		'/%',
		'/%zz/a',
		'/npub1xyz/%ff%fe',
		'/npub1xyz/..',
		'/npub1xyz/..%2Ffavicon.svg',
		'//',
		'//npub1xyz//a',
		'/_headers',
		'/%00',
		`/${'a'.repeat(8000)}`
	])('%s', async (path) => {
		expect(await ask(path)).toMatchObject(page);
	});

	test('also when the whole address is sent, as proxies do', async () => {
		expect(await ask('http://127.0.0.1/npub1xyz/a')).toMatchObject(page);
		expect(await ask('http://127.0.0.1')).toMatchObject(page);
		expect(await ask('http://127.0.0.1?x=/favicon.svg')).toMatchObject(page);
	});
});

describe('names of the demo are told to pages of any site (NIP-05)', () => {
	test.each(['/.well-known/nostr.json', '/.well-known/nostr.json?name=alice'])('%s', async (path) => {
		const { status, headers, body } = await ask(path);
		expect(status).toBe(200);
		expect(headers).toMatchObject({
			'access-control-allow-origin': '*',
			'content-type': 'application/json; charset=utf-8'
		});
		expect(JSON.parse(body)).toEqual({ names: {} });
	});

	test('with the relays to look on', () => {
		expect(demoNames(['ws://127.0.0.1:1'])).toMatchObject({
			names: { alice: demoPeople.alice.pubkey },
			relays: { [demoPeople.alice.pubkey]: ['ws://127.0.0.1:1'] }
		});
	});

	test('nothing else is', async () => {
		expect((await ask('/config.json')).headers).not.toHaveProperty('access-control-allow-origin');
	});
});

test('a path may be as long as the longest identifier with all its escapes', async () => {
	expect(await ask(`/npub1xyz/${'%E5%90%8D'.repeat(5_461)}`)).toMatchObject(page);
});

describe('a target that is no path is refused and has the policy nevertheless:', () => {
	test.each(['*', '*?x=/favicon.svg', 'file:///etc/passwd', 'ws://127.0.0.1/favicon.svg'])('%s', async (target) => {
		const { status, headers, body } = await ask(target);
		expect(status).toBe(400);
		expect(headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
		expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
		expect(body).not.toContain('<');
	});
});

describe('nothing outside of the build gets out:', () => {
	test.each([
		'/../secret.txt',
		'/../../../../../../etc/passwd',
		'/%2e%2e/secret.txt',
		'/..%2fsecret.txt',
		'/%2e%2e%2fsecret.txt',
		'/_app/..%2f..%2fsecret.txt',
		'/_app/../../secret.txt',
		'/..%5csecret.txt',
		'/....//secret.txt',
		'/%252e%252e/secret.txt',
		'/link.txt',
		'/./link.txt',
		encodeURI(join(outer, 'secret.txt')),
		`/${encodeURIComponent(join(outer, 'secret.txt'))}`,
		'file:///etc/passwd'
	])('%s', async (path) => {
		const { body } = await ask(path);
		expect(body).not.toMatch(/secret|root:/);
	});
});

describe('a part of the app', () => {
	test('is sent with its type, and for good when its name holds its hash', async () => {
		const { status, headers, body } = await ask('/_app/immutable/chunk.abc.js');
		expect({ status, body }).toEqual({ status: 200, body: script });
		expect(headers).toMatchObject({
			'content-type': 'text/javascript; charset=utf-8',
			'cache-control': 'public, max-age=31536000, immutable'
		});
		expect((await ask('/favicon.svg')).headers['content-type']).toBe('image/svg+xml; charset=utf-8');
	});

	test.each([
		'/_app/immutable/gone.js',
		'/_app/gone',
		'/_app',
		'/_app/immutable/',
		'/_app/%',
		'/%5Fapp/gone.js',
		'/service-worker.js',
		'/gone.svg',
		'/link.txt'
	])('that is missing is 404 and never a page, nor kept: %s', async (path) => {
		const { status, headers, body } = await ask(path);
		expect(status).toBe(404);
		expect(headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
		expect(body).not.toContain('<');
	});

	test('is sent anew when it changed, and only then', async () => {
		const first = await ask('/_app/version.json');
		const etag = first.headers['etag'] as string;
		expect(first.headers['cache-control']).toBe('no-cache');
		const again = await ask('/_app/version.json', { headers: { 'If-None-Match': etag } });
		expect(again).toMatchObject({ status: 304, body: '' });
		writeFileSync(join(folder, '_app/version.json'), '{"version":"2"}');
		const changed = await ask('/_app/version.json', { headers: { 'If-None-Match': etag } });
		expect(changed).toMatchObject({ status: 200, body: '{"version":"2"}' });
	});

	test('is compressed for those who can read it', async () => {
		const plain = await ask('/_app/immutable/chunk.abc.js');
		const zipped = await ask('/_app/immutable/chunk.abc.js', { headers: { 'Accept-Encoding': 'gzip, br' } });
		expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': String(script.length) });
		expect(zipped.headers['content-encoding']).toBe('gzip');
		expect(zipped.body.length).toBeLessThan(script.length / 5);
		const read = await fetch(`${app.url}/_app/immutable/chunk.abc.js`);
		expect(await read.text()).toBe(script);
	});
});

describe('methods', () => {
	test('HEAD says what GET would, without it', async () => {
		const [head, got] = [await ask('/a/b', { method: 'HEAD' }), await ask('/a/b')];
		expect(head).toMatchObject({ status: 200, body: '' });
		for (const name of ['content-type', 'content-length', 'etag', 'content-security-policy'])
			expect(head.headers[name]).toBe(got.headers[name]);
	});

	test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is not allowed', async (method) => {
		expect(await ask('/', { method })).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
	});
});

describe('headers', () => {
	test('the policy is that of the build, open to this machine besides', async () => {
		const { headers } = await ask('/npub1xyz/a');
		expect(headers['content-security-policy']).toBe(
			policy.replace(
				'https: wss:',
				'https: wss: http://127.0.0.1:* http://localhost:* ws://127.0.0.1:* ws://localhost:*'
			)
		);
		expect(headers['x-content-type-options']).toBe('nosniff');
	});

	test.each(['/', '/favicon.svg', '/_app/immutable/chunk.abc.js', '/config.json', '/gone.js', '/%'])(
		'everything has it: %s',
		async (path) => {
			expect((await ask(path)).headers['content-security-policy']).toContain("frame-ancestors 'none'");
		}
	);
});

describe('config.json', () => {
	test('is the given one, not the file of the build', async () => {
		const { headers, body } = await ask('/config.json');
		expect(JSON.parse(body)).toEqual({ indexRelays: ['ws://127.0.0.1:1'], local: true });
		expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' });
	});
});

describe('the server', () => {
	test('does not start without a build', async () => {
		await expect(startApp({ folder: join(outer, 'nothing'), config: {} })).rejects.toMatchObject({ code: 'ENOENT' });
	});

	test('listens on this machine only', async () => {
		await expect(
			new Promise((resolve, reject) => get({ host: '::1', port: app.port }, resolve).on('error', reject))
		).rejects.toMatchObject({ code: 'ECONNREFUSED' });
	});
});
