import { describe, expect, test } from 'vitest';
import { parseAppSettings } from '#lib/state/app-settings.ts';
import { demoPath, groupDemos } from '#lib/state/demo-links.ts';
import { cleanTopics } from '#lib/state/clean-text.ts';
import { parseWebLink, parseWebLinks } from '#lib/state/web-link.ts';
import { alice } from './support/page.ts';

describe('7. links of strangers', () => {
	test.each(['https://ferries.example', 'http://ferries.example/a?b#c', ' HTTPS://ferries.example '])(
		'%s is a link',
		(value) => expect(parseWebLink(value).kind).toBe('link')
	);
	test.each([
		'javascript:alert(1)',
		'data:text/html,x',
		'ext::sh -c touch% /tmp/x',
		'//ferries.example',
		'https://user:pw@ferries.example',
		'ferries.example',
		'https://',
		''
	])('%j is only text', (value) => expect(parseWebLink(value)).toEqual({ kind: 'text', text: value }));
});

describe('what strangers list', () => {
	test('a link stands once, however it was written', () => {
		const texts = parseWebLinks(['https://a', 'https://a/', 'HTTPS://A', 'http://a', 'a', ' a ']).map(
			({ text }) => text
		);
		expect(texts).toEqual(['a', 'http://a', 'a']);
	});

	test('what has nothing to see is left out, and the rest is in visible characters', () => {
		expect(parseWebLinks(['', ' ', '\u202e', 'java\u200bscript:x'])).toEqual([{ kind: 'text', text: 'javascript:x' }]);
		expect(cleanTopics(['', '\u202e', '\u200b', 'git', 'git\u200b', 'git', '\u202etig'])).toEqual(['git', 'tig']);
	});

	test('an endless link is cut where it is read, not where it leads', () => {
		const [link] = parseWebLinks([`https://a/${'x'.repeat(9_000)}`]);
		expect(link?.text.length).toBe(301);
		expect(link?.kind === 'link' && link.href.length).toBe(9_010);
	});
});

describe('config.json', () => {
	const demo = {
		name: 'sole',
		title: 'Sole maintainer',
		oneLine: 'Alone.',
		identifier: 'a/b',
		group: 'order',
		relayHint: 'ws://127.0.0.1:7777',
		coordinates: [{ person: 'alice', pubkey: alice.pubkey }]
	};

	test('is read with its demo repositories, each with a path for each coordinate', () => {
		const settings = parseAppSettings({ indexRelays: ['wss://index.example'], local: true, demo: [demo] });
		expect(settings).toEqual({ indexRelays: ['wss://index.example'], local: true, demo: [demo] });
		expect(demoPath(demo, alice.pubkey)).toBe(`/${alice.npub}/ws%3A%2F%2F127.0.0.1%3A7777/a%2Fb`);
	});

	test.each([null, 7, 'x', [], {}, { indexRelays: 7, demo: [{}, null, { ...demo, coordinates: [] }] }])(
		'%j is no reason to fail',
		(json) => expect(parseAppSettings(json)).toEqual({ indexRelays: [], local: false, demo: [] })
	);

	test('demo repositories stand by situation, each in its order, one of no known situation last', () => {
		const { group: _, ...without } = demo;
		const groups = groupDemos([
			{ ...demo, name: 'new', group: 'other' },
			{ ...demo, name: 'cycle', group: 'wrong' },
			demo,
			{ ...without, name: 'old' },
			{ ...demo, name: 'pair' }
		]);
		expect(groups.map(({ title, demos }) => [title, ...demos.map(({ name }) => name)])).toEqual([
			['In order', 'sole', 'pair'],
			['Something is wrong', 'cycle'],
			['And others', 'new', 'old']
		]);
	});
});
