import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
	// For the classes in `.svelte.ts` files, whose runes have to be compiled.
	plugins: [svelte()],
	resolve: { alias: [{ find: /^tseep$/, replacement: 'tseep/lib/ee-safe.js' }] },
	test: { include: ['tests/**/*.test.ts'], environment: 'node', testTimeout: 60_000 }
});
