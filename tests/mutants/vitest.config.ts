import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Runs the core properties against a copy of core, whose folder is `COUNTERSIGN_MUTANT`. */
export default defineConfig({
	root: fileURLToPath(new URL('../..', import.meta.url)),
	resolve: { alias: [{ find: /^#lib\/core\//, replacement: `${process.env['COUNTERSIGN_MUTANT']}/` }] },
	test: { include: ['tests/core/properties.test.ts'], environment: 'node', testTimeout: 60_000 }
});
