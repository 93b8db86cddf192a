/** What markup is made of. */
const componentPackages = ['svelte', 'svelte/*', '@lucide/svelte', '@lucide/svelte/*'];

/**
 * Who may import whom: the one table. eslint enforces it, tests/layers.test.ts checks that it has no cycles and that
 * every folder with code stands in it.
 *
 * `at`: the folder (or one file) of the layer; the longest match wins. `may`: the layers it imports from, besides
 * itself. `packages`: the packages it imports from (`*` at the end matches any rest).
 */
export const layers = {
	core: { at: 'src/lib/core', may: [], packages: ['@noble/*', '@scure/*', 'nostr-tools/nip19'] },
	contract: { at: 'src/lib/worker/api.ts', may: ['core'], packages: [] },
	port: { at: 'src/lib/port', may: ['core'], packages: [] },
	relays: { at: 'src/lib/worker/relays', may: ['core'], packages: ['@nostr-dev-kit/ndk'] },
	ingest: { at: 'src/lib/worker/ingest', may: ['core'], packages: [] },
	db: { at: 'src/lib/worker/db', may: ['core'], packages: ['dexie'] },
	discovery: { at: 'src/lib/worker/discovery', may: ['core', 'relays', 'ingest', 'db'], packages: [] },
	lookup: { at: 'src/lib/worker/lookup', may: ['core'], packages: [] },
	worker: {
		at: 'src/lib/worker',
		may: ['core', 'contract', 'port', 'relays', 'ingest', 'db', 'discovery', 'lookup'],
		packages: ['@nostr-dev-kit/ndk']
	},
	entry: { at: 'src/lib/worker/forge.worker.ts', may: ['core', 'contract', 'port', 'worker'], packages: [] },
	state: {
		at: 'src/lib/state',
		may: ['core', 'contract', 'port', 'entry'],
		packages: ['svelte', 'svelte/*', '$app/*', 'uqr']
	},
	ui: {
		at: 'src/lib/components/ui',
		may: [],
		packages: componentPackages
	},
	lookupParts: {
		at: 'src/lib/components/lookup',
		may: ['ui', 'contract', 'state'],
		packages: componentPackages
	},
	person: {
		at: 'src/lib/components/person',
		may: ['ui', 'contract', 'state', 'lookupParts'],
		packages: componentPackages
	},
	repository: {
		at: 'src/lib/components/repository',
		may: ['ui', 'contract', 'state'],
		packages: componentPackages
	},
	home: {
		at: 'src/lib/components/home',
		may: ['ui', 'contract', 'state'],
		packages: componentPackages
	},
	settings: {
		at: 'src/lib/components/settings',
		may: ['ui', 'contract', 'state'],
		packages: componentPackages
	},
	routes: {
		at: 'src/routes',
		may: ['core', 'contract', 'state', 'ui', 'repository', 'home', 'lookupParts', 'person', 'settings'],
		packages: [...componentPackages, '$app/*', '@sveltejs/kit', 'tinykeys']
	},
	shell: { at: 'src/service-worker', may: [], packages: ['$service-worker'] },
	hooks: { at: 'src/hooks.ts', may: ['core'], packages: ['@sveltejs/kit'] },
	cli: { at: 'cli', may: ['core'], packages: ['node:*'] },
	demo: { at: 'server/demo', may: ['core'], packages: ['@noble/*'] },
	server: { at: 'server', may: ['core', 'demo'], packages: ['node:*', 'ws'] }
};
