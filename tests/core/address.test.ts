import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noteEncode } from 'nostr-tools/nip19';
import {
	formatEventPath,
	formatNaddr,
	formatNostrUrl,
	formatNpub,
	formatOpening,
	formatPath,
	formatPersonPath,
	parseOpening,
	parsePath,
	parseReference,
	shortNpub,
	type Opening
} from '#lib/core/address.ts';
import type { EventId, Pubkey } from '#lib/core/ids.ts';
import { parseRelayUrl, type RelayUrl } from '#lib/core/relay-url.ts';

const pubkey = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798' as Pubkey;
const npub = formatNpub(pubkey);
const relay = (text: string) => {
	const parsed = parseRelayUrl(text);
	if (!parsed.ok) throw new Error(text);
	return parsed.value;
};
const alice = { local: 'alice', domain: 'example.com' };
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
	'-/people',
	'e',
	'prs',
	'repo.git',
	'a/b/c',
	'a/issues',
	'%252F',
	'%2e',
	'...',
	'+',
	'a+b&c=d;e,f',
	'line\nfeed\ttab',
	'\0',
	'\u202efdp.exe',
	'👩🏽‍💻🏳️‍🌈',
	'\ud800',
	'a\udfffb\udbff',
	'\ufffd',
	'nostr:x',
	'alice@example.com',
	'npub1',
	'名前'
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

describe('1. every identifier is routable and comes back the same (DESIGN, URLs)', () => {
	test.each(awkward)('%j', (identifier) => {
		for (const relayHints of hints) {
			const address = { pubkey, identifier, relayHints };
			// As a browser sees it: through its own URL parser.
			const { pathname } = new URL(formatPath(address), 'http://127.0.0.1:1');
			expect(parsePath(pathname)).toEqual({ page: 'repository', address, section: [] });
			expect(parseReference(formatNostrUrl(address))).toEqual({ ok: true, value: address });
			// A surrogate alone has no UTF-8, and so no naddr.
			const naddr = formatNaddr(address);
			if (naddr === undefined) expect(identifier).toMatch(/[\ud800-\udfff]/);
			else expect(parseReference(naddr)).toEqual({ ok: true, value: address });
			// Elsewhere `<npub>/<d>.git` is a clone of a server.
			if (!identifier.endsWith('.git') || relayHints.length > 0)
				expect(parseReference(`https://some.example${formatPath(address)}`)).toEqual({ ok: true, value: address });
			if (identifier !== '.' && identifier !== '..')
				expect(parsePath(new URL(`${pathname}/-/tree/main/a%2Fb`, 'http://x').pathname)).toEqual({
					page: 'repository',
					address,
					section: ['tree', 'main', 'a/b']
				});
		}
	});

	/** Not only characters: any row of UTF-16 units, and pieces that mean something in a path. */
	const anyText = fc
		.oneof(
			fc.string({ minLength: 1, unit: 'grapheme' }),
			fc.string({ minLength: 1, unit: 'binary' }),
			fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1 }).map((units) => String.fromCharCode(...units)),
			fc
				.array(
					fc.constantFrom('.', '..', '/', '-', '%', '%2F', '%25', '\\', '?', '#', ':', '@', 'a.b', 'tree', '\n', '🚀'),
					{
						minLength: 1
					}
				)
				.map((pieces) => pieces.join(''))
		)
		.filter((text) => !/sec1/i.test(text));

	test('any text at all', () => {
		fc.assert(
			fc.property(anyText, fc.constantFrom(...hints), (identifier, relayHints) => {
				const address = { pubkey, identifier, relayHints };
				const { pathname } = new URL(formatPath(address), 'http://127.0.0.1:1');
				expect(parsePath(pathname)).toEqual({ page: 'repository', address, section: [] });
				expect(parseReference(formatNostrUrl(address))).toEqual({ ok: true, value: address });
				const opened = { page: 'repository', address, section: [] } as const;
				expect(parsePath(new URL(formatOpening(opened), 'http://127.0.0.1:1').pathname)).toEqual(opened);
			}),
			{ numRuns: 2000 }
		);
	});

	test('any page behind it, in any text', () => {
		const sections = fc.array(
			anyText.filter((text) => text !== '.' && text !== '..'),
			{ minLength: 1, maxLength: 4 }
		);
		fc.assert(
			fc.property(anyText, sections, fc.constantFrom(...hints), (identifier, section, relayHints) => {
				const opened = { page: 'repository', address: { pubkey, identifier, relayHints }, section } as const;
				expect(parsePath(new URL(formatOpening(opened), 'http://127.0.0.1:1').pathname)).toEqual(opened);
			}),
			{ numRuns: 500 }
		);
	});

	test.each([
		['16 384 letters', 'x'.repeat(16_384), true],
		['16 384 characters that all need an escape', '%'.repeat(16_384), true],
		['16 384 bytes of three-byte characters', '名'.repeat(5_461), true],
		['one more', 'x'.repeat(16_385), false],
		['one more of three bytes', '名'.repeat(5_462), false]
	])('up to 16 kB, and no further: %s', (_, identifier, fits) => {
		const address = { pubkey, identifier, relayHints: hints[1] ?? [] };
		const { pathname } = new URL(formatPath(address), 'http://127.0.0.1:1');
		expect(parsePath(pathname)).toEqual(
			fits ? { page: 'repository', address, section: [] } : { page: 'not-an-address', error: { kind: 'too-long' } }
		);
		expect(parseReference(`30617:${pubkey}:${identifier}`).ok).toBe(fits);
	});

	test('two identifiers never share a path', () => {
		fc.assert(
			fc.property(anyText, anyText, (one, other) => {
				const path = (identifier: string) => formatPath({ pubkey, identifier, relayHints: [] });
				if (one !== other) expect(path(one)).not.toBe(path(other));
			})
		);
	});
});

