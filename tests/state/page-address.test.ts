import { expect, test } from 'vitest';
import { formatNaddr } from '#lib/core/address.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import { privateKeyRemoved, replacementFor } from '#lib/state/page-address.ts';

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
	`${site}/${formatNaddr({ pubkey: '7'.repeat(64) as Pubkey, identifier: key, relayHints: [] })}`
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
