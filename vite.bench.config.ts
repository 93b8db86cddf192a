import { defineConfig } from 'vite';

/** What measures, built for Node as the command line is. */
export default defineConfig({
	publicDir: false,
	logLevel: 'warn',
	build: { ssr: true, target: 'node20', outDir: 'dist-bench', rollupOptions: { input: { bench: 'bench/bench.ts' } } }
});