describe('1. the paths of another forge lead to the same repository, and say which page of it was meant', () => {
	const at = (identifier: string, relayHints = hints[0] ?? []) => ({ pubkey, identifier, relayHints });
	const hinted = hints[1] ?? [];
	const long = `${'a'.repeat(64)}/name`;
	const nevent = formatEventPath({ eventId: 'e'.repeat(64) as EventId, relayHints: [] }).slice(1);
	test.each([
		[`/${npub}/repo/issues`, at('repo'), ['issues']],
		[`/${npub}/repo/prs`, at('repo'), ['prs']],
		[`/${npub}/repo/tree/main/src/a%2Fb.ts`, at('repo'), ['tree', 'main', 'src', 'a/b.ts']],
		[`/${npub}/repo/commit/abc`, at('repo'), ['commit', 'abc']],
		[`/${npub}/repo/commits`, at('repo'), ['commits']],
		[`/${npub}/repo/about`, at('repo'), ['about']],
		[`/${npub}/repo/issues/${nevent}`, at('repo'), ['issues', nevent]],
		[`/${npub}/repo/prs/${nevent}/commits`, at('repo'), ['prs', nevent, 'commits']],
		[`/${npub}/repo/${nevent}`, at('repo'), [nevent]],
		[`/${npub}/relay.example/repo/issues`, at('repo', hinted), ['issues']],
		[`/${npub}/relay.example/repo/tree/main/issues`, at('repo', hinted), ['tree', 'main', 'issues']],
		[`/${npub}/rely.example.com/tree/main`, at('rely.example.com'), ['tree', 'main']],
		[`/${npub}/${long}/issues`, at(long), ['issues']],
		[`/${npub}/relay.example/${long}/prs/x`, at(long, hinted), ['prs', 'x']],
		[`/${npub}/a%2Fb/issues`, at('a/b'), ['issues']],
		[`/r/${formatNaddr(at('repo', hinted))}`, at('repo', hinted), []],
		[`/r/${formatNaddr(at('repo', hinted))}/issues/x`, at('repo', hinted), ['issues', 'x']],
		[`/r/${formatNaddr(at('repo'))}/proposals`, at('repo'), ['proposals']],
		[`/${formatNaddr(at('repo'))}/prs`, at('repo'), ['prs']],
		[`/e/${formatNaddr(at('repo'))}`, at('repo'), []],
		[`/nostr:${formatNaddr(at('repo'))}`, at('repo'), []],
		[`/${pubkey.toUpperCase()}/repo/-/people`, at('repo'), ['people']],
		[`/${npub}/repo/-/tree/feat%2Fx/-/y`, at('repo'), ['tree', 'feat/x', '-', 'y']]
	])('%s', (path, address, section) => {
		expect(parsePath(path)).toMatchObject({ page: 'repository', address, section });
	});

	test('a name of a page in the second place may be part of the identifier: both are said', () => {
		expect(parsePath(`/${npub}/repo/issues`)).toEqual({
			page: 'repository',
			address: at('repo'),
			section: ['issues'],
			otherwise: at('repo/issues')
		});
		// As we write them nothing is open to doubt.
		for (const identifier of ['repo/issues', 'issues', 'tree'])
			for (const relayHints of hints)
				expect(parsePath(formatPath(at(identifier, relayHints)))).not.toHaveProperty('otherwise');
	});

	test('a repository without its owner is nobody’s', () => {
		expect(parsePath('/repo/ngit')).toEqual({ page: 'not-an-address', error: { kind: 'no-owner' } });
		for (const path of ['/search', '/relay/relay.example', '/r', '/e/x', '/p/x', '/r/r/r/r'])
			expect(parsePath(path), path).toEqual({ page: 'not-an-address', error: { kind: 'not-an-address' } });
	});
});

