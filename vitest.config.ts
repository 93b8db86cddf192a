import { defineConfig } from 'vitest/config';

export default defineConfig({
	resolve: { alias: [{ find: /^tseep$/, replacement: 'tseep/lib/ee-safe.js' }] },
	test: { include: ['tests/**/*.test.ts'], environment: 'node', testTimeout: 60_000 }
});
