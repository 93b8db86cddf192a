import { describe, expect, test } from 'vitest';
import { showUnseen } from '#lib/state/clean-text.ts';

describe('36. in what machines read, nothing stays unseen and nothing is left out', () => {
	test.each([
		['main', 'main'],
		['feat/größe-日本 🚀', 'feat/größe-日本 🚀'],
		['a b', 'a b'],
		['pay\u202Eyap', 'pay⟨U+202E⟩yap'],
		['\u2066x\u2069', '⟨U+2066⟩x⟨U+2069⟩'],
		['ma\u200Bin', 'ma⟨U+200B⟩in'],
		['a\u200Db', 'a⟨U+200D⟩b'],
		['a\u00A0b', 'a⟨U+00A0⟩b'],
		['a\u3000b', 'a⟨U+3000⟩b'],
		['a\nb\tc\u0000', 'a⟨U+000A⟩b⟨U+0009⟩c⟨U+0000⟩'],
		['\u{E0041}', '⟨U+E0041⟩'],
		['a\uD800b', 'a⟨U+D800⟩b'],
		['\u061C\u180E\u115F\u3164\uFE0F\u00AD', '⟨U+061C⟩⟨U+180E⟩⟨U+115F⟩⟨U+3164⟩⟨U+FE0F⟩⟨U+00AD⟩']
	])('%j is shown as %j', (text, shown) => expect(showUnseen(text)).toBe(shown));
});
