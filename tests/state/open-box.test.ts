import { describe, expect, test } from 'vitest';
import { formatNpub } from '#lib/core/address.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import { OpenBoxState } from '#lib/state/open-box.svelte.ts';

const npub = formatNpub('a'.repeat(64) as Pubkey);
// Made up: it has the form of a private key and is none.
const secret = `nsec1${'q'.repeat(58)}`;

describe('the open box', () => {
	test('goes to the page of what was pasted, and is empty again', () => {
		const box = new OpenBoxState();
		box.text = `  nostr://${npub}/tide-tables `;
		expect(box.submit()).toBe(`/${npub}/tide-tables`);
		expect(box.text).toBe('');
	});

	test('says in words why it cannot, keeps the text, and is quiet once it changes or on request', () => {
		const box = new OpenBoxState();
		box.text = 'nonsense';
		expect(box.submit()).toBeUndefined();
		expect(box.words?.title).toBe('This is not the address of a repository');
		expect(box.text).toBe('nonsense');
		box.text = 'nonsense/';
		expect(box.words).toBeUndefined();
		box.submit();
		expect(box.clearWords()).toBe(true);
		expect(box.words).toBeUndefined();
		expect(box.text).toBe('nonsense/');
		expect(box.clearWords()).toBe(false);
	});

	test.each([
		[npub.toUpperCase(), `/${npub}`],
		['a'.repeat(64), `/${'a'.repeat(64)}`],
		[`nostr:${npub}`, `/${npub}`],
		['ALICE@example.com', '/alice@example.com'],
		['alice@example.com/a b', '/alice@example.com/a%20b'],
		['nostr://example.com/repo.git', '/example.com/repo.git'],
		['nostr:note1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3qw0j9d', undefined],
		[`https://gitworkshop.dev/${npub}/relay.example/d/issues/x`, `/${npub}/relay.example/d/-/issues/x`]
	])('5. opens people, events, names and pages of other forges: %s', (text, path) => {
		const box = new OpenBoxState();
		box.text = text;
		expect(box.submit()).toBe(path);
	});

	test.each([secret, secret.toUpperCase(), `see ${secret}/name`, `nostr:${secret}`, `https://x.example/?k=${secret}`])(
		'scrubs all of %s at once',
		(text) => {
			const box = new OpenBoxState();
			box.text = text;
			expect(box.text).toBe('');
			expect(box.words?.title).toContain('private key');
			expect(JSON.stringify(box.words)).not.toContain('qqqq');
		}
	);

	test('lets no insertion in that would complete a private key, and scrubs what led up to it', () => {
		const box = new OpenBoxState();
		box.text = 'nsec1qqqqqqqqq';
		expect(box.mayInsert({ text: 'q', start: 14, end: 14 })).toBe(false);
		expect(box.text).toBe('');
		expect(box.mayInsert({ text: secret, start: 0, end: 0 })).toBe(false);
	});

	test('lets other insertions in where they go', () => {
		const box = new OpenBoxState();
		box.text = 'nsec is a word';
		expect(box.mayInsert({ text: '1', start: 4, end: 4 })).toBe(true);
		expect(box.text).toBe('nsec is a word');
	});

	test('tells at the start of a key found in the page’s own address', () => {
		expect(new OpenBoxState('private-key').words?.title).toContain('private key');
	});
});
