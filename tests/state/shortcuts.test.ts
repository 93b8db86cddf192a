import { expect, test } from 'vitest';
import { glossary } from '#lib/state/glossary.ts';
import { bindingsOf, shortcuts } from '#lib/state/shortcuts.ts';

test('every shortcut stands in the help once, with keys of its own', () => {
	const bindings = shortcuts.flatMap(bindingsOf);
	expect(new Set(bindings).size).toBe(bindings.length);
	expect(bindings).toEqual(['/', 'Shift+/', 'g h', 'g s', '?', 'Shift+?']);
});

test('every word of the glossary is explained in one line, and not by itself', () => {
	for (const { word, meaning } of Object.values(glossary)) {
		expect(meaning.length, word).toBeLessThanOrEqual(180);
		expect(meaning, word).toMatch(/^[A-Z].*\.$/);
		expect(meaning.toLowerCase(), word).not.toContain(word.toLowerCase());
	}
});
