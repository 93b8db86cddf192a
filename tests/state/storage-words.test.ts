import { expect, test } from 'vitest';
import { sayBytes, sayStorage, sayStorageUse } from '#lib/state/present-storage.ts';

test('21. every reason for not keeping has words of its own, and says that reading goes on', () => {
	const reasons = ['refused', 'blocked', 'full', 'lost'] as const;
	const words = reasons.map((reason) => sayStorage({ kind: 'memory', reason }));
	expect(new Set(words.map(({ title }) => title)).size).toBe(reasons.length);
	for (const { title, body } of words) {
		expect(title).toMatch(/^Not kept/);
		expect(body).toMatch(/Everything (works|goes on)/);
	}
	expect(sayStorage({ kind: 'kept' }).title).toBe('Kept in this browser');
});

test.each([
	[0, '0 bytes'],
	[999, '999 bytes'],
	[1_000, '1.0 kB'],
	[1_234_567, '1.2 MB'],
	[456_000_000, '456 MB'],
	[5e12, '5000 GB']
])('%d bytes read %s', (bytes, words) => expect(sayBytes(bytes)).toBe(words));

test('what a browser does not tell is not made up', () => {
	const use = { storage: { kind: 'kept' }, eventCount: 1_200, repositoryCount: 1 } as const;
	expect(sayStorageUse(use)).toBe('1\u2009200 records; 1 repository opened');
	expect(sayStorageUse({ ...use, sizeBytes: 2_000 })).toContain('about 2.0 kB');
});
