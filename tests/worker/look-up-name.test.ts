import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { fetchLimits } from '#lib/worker/lookup/fetch-json.ts';
import { lookUpName } from '#lib/worker/lookup/look-up-name.ts';
import { people } from './support/events.ts';

const { alice, bob } = people;
const servers: Server[] = [];
afterEach(async () => {
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		await new Promise((closed) => server.close(closed));
	}
});

/** A site on this machine, with what it was asked. */
async function site(listener: RequestListener): Promise<{ domain: string; asked: string[]; headers: object[] }> {
	const asked: string[] = [];
	const headers: object[] = [];
	const server = createServer((request, response) => {
		asked.push(request.url ?? '');
		headers.push(request.headers);
		listener(request, response);
	});
	servers.push(server);
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return { domain: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked, headers };
}

const answering = (body: unknown, status = 200) =>
	site((_, response) => {
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(typeof body === 'string' ? body : JSON.stringify(body));
	});
const local = { isLoopback: true };

describe('5. a name is what the domain says, asked once', () => {
	test('with the relays it gives for that key, as hints', async () => {
		const { domain, asked, headers } = await answering({
			names: { alice: alice.pubkey, bob: bob.pubkey },
			relays: {
				[alice.pubkey]: ['wss://Relay.example/', 'javascript:x', 7, 'wss://u:p@x.example'],
				[bob.pubkey]: ['wss://b.example']
			}
		});
		expect(await lookUpName({ local: 'alice', domain }, local)).toEqual({
			ok: true,
			value: { pubkey: alice.pubkey, relayHints: ['wss://relay.example'] }
		});
		expect(asked).toEqual(['/.well-known/nostr.json?name=alice']);
		expect(headers[0]).not.toHaveProperty('cookie');
		expect(headers[0]).not.toHaveProperty('referer');
	});

	test.each([
		['nobody of that name', { names: { bob: bob.pubkey } }, { kind: 'unknown' }],
		['no names', {}, { kind: 'unknown' }],
		['no object', [], { kind: 'unknown' }],
		['null', null, { kind: 'unknown' }],
		['a name that is only inherited', { names: {} }, { kind: 'unknown' }],
		['upper-case hex', { names: { alice: alice.pubkey.toUpperCase() } }, { kind: 'unreadable', reason: 'bad-key' }],
		['an npub', { names: { alice: 'npub1xyz' } }, { kind: 'unreadable', reason: 'bad-key' }],
		['a short key', { names: { alice: alice.pubkey.slice(1) } }, { kind: 'unreadable', reason: 'bad-key' }],
		['a list', { names: { alice: [alice.pubkey] } }, { kind: 'unreadable', reason: 'bad-key' }],
		['a page', '<!doctype html>', { kind: 'unreadable', reason: 'not-json' }],
		['nothing', '', { kind: 'unreadable', reason: 'not-json' }]
	])('an answer with %s is an error as data', async (_, body, error) => {
		const { domain } = await answering(body);
		expect(await lookUpName({ local: 'alice', domain }, local)).toEqual({ ok: false, error });
	});

	test.each([404, 403, 500])('status %i is a refusal', async (status) => {
		const { domain } = await answering({ names: { alice: alice.pubkey } }, status);
		const found = await lookUpName({ local: 'alice', domain }, local);
		expect(found).toEqual({ ok: false, error: { kind: 'refused', status } });
	});

	test('a redirect is not followed (NIP-05)', async () => {
		const other = await answering({ names: { alice: alice.pubkey } });
		const { domain } = await site((_, response) =>
			response.writeHead(302, { location: `http://${other.domain}/.well-known/nostr.json` }).end()
		);
		const found = await lookUpName({ local: 'alice', domain }, local);
		expect(found).toEqual({ ok: false, error: { kind: 'silent', reason: 'network' } });
		expect(other.asked).toEqual([]);
	});

	test('what is too large is not read to the end', async () => {
		const { domain } = await site((_, response) => {
			const more = () => {
				while (!response.destroyed && response.write('x'.repeat(65_536)));
			};
			response.on('drain', more);
			more();
		});
		const found = await lookUpName({ local: 'alice', domain }, local, { ...fetchLimits, sizeBytes: 200_000 });
		expect(found).toEqual({ ok: false, error: { kind: 'unreadable', reason: 'too-large' } });
	});

	test.each([
		['never answers', () => undefined],
		['never ends its answer', (_: unknown, response: { write(text: string): unknown }) => void response.write('{')]
	])('a site that %s is late', async (_, listener) => {
		const { domain } = await site(listener);
		const found = await lookUpName({ local: 'alice', domain }, local, { ...fetchLimits, timeoutMs: 100 });
		expect(found).toEqual({ ok: false, error: { kind: 'silent', reason: 'timeout' } });
	});

	test('a site that is not there cannot be asked', async () => {
		const found = await lookUpName({ local: 'alice', domain: '127.0.0.1:1' }, local);
		expect(found).toEqual({ ok: false, error: { kind: 'silent', reason: 'network' } });
	});
});

describe('5. a domain alone may name a repository by its path, and else its own key', () => {
	const entry = (filter: object) => ({ '/my/repo.git': { filter, relays: ['wss://relay.example'] } });
	const whole = { kinds: [30617], authors: [alice.pubkey], '#d': ['a/b'], limit: 1 };
	const query = { local: '_', path: '/my/repo.git' };

	test('the path is asked as one value, and nothing after that', async () => {
		const { domain, asked } = await answering(entry(whole));
		expect(await lookUpName({ ...query, domain }, local)).toEqual({
			ok: true,
			value: { pubkey: alice.pubkey, identifier: 'a/b', relayHints: ['wss://relay.example'] }
		});
		expect(asked).toEqual(['/.well-known/nostr.json?path=%2Fmy%2Frepo.git']);
	});

	test.each([
		['of two authors', { ...whole, authors: [alice.pubkey, bob.pubkey] }],
		['of no author', { kinds: [30617], '#d': ['x'] }],
		['of two identifiers', { ...whole, '#d': ['a', 'b'] }],
		['of another kind', { ...whole, kinds: [30618] }],
		['of an upper-case key', { ...whole, authors: [alice.pubkey.toUpperCase()] }]
	])('an entry %s names none: the domain’s own key is asked for', async (_, filter) => {
		const { domain, asked } = await answering({ ...entry(filter), names: { _: bob.pubkey } });
		const found = await lookUpName({ ...query, domain }, local);
		expect(found).toEqual({ ok: true, value: { pubkey: bob.pubkey, relayHints: [] } });
		expect(asked).toEqual(['/.well-known/nostr.json?path=%2Fmy%2Frepo.git', '/.well-known/nostr.json?name=_']);
	});
});

test.each(['localhost:1', '127.0.0.1:1', 'x.localhost', 'nas.local', 'router.lan', 'db.internal'])(
	'6. a page that is not on this machine never asks %s',
	async (domain) => {
		const found = await lookUpName({ local: 'alice', domain }, { isLoopback: false });
		expect(found).toEqual({ ok: false, error: { kind: 'local-host' } });
	}
);
