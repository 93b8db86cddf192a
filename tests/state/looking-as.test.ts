import { describe, expect, test } from 'vitest';
import { formatNpub } from '#lib/core/address.ts';
import { nprofileEncode } from 'nostr-tools/nip19';
import type { Pubkey } from '#lib/core/ids.ts';
import { ok } from '#lib/core/result.ts';
import { LookingAs, mayHoldPerson, parsePerson } from '#lib/state/looking-as.svelte.ts';
import { presentError } from '#lib/state/present-error.ts';
import { storageOver } from './support/page-storage.ts';

const key = 'a3'.repeat(32) as Pubkey;
const npub = formatNpub(key);
const nsec = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5';

describe('whom a text names', () => {
	test.each([
		npub,
		` ${npub}\n`,
		npub.toUpperCase(),
		`nostr:${npub}`,
		key,
		key.toUpperCase(),
		nprofileEncode({ pubkey: key })
	])('%s', (text) => expect(parsePerson(text)).toEqual(ok(key)));

	test.each([
		['', 'not-a-person'],
		['alice', 'not-a-person'],
		[`${npub}/repo`, 'unreadable-key'],
		[npub.slice(0, -1), 'unreadable-key'],
		[key.slice(1), 'not-a-person'],
		[nsec, 'private-key'],
		[`look as ${nsec}`, 'private-key']
	])('nobody: %s', (text, kind) => {
		const result = parsePerson(text);
		expect(result).toEqual({ ok: false, error: { kind } });
		if (!result.ok) expect(presentError(result.error).title).not.toBe('');
	});

	test('a private key may not even stand in the line', () => {
		expect(mayHoldPerson(nsec)).toBe(false);
		expect(mayHoldPerson(npub)).toBe(true);
	});
});

describe('looking as somebody', () => {
	function start(kept: Map<string, string> | 'refused' = new Map()) {
		const asked: unknown[] = [];
		const forge = { call: async (name: string, params: unknown) => (asked.push([name, params]), ok(null)) };
		return { lookingAs: new LookingAs(forge as never, storageOver(kept)), asked };
	}

	test('is told to the worker, and kept for the tab', () => {
		const kept = new Map<string, string>();
		const { lookingAs, asked } = start(kept);
		expect(asked).toEqual([]);
		expect(lookingAs.choose(npub)).toEqual(ok(null));
		expect(lookingAs.npub).toBe(npub);
		expect(asked).toEqual([['viewAs', { pubkey: key }]]);
		const again = start(kept);
		expect(again.lookingAs.pubkey).toBe(key);
		expect(again.asked).toEqual([['viewAs', { pubkey: key }]]);
		again.lookingAs.clear();
		expect(again.lookingAs.pubkey).toBeUndefined();
		expect(again.asked.at(-1)).toEqual(['viewAs', {}]);
		expect(start(kept).lookingAs.pubkey).toBeUndefined();
	});

	test('a text that names nobody changes nothing, and no private key is kept', () => {
		const kept = new Map<string, string>();
		const { lookingAs, asked } = start(kept);
		lookingAs.choose(npub);
		expect(lookingAs.choose(nsec).ok).toBe(false);
		expect(lookingAs.pubkey).toBe(key);
		expect(asked).toHaveLength(1);
		expect([...kept.values()].join()).not.toContain('nsec');
	});

	test('goes on in a browser that refuses its storage', () => {
		const { lookingAs } = start('refused');
		expect(lookingAs.choose(npub)).toEqual(ok(null));
		expect(lookingAs.pubkey).toBe(key);
	});
});
