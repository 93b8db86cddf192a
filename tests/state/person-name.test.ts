import { describe, expect, test } from 'vitest';
import { cleanText } from '#lib/state/clean-text.ts';
import { cleanName, findKeyTwins, findNamesakes, nameInText, shortenNpub } from '#lib/state/person-name.ts';
import { alice, bob, person } from './support/page.ts';

describe('names of strangers (CASES 35)', () => {
	test.each([
		['Alice', 'Alice'],
		['  Al\n ice ', 'Al ice'],
		['\u202EecilA', 'ecilA'],
		['Al\u200Bi\u2066ce\u2069', 'Alice'],
		['', undefined],
		['\u200B\u200C\u200D\u2800 \u3164', undefined],
		['\u0301\u0301', undefined],
		['✓ Lead maintainer', '✓ Lead maintainer'],
		['क्‍ष', 'क्‍ष']
	])('%j is shown as %j', (name, shown) => expect(cleanName(name)).toBe(shown));

	test('at most 40 letters are shown, and few marks on each', () => {
		expect(cleanName('x'.repeat(41))).toBe(`${'x'.repeat(40)}…`);
		expect(cleanName(`a${'\u0301'.repeat(300)}b`)).toBe(`a${'\u0301'.repeat(3)}b`);
		expect(cleanName('y'.repeat(1_000_000))).toHaveLength(41);
	});

	test('a description keeps its lines', () => {
		expect(cleanText('one\n\u202Etwo\u0000', 100)).toBe('one\ntwo');
	});
});

describe('people of the same name', () => {
	test('both are found, without regard to case, width, marks and invisible characters', () => {
		const twin = person('ａｌＩ\u200Bcé', 'd');
		expect([...findNamesakes([{ ...alice, name: 'Alice' }, bob, twin])]).toEqual([alice.pubkey, twin.pubkey]);
	});

	test.each(['Аlice', 'ΑLICE', 'A1ice', 'Aӏісе', 'Alíсе', 'A|ice', 'Ａｌｉｃｅ', 'A l-i.c_e', 'alice\u0301'])(
		'35. %s passes for Alice, and is found',
		(name) => {
			const twin = person(name, 'd');
			expect([...findNamesakes([{ ...alice, name: 'Alice' }, bob, twin])]).toEqual([alice.pubkey, twin.pubkey]);
		}
	);

	test.each([
		['Bob', 'Rob'],
		['Марк', 'Макс'],
		['Νίκος', 'Νίκη'],
		['あい', 'あお'],
		['Tom', 'Tim']
	])('35. %s and %s are two names', (one, other) =>
		expect(findNamesakes([person(one, 'd'), person(other, 'e')]).size).toBe(0)
	);

	test('one person met twice, and people without a name, are nobody’s namesakes', () => {
		expect(findNamesakes([alice, alice, person(undefined, 'e'), person(undefined, 'f')]).size).toBe(0);
	});
});

test('in plain text a name is isolated, and without one the short key stands', () => {
	expect(nameInText(alice)).toBe('\u2068Alice\u2069');
	const nameless = person(undefined, 'e');
	expect(nameInText(nameless)).toBe(shortenNpub(nameless.npub));
	expect(shortenNpub(nameless.npub)).toMatch(/^npub1[a-z0-9]{3}…[a-z0-9]{4}$/);
});

test('35. two keys that are shortened to the same are both found, others and one met twice are not', () => {
	const twins = [`npub1abc${'q'.repeat(51)}wxyz`, `npub1abc${'p'.repeat(51)}wxyz`, `npub1abd${'p'.repeat(51)}wxyz`];
	const [one, other, third] = twins.map((npub, index) => ({ pubkey: `${index}`.repeat(64), npub }));
	expect([...findKeyTwins([one!, other!, third!, alice, alice])]).toEqual([one!.pubkey, other!.pubkey]);
});
