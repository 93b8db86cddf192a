import { neventEncode, nprofileEncode } from 'nostr-tools/nip19';
import { expect, test } from 'vitest';
import { formatNaddr } from '#lib/core/address.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import type { RelayUrl } from '#lib/core/relay-url.ts';
import { privateKeyRemoved, replacementFor } from '#lib/state/page-address.ts';

const pubkey = '7'.repeat(64) as Pubkey;
const key = `nsec1${'q'.repeat(58)}`;
const site = 'https://site.example';

test.each([
	`${site}/${key}`,
	`${site}/x/${key.toUpperCase()}`,
	`${site}/?a=${key}`,
	`${site}/#${key}`,
	`${site}/${key.replace('n', '%6e').replace('1', '%31')}`,
	`${site}/%E0%A4%A/%/${key}`,
	`${site}/ncryptsec1${'q'.repeat(58)}`,
	`${site}/${key}@example.com/d`,
	`${site}/alice@example.com/${key}`,
	`${site}/p/${key}`,
	`${site}/e/${key}`,
	`${site}/repo/${key}`,
	`${site}/${formatNaddr({ pubkey, identifier: key, relayHints: [] })}`,
	`${site}/r/${formatNaddr({ pubkey, identifier: key, relayHints: [] })}/issues`,
	`${site}/e/${formatNaddr({ pubkey, identifier: 'd', relayHints: [`wss://x.example/${key}` as RelayUrl] })}`,
	`${site}/${nprofileEncode({ pubkey, relays: [`wss://x.example/?${key}`] })}`,
	`${site}/${nprofileEncode({ pubkey, relays: [key] })}/d`,
	`${site}/${neventEncode({ id: pubkey, relays: [`wss://${key.replace('n', '%6e')}.example`] })}`,
	`${site}/nostr:${neventEncode({ id: pubkey, relays: [`no relay ${key}`] })}`
])('a private key leaves the address wherever it stands: %s', (href) => {
	expect(replacementFor(href)).toBe(privateKeyRemoved);
});

test.each([
	[`${site}/x?a=%#%`, `${site}/x?a=%`],
	[`${site}/#%E0%A4%A`, `${site}/`],
	[`${site}//elsewhere.example#%`, `${site}//elsewhere.example`]
])('a hash that cannot be decoded leaves the address, and nothing else: %s', (href, expected) => {
	expect(replacementFor(href)).toBe(expected);
});

test.each([
	`${site}/`,
	`${site}/x#health`,
	`${site}/%`,
	`${site}/x#%41`,
	`${site}/nsec1`,
	`${site}${privateKeyRemoved}`
])('any other address stays: %s', (href) => {
	expect(replacementFor(href)).toBeUndefined();
});
