import { describe, expect, test } from 'vitest';
import { isLocalHost, isLoopbackHost, parseRelayUrl, parseRelayUrls } from '#lib/core/relay-url.ts';

describe('3. a relay is one host once (D39)', () => {
	test.each([
		['wss://X.example', 'wss://x.example'],
		['WSS://x.example/', 'wss://x.example'],
		['wss://x.example:443', 'wss://x.example'],
		['wss://x.example:443///', 'wss://x.example'],
		['ws://x.example:80/', 'ws://x.example'],
		['wss://x.example:8443', 'wss://x.example:8443'],
		['wss://x.example/path/', 'wss://x.example/path'],
		['wss://x.example/Path', 'wss://x.example/Path'],
		[' wss://x.example ', 'wss://x.example'],
		['wss://x.example/#frag', 'wss://x.example'],
		['ws://[::1]:7', 'ws://[::1]:7'],
		['wss://bücher.example', 'wss://xn--bcher-kva.example']
	])('%s is %s', (text, url) => {
		expect(parseRelayUrl(text)).toEqual({ ok: true, value: url });
	});

	test.each([
		['https://x.example', 'scheme'],
		['x.example', 'scheme'],
		['javascript:alert(1)', 'scheme'],
		['', 'scheme'],
		['wss://', 'not-a-url'],
		['wss://x y', 'not-a-url'],
		['wss://x.example\u0000', 'not-a-url'],
		['wss://x.ex\nample', 'not-a-url'],
		['wss://x.example/a\tb', 'not-a-url'],
		['wss://user:pw@x.example', 'credentials'],
		['wss://user@x.example', 'credentials']
	])('%s is none: %s', (text, reason) => {
		expect(parseRelayUrl(text)).toEqual({ ok: false, error: { kind: 'relay-url', reason, text } });
	});

	test('many slashes are read like few, and what is too long is none', () => {
		const slashes = '/'.repeat(900);
		expect(parseRelayUrl(`wss://x.example${slashes}`)).toEqual({ ok: true, value: 'wss://x.example' });
		expect(parseRelayUrl(`wss://x.example${slashes}y`)).toMatchObject({ ok: true });
		expect(parseRelayUrl(`wss://x.example/${'y'.repeat(200_000)}`)).toMatchObject({ ok: false });
	});

	test('in a list each stands once, and what is none is left out', () => {
		expect(parseRelayUrls(['wss://a.example/', 'nonsense', 'wss://A.example', 'wss://b.example'])).toEqual([
			'wss://a.example',
			'wss://b.example'
		]);
	});
});

test.each(['localhost', 'LOCALHOST', 'x.localhost', '127.0.0.1', '127.9.9.9', '[::1]', 'localhost.'])(
	'%s is this machine',
	(host) => {
		expect(isLoopbackHost(host)).toBe(true);
		expect(isLocalHost(host)).toBe(true);
	}
);

test.each([
	'10.0.0.1',
	'172.16.0.1',
	'172.31.255.255',
	'192.168.1.1',
	'169.254.1.1',
	'100.64.0.1',
	'0.0.0.0',
	'[fe80::1]',
	'[fd00::1]',
	'[::]',
	'[::ffff:c0a8:101]',
	'[::ffff:7f00:1]',
	'[::7f00:1]',
	'[64:ff9b::a00:1]',
	'[2002:7f00:1::]',
	'[fec0::1]',
	'[ff02::1]',
	'192.0.0.8',
	'198.18.0.1',
	'224.0.0.1',
	'255.255.255.255',
	'nas.lan',
	'nas.home',
	'printer.local',
	'router'
])('%s is in its own network', (host) => {
	expect(isLocalHost(host)).toBe(true);
});

test.each([
	'relay.example',
	'8.8.8.8',
	'172.32.0.1',
	'192.169.0.1',
	'[2001:db8::1]',
	'[64:ff9b::808:808]',
	'[2002:808:808::1]',
	'198.20.0.1',
	'local.example',
	'127.0.0.1.example'
])('%s is elsewhere', (host) => {
	expect(isLocalHost(host)).toBe(false);
});
