import { describe, expect, test } from 'vitest';
import { drawQrCode, shareLinks } from '#lib/state/share.ts';

const address = {
	owner: { pubkey: '', npub: '' },
	identifier: 'd',
	path: '/npub1x/d',
	nostrUrl: 'nostr://npub1x/d',
	relayHints: []
};

describe('what is shared', () => {
	test('is the page on this site, nostr:// and naddr; an identifier too long for an naddr has none', () => {
		expect(shareLinks({ ...address, naddr: 'naddr1x' }, 'https://site.example')).toEqual({
			page: 'https://site.example/npub1x/d',
			nostrUrl: 'nostr://npub1x/d',
			naddr: 'naddr1x'
		});
		expect(shareLinks({ ...address, naddr: '' }, 'https://site.example')).not.toHaveProperty('naddr');
	});

	test('is a square of squares with a light border of four, and no code when the text is too long', () => {
		const rows = drawQrCode('https://site.example/npub1x/d') ?? [];
		expect(rows.length).toBeGreaterThan(20);
		for (const row of rows) expect(row.length).toBe(rows.length);
		const edge = [...rows.slice(0, 4), ...rows.slice(-4)].flat();
		const sides = rows.flatMap((row) => [...row.slice(0, 4), ...row.slice(-4)]);
		expect([...edge, ...sides].some(Boolean)).toBe(false);
		expect(rows[4]?.slice(4, 11)).toEqual(Array.from({ length: 7 }, () => true));
		expect(drawQrCode('x'.repeat(4_000))).toBeUndefined();
	});
});
