import { describe, expect, test } from 'vitest';
import { IndexRelays, indexRelaysKey, readOwnIndexRelays } from '#lib/state/index-relays.svelte.ts';
import { presentError } from '#lib/state/present-error.ts';
import { storageOver } from './support/page-storage.ts';

function start(kept: Map<string, string> | 'refused' = new Map(), given = ['wss://given.example']) {
	const told: (readonly string[])[] = [];
	const storage = storageOver(kept);
	return {
		relays: new IndexRelays(
			storage,
			() => given,
			(list) => told.push(list)
		),
		told,
		storage
	};
}

describe('the index relays', () => {
	test('are those of the site until the reader changes them, and again when they want that', () => {
		const { relays, told, storage } = start();
		expect([relays.list, relays.isOwn]).toEqual([['wss://given.example'], false]);
		expect(relays.add(' Mine.example/ ').ok).toBe(true);
		expect(relays.list).toEqual(['wss://given.example', 'wss://mine.example']);
		expect(readOwnIndexRelays(storage)).toEqual(relays.list);
		relays.remove('wss://given.example');
		expect(relays.list).toEqual(['wss://mine.example']);
		relays.remove('wss://mine.example');
		expect([relays.list, relays.isOwn]).toEqual([[], true]);
		relays.reset();
		expect([relays.list, relays.isOwn]).toEqual([['wss://given.example'], false]);
		expect(readOwnIndexRelays(storage)).toBeUndefined();
		expect(told).toHaveLength(4);
		expect(told.at(-1)).toEqual(['wss://given.example']);
	});

	test.each([
		['https://relay.example', 'scheme'],
		['wss://me:secret@relay.example', 'credentials'],
		['relay', 'not-a-url'],
		['', 'not-a-url']
	])('%j is refused in words', (text, reason) => {
		const { relays, told } = start();
		const added = relays.add(text);
		expect(added).toMatchObject({ ok: false, error: { kind: 'relay-url', reason } });
		if (!added.ok) expect(presentError(added.error).title).not.toBe('');
		expect(told).toEqual([]);
	});

	test.each([`nsec1${'q'.repeat(58)}`, `wss://relay.example/n%73ec1${'q'.repeat(58)}`])(
		'%j holds a private key: refused, asked nowhere and not kept',
		(text) => {
			const kept = new Map<string, string>();
			const { relays, told } = start(kept);
			expect(relays.add(text)).toEqual({ ok: false, error: { kind: 'private-key' } });
			expect([relays.list, told, [...kept]]).toEqual([['wss://given.example'], [], []]);
		}
	);

	test('one that is there, however it is written, and the one too many', () => {
		const { relays } = start();
		expect(relays.add('WSS://GIVEN.example:443/')).toEqual({ ok: false, error: { kind: 'relay-there' } });
		for (let index = 0; index < 19; index++) expect(relays.add(`r${index}.example`).ok).toBe(true);
		expect(relays.add('more.example')).toEqual({ ok: false, error: { kind: 'too-many-relays' } });
	});

	test('a local one may be named: a person typed it in', () => {
		const { relays } = start();
		expect(relays.add('localhost:7421').ok).toBe(true);
		expect(relays.list).toContain('ws://localhost:7421');
	});

	test.each(['{', '"x"', '[1]', '{"a":1}'])('a list that cannot be read (%s) is none', (text) => {
		expect(start(new Map([[indexRelaysKey, text]])).relays.isOwn).toBe(false);
	});

	test('in a browser that refuses its storage they hold as long as the tab, and that is said', () => {
		const { relays } = start('refused');
		expect(relays.add('mine.example').ok).toBe(true);
		expect([relays.list.length, relays.isKept]).toEqual([2, false]);
	});
});
