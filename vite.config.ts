import { sveltekit } from '@sveltejs/kit/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
	plugins: [tailwindcss(), sveltekit()],
	// NDK's emitter library builds functions from text, which our policy forbids; this entry of it does not.
	resolve: { alias: [{ find: /^tseep$/, replacement: 'tseep/lib/ee-safe.js' }] },
	worker: { format: 'es' },
	build: { target: 'es2022', manifest: true }
});
