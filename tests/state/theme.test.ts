import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ThemeState, themeKey, type Theme } from '#lib/state/theme.svelte.ts';
import { storageOver } from './support/page-storage.ts';

/** A storage with what is kept in it. */
function storage(entries: [string, string][] = []) {
	const kept = new Map(entries);
	return { entries: kept, ...storageOver(kept)() };
}

describe('the theme', () => {
	test('is the system’s until one is chosen, and a choice is applied and remembered', () => {
		const kept = storage();
		const applied: Theme[] = [];
		const state = new ThemeState(
			() => kept,
			(theme) => applied.push(theme)
		);
		expect(state.theme).toBe('system');
		state.choose('dark');
		expect([state.theme, applied, kept.entries.get(themeKey)]).toEqual(['dark', ['system', 'dark'], 'dark']);
	});

	test('is recalled at the next visit; the system’s leaves nothing behind', () => {
		const kept = storage([[themeKey, 'light']]);
		const state = new ThemeState(
			() => kept,
			() => {}
		);
		expect(state.theme).toBe('light');
		state.choose('system');
		expect(kept.entries.size).toBe(0);
	});

	test('takes what it does not know for the system’s', () => {
		const kept = storage([[themeKey, 'sepia']]);
		expect(
			new ThemeState(
				() => kept,
				() => {}
			).theme
		).toBe('system');
	});

	test('works where the browser refuses to store anything', () => {
		const state = new ThemeState(storageOver('refused'), () => {});
		state.choose('dark');
		expect(state.theme).toBe('dark');
	});

	test('is read before the first paint under the same name', () => {
		expect(readFileSync(new URL('../../static/theme.js', import.meta.url), 'utf8')).toContain(`'${themeKey}'`);
	});
});
