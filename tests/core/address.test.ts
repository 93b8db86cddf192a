import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	formatNaddr,
	formatNostrUrl,
	formatNpub,
	formatPath,
	parsePath,
	parseReference,
	shortNpub
} from '#lib/core/address.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import { parseRelayUrl, type RelayUrl } from '#lib/core/relay-url.ts';

const pubkey = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798' as Pubkey;
const npub = formatNpub(pubkey);
const relay = (text: string) => {
	const parsed = parseRelayUrl(text);
	if (!parsed.ok) throw new Error(text);
	return parsed.value;
};
const awkward = [
	'a/b',
	'my 🚀 repo',
	'50%',
	'%2F',
	'tree',
	'issues',
	'a:b',
	'rely.example.com',
	`${'a'.repeat(64)}/name`,
	'foo.bar/baz',
	'.',
	'..',
	'-',
	'a?b#c',
	'/',
	'//x//',
	'\\',
	' ',
	'localhost:7334',
	'naddr1x',
	'ü',
	'-/people'
];
const hints: RelayUrl[][] = [
	[],
	['wss://relay.example'],
	['ws://localhost:7334'],
	['ws://127.0.0.1:7421'],
	['wss://x.example/path'],
	['wss://x.example:8080'],
	['wss://relay'],
	['ws://abc.onion'],
	['wss://localhost']
].map((urls) => urls.map(relay));

describe('every identifier is routable and comes back the same (DESIGN, URLs; CASES 1)', () => {
	test.each(awkward)('%j', (identifier) => {
		for (const relayHints of hints) {
			const address = { pubkey, identifier, relayHints };
			// As a browser sees it: through its own URL parser.
			const { pathname } = new URL(formatPath(address), 'http://127.0.0.1:1');
			expect(parsePath(pathname)).toEqual({ page: 'repository', address, section: [] });
			expect(parseReference(formatNostrUrl(address))).toEqual({ ok: true, value: address });
			expect(parseReference(formatNaddr(address) ?? '')).toEqual({ ok: true, value: address });
			expect(parseReference(`https://some.example${formatPath(address)}`)).toEqual({ ok: true, value: address });
			if (identifier !== '.' && identifier !== '..')
				expect(parsePath(new URL(`${pathname}/-/tree/main/a%2Fb`, 'http://x').pathname)).toEqual({
					page: 'repository',
					address,
					section: ['tree', 'main', 'a/b']
				});
		}
	});

	test('any text at all', () => {
		const identifiers = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !/sec1/i.test(text));
		fc.assert(
			fc.property(identifiers, fc.constantFrom(...hints), (identifier, relayHints) => {
				const address = { pubkey, identifier, relayHints };
				const { pathname } = new URL(formatPath(address), 'http://127.0.0.1:1');
				expect(parsePath(pathname)).toEqual({ page: 'repository', address, section: [] });
				expect(parseReference(formatNostrUrl(address))).toEqual({ ok: true, value: address });
			}),
			{ numRuns: 1000 }
		);
	});
});

test('no path and no pasted text ever throws', () => {
	const piece = fc.oneof(
		fc.constantFrom(
			'/',
			'//',
			npub,
			'-',
			'%',
			'%2F',
			'%E0%A4%A',
			'..',
			'nostr://',
			'naddr1',
			'wss://',
			'@',
			'?',
			'\ud800'
		),
		fc.string()
	);
	fc.assert(
		fc.property(fc.array(piece), (pieces) => {
			parsePath(`/${pieces.join('')}`);
			parsePath(pieces.join('/'));
			parseReference(pieces.join(''));
			formatPath({ pubkey, identifier: pieces.join('') || 'x', relayHints: [] });
		}),
		{ numRuns: 2000 }
	);
});

