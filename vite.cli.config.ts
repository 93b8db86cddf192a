import { defineConfig } from 'vite';

/** What runs in Node: the command line and the local server. Dependencies stay outside the bundle. */
export default defineConfig({
	publicDir: false,
	build: {
		ssr: true,
		target: 'node20',
		outDir: 'dist-cli',
		rollupOptions: { input: { resolve: 'cli/resolve.ts', server: 'server/main.ts' } }
	}
});
