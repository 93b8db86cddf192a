import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { layerPlugin } from './.config/layer-rule.js';
import svelteConfig from './svelte.config.js';

const signer = 'Only src/lib/signing/nip07 may name the signer of the browser.';
const noSigner = [
	// Of whatever object, so that a cast does not hide it.
	{ selector: 'MemberExpression:matches([property.name="nostr"], [property.value="nostr"])', message: signer },
	{
		selector: 'VariableDeclarator[init.name=/^(window|globalThis|self)$/] > ObjectPattern > Property[key.name="nostr"]',
		message: signer
	},
	{ selector: 'BinaryExpression[operator="in"][left.value="nostr"]', message: signer }
];
const socket = 'Sockets are made in src/lib/worker/relays, by one pool.';
const noSocket = {
	selector: 'MemberExpression[property.name="WebSocket"]',
	message: socket
};
const noSignerGlobal = { name: 'nostr', message: signer };

/** Files that run in Node and prove or build things: their data is our own, so `any` in it is no danger. */
const tools = ['tests/**', 'e2e/**', 'bench/**', 'scripts/**', '.config/**', '*.js', '*.ts'];

export default defineConfig(
	{
		ignores: [
			'**/*.d.ts',
			'.svelte-kit/',
			'build/',
			'dist-*/',
			'node_modules/',
			'test-results/',
			'playwright-report/',
			'.data/'
		]
	},
	js.configs.recommended,
	...tseslint.configs.recommendedTypeChecked,
	...svelte.configs.recommended,
	{
		languageOptions: {
			parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
			globals: { ...globals.browser, ...globals.node }
		},
		plugins: { layers: layerPlugin },
		rules: {
			'layers/imports': 'error',
			eqeqeq: 'error',
			'no-restricted-syntax': ['error', ...noSigner],
			'no-restricted-globals': ['error', noSignerGlobal],
			'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
			// An async function may answer at once and still have to fit a promise's place.
			'@typescript-eslint/require-await': 'off',
			'@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }]
		}
	},
	{
		files: ['**/*.svelte', '**/*.svelte.ts'],
		languageOptions: { parserOptions: { parser: tseslint.parser, svelteConfig } },
		rules: {
			'svelte/no-at-html-tags': 'error',
			// What is reactive is said with a rune; a plain Set beside it is meant plain.
			'svelte/prefer-svelte-reactivity': 'off',
			// Our addresses are not Kit's routes: one function of ours writes every link.
			'svelte/no-navigation-without-resolve': 'off'
		}
	},
	{
		files: ['src/**'],
		ignores: ['src/lib/worker/relays/**'],
		rules: {
			'no-restricted-globals': ['error', noSignerGlobal, { name: 'WebSocket', message: socket }],
			'no-restricted-syntax': ['error', ...noSigner, noSocket]
		}
	},
	{
		files: ['src/lib/core/**'],
		rules: {
			'no-restricted-globals': [
				'error',
				noSignerGlobal,
				...['WebSocket', 'fetch', 'crypto', 'Date', 'setTimeout', 'setInterval', 'queueMicrotask'].map((name) => ({
					name,
					message: 'core is pure: no clock, no randomness, no I/O.'
				}))
			],
			'no-restricted-properties': ['error', { object: 'Math', property: 'random', message: 'core is pure.' }]
		}
	},
	{
		files: tools,
		rules: {
			'@typescript-eslint/no-unsafe-argument': 'off',
			'@typescript-eslint/no-unsafe-assignment': 'off',
			'@typescript-eslint/no-unsafe-call': 'off',
			'@typescript-eslint/no-unsafe-member-access': 'off',
			'@typescript-eslint/no-unsafe-return': 'off'
		}
	},
	// Types cost most in components, which svelte-check reads with types anyway.
	{ ...tseslint.configs.disableTypeChecked, files: ['**/*.svelte', '**/*.js'] }
);
