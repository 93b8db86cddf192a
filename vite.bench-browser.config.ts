import { defineConfig } from 'vite';

/** What measures in a browser: a page and its worker, made of the app's own rooms. */
export default defineConfig({
	root: 'bench/browser',
	publicDir: false,
	logLevel: 'warn',
	// As in vite.config.ts.
	resolve: { alias: [{ find: /^tseep$/, replacement: 'tseep/lib/ee-safe.js' }] },
	worker: { format: 'es' },
	build: { target: 'es2022', outDir: '../../dist-bench/browser', emptyOutDir: true }
});