describe('5. people, events and names have a page of their own, and their paths come back the same', () => {
	const relayHints = hints[1] ?? [];
	const eventId = 'e'.repeat(64) as EventId;
	const person = { page: 'person', pubkey, relayHints: [], isBareHex: false } as const;
	const openings: readonly (readonly [Opening, string])[] = [
		[person, `/${npub}`],
		[{ ...person, relayHints }, '/nprofile1'],
		[{ ...person, isBareHex: true }, `/${pubkey}`],
		[{ page: 'event', event: { eventId, relayHints: [] } }, '/nevent1'],
		[{ page: 'event', event: { eventId, relayHints, author: pubkey } }, '/nevent1'],
		[{ page: 'name', name: alice, relayHints: [], section: [] }, '/alice@example.com'],
		[{ page: 'name', name: alice, identifier: 'a/b', relayHints: [], section: [] }, '/alice@example.com/a%2Fb'],
		[
			{ page: 'name', name: alice, identifier: 'd', relayHints, section: ['issues'] },
			'/alice@example.com/relay.example/d'
		],
		[
			{
				page: 'name',
				name: { local: '_', domain: 'example.com' },
				path: '/my/repo',
				identifier: 'my/repo',
				relayHints: [],
				section: []
			},
			'/example.com/my/repo'
		],
		[
			{ page: 'name', name: { local: 'bob', domain: 'localhost:7420' }, identifier: '-', relayHints: [], section: [] },
			'/bob@localhost:7420/%2D'
		]
	];
	test.each(openings)('%j', (opening, begins) => {
		const path = formatOpening(opening);
		expect(path.startsWith(begins), path).toBe(true);
		expect(parsePath(new URL(path, 'http://127.0.0.1:1').pathname)).toEqual(opening);
	});

	const names = (local: string, domain: string, rest: object = {}) =>
		expect.objectContaining({ page: 'name', name: { local, domain }, ...rest }) as unknown;
	test.each([
		[npub.toUpperCase(), person],
		[`nostr:${npub}`, person],
		[`nostr://${npub}`, person],
		[`https://gitworkshop.dev/p/${npub}`, person],
		[formatPersonPath(pubkey, relayHints).slice(1).toUpperCase(), { ...person, relayHints }],
		[pubkey.toUpperCase(), { ...person, isBareHex: true }],
		[`nostr:${formatEventPath({ eventId, relayHints }).slice(1)}`, { page: 'event', event: { eventId, relayHints } }],
		[noteEncode(eventId), { page: 'event', event: { eventId, relayHints: [] } }],
		[noteEncode(eventId).toUpperCase(), { page: 'event', event: { eventId, relayHints: [] } }],
		[`https://gitworkshop.dev/e/${eventId}`, { page: 'event', event: { eventId, relayHints: [] } }],
		['alice@example.com', names('alice', 'example.com')],
		['ALICE@Example.COM/d', names('alice', 'example.com', { identifier: 'd' })],
		['alice@example.com my repo', names('alice', 'example.com', { identifier: 'my repo' })],
		['nostr:alice@example.com/d', names('alice', 'example.com', { identifier: 'd' })],
		['nostr://alice@example.com/relay.example/d', names('alice', 'example.com', { identifier: 'd', relayHints })],
		['nostr://key@alice@example.com/d', names('alice', 'example.com', { identifier: 'd' })],
		['nostr://ssh/alice@nostr.example/d', names('alice', 'nostr.example', { identifier: 'd' })],
		['nostr://bob@nostr.example/d?relay=relay.example', names('bob', 'nostr.example', { relayHints })],
		[
			'git clone nostr://example.com/my/repo.git',
			names('_', 'example.com', { path: '/my/repo.git', identifier: 'repo.git' })
		],
		['nostr://example.com/d', names('_', 'example.com', { path: '/d', identifier: 'd' })],
		['example.com', names('_', 'example.com')],
		[
			'https://gitworkshop.dev/alice@example.com/relay.example/d/issues',
			names('alice', 'example.com', { identifier: 'd', relayHints, section: ['issues'] })
		],
		['bob@localhost:7420/d', names('bob', 'localhost:7420', { identifier: 'd' })],
		['bob@127.0.0.1:7420', names('bob', '127.0.0.1:7420')]
	])('pasted %s', (text, expected) => {
		const opened = parseOpening(text);
		expect(opened.ok && opened.value).toEqual(expected);
	});

	test.each([
		'a@b',
		'a@b@c',
		'@example.com',
		'a@-x.com',
		'a@x.com:99999',
		'a@x.com:8a',
		'a b@x.com/d',
		'index.html',
		'a@1.2.3.4',
		'a@[::1]',
		'a@x..com',
		'é@x.com'
	])('%s is no name, and asks nobody', (text) => {
		expect(parseOpening(text)).toMatchObject({ ok: false });
		expect(parsePath(`/${text}/d`)).toMatchObject({ page: 'not-an-address' });
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

describe('5. what is pasted is found', () => {
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

describe('5. what is no repository says why', () => {
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
