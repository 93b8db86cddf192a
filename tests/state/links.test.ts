import { describe, expect, test } from 'vitest';
import { parseAppSettings } from '#lib/state/app-settings.ts';
import { demoPath, groupDemos } from '#lib/state/demo-links.ts';
import { parseWebLink } from '#lib/state/web-link.ts';
import { alice } from './support/page.ts';

describe('links of strangers (CASES 7)', () => {
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

describe('config.json', () => {
	const demo = {
		name: 'sole',
		title: 'Sole maintainer',
		oneLine: 'Alone.',
		identifier: 'a/b',
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

	test('a demo repository that has no place in the story comes last', () => {
		const groups = groupDemos([{ ...demo, name: 'new' }, demo]);
		expect(groups.map(({ demos }) => demos.map(({ name }) => name))).toEqual([['sole'], ['new']]);
	});
});