describe('what is pasted is found (CASES 5)', () => {
	const address = { pubkey, identifier: 'repo', relayHints: [] as RelayUrl[] };
	const hinted = { ...address, relayHints: [relay('wss://relay.example')] };
	const naddr = formatNaddr(hinted) ?? '';
	test.each([
		[`${npub}/repo`, address],
		[`  ${npub}/repo  `, address],
		[`${npub} repo`, address],
		[`${npub.toUpperCase()}/repo`, address],
		[`nostr:${npub}/repo`, address],
		[`${pubkey}/repo`, address],
		[`${pubkey.toUpperCase()} repo`, address],
		[`30617:${pubkey}:repo`, address],
		[`30617:${pubkey}:a:b`, { ...address, identifier: 'a:b' }],
		[`${npub}/relay.example/repo`, hinted],
		[`${npub}/wss%3A%2F%2Frelay.example/repo`, hinted],
		[`${npub}/50%`, { ...address, identifier: '50%' }],
		[naddr, hinted],
		[`nostr:${naddr}`, hinted],
		[`nostr://${npub}/repo`, address],
		[`nostr://${npub}/relay.example/repo`, hinted],
		[`nostr://alice@${npub}/relay.example/repo`, hinted],
		[`nostr://ssh/${npub}/relay.example/repo`, hinted],
		[`nostr://key@https/${npub}/relay.example/repo`, hinted],
		[`nostr://${npub}/repo?relay=wss%3A%2F%2Frelay.example`, hinted],
		[`nostr://${pubkey}/repo`, address],
		[`git clone 'nostr://${npub}/relay.example/repo'`, hinted],
		[`git clone nostr://${npub}/repo`, address],
		[`git  clone "https://relay.example/${npub}/repo.git"`, hinted],
		[`nostr://${naddr}`, hinted],
		[`https://gitworkshop.dev/${npub}/relay.example/repo`, hinted],
		[`https://gitworkshop.dev/${npub}/relay.example/repo/issues`, hinted],
		[`https://gitworkshop.dev/r/${naddr}`, hinted],
		[`https://njump.example/${naddr}?x=1#y`, hinted],
		[`https://relay.example/${npub}/repo.git`, hinted],
		[`https://relay.example/${npub}/my%20repo.git`, { ...hinted, identifier: 'my repo' }]
	])('%s', (text, expected) => {
		expect(parseReference(text)).toEqual({ ok: true, value: expected });
	});
});

describe('what is no repository says why', () => {
	test.each([
		['', 'empty'],
		['   ', 'empty'],
		['hello', 'not-an-address'],
		['https://example.com/hello', 'not-an-address'],
		[npub, 'no-identifier'],
		[`${npub.slice(0, -1)}q/repo`, 'unreadable-key'],
		['alice@example.com/repo', 'name-not-looked-up'],
		['nostr://example.com/repo', 'name-not-looked-up'],
		['note1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq', 'unreadable-key'],
		['nostr://', 'not-an-address'],
		[`nostr://${npub}`, 'no-identifier'],
		['nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5', 'private-key'],
		['see NSEC1VL029MGPSPEDVA04G90VLTKH6FVH240ZQTV9K0T9AF8935KE9LAQSNLFE5 here', 'private-key'],
		[`https://x.example/${npub}/nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5`, 'private-key']
	])('%s: %s', (text, kind) => {
		expect(parseReference(text)).toEqual({ ok: false, error: { kind } });
	});

	test('a private key that shows only once decoded is refused as well', () => {
		const nsec = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5';
		const hidden = nsec.replace('s', '%73');
		const naddr = formatNaddr({ pubkey, identifier: nsec, relayHints: [] }) ?? '';
		for (const text of [
			naddr,
			`${npub}/${hidden}`,
			`nostr://${npub}/${hidden}`,
			`nostr://${npub}/x.example%2F${hidden}/d`
		]) {
			expect(parseReference(text), text).toEqual({ ok: false, error: { kind: 'private-key' } });
			if (!text.startsWith('nostr:'))
				expect(parsePath(`/${text}`), text).toEqual({ page: 'not-an-address', error: { kind: 'private-key' } });
		}
		expect(parsePath(`/${npub}/repo/-/${hidden}`)).toMatchObject({ error: { kind: 'private-key' } });
	});

	test('a long name of dots is no name', () => {
		const dots = `a@${'.'.repeat(14_000)}@`;
		expect(parseReference(dots)).toEqual({ ok: false, error: { kind: 'not-an-address' } });
		expect(parsePath(`/${dots}`)).toEqual({ page: 'not-an-address', error: { kind: 'not-an-address' } });
	});

	test('a path with a broken escape', () => {
		expect(parsePath(`/${npub}/%E0%A4%A`)).toEqual({ page: 'not-an-address', error: { kind: 'bad-encoding' } });
		expect(parsePath('/%')).toEqual({ page: 'not-an-address', error: { kind: 'bad-encoding' } });
	});
});

test('an npub is shown by its first 8 and last 4 characters', () => {
	expect(shortNpub(npub)).toBe(`${npub.slice(0, 8)}…${npub.slice(-4)}`);
});

test('an identifier of more than 255 bytes has no naddr: what the encoder would write names another repository (NIP-19)', () => {
	const address = (identifier: string, relayHints: never[] = []) => ({
		pubkey: pubkey as never,
		identifier,
		relayHints
	});
	expect(formatNaddr(address('é'.repeat(127)))).toBeDefined();
	expect(formatNaddr(address('é'.repeat(128)))).toBeUndefined();
	const hints = [`wss://x.example/${'y'.repeat(250)}`, 'wss://z.example'] as never[];
	const read = parseReference(formatNaddr(address('d', hints)) ?? '');
	expect(read).toEqual({ ok: true, value: address('d', ['wss://z.example'] as never[]) });
});
