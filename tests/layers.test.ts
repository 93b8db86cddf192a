import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import { describe, expect, test } from 'vitest';
import { judgeImport, layerOf } from '../.config/judge-import.js';
import { layers } from '../.config/layers.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const rows: Record<string, { at: string; may: readonly string[] }> = layers;

/** Every code file in a folder, relative to the repository. */
function codeIn(folder: string): string[] {
	return readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
		.map((name) => `${folder}/${name}`)
		.filter((path) => /\.(ts|js|svelte)$/.test(path) && !path.endsWith('.d.ts') && statSync(root + path).isFile());
}

/** What a file imports, as the TypeScript scanner and not the linter's parser reads it. */
function importsOf(path: string): string[] {
	const text = readFileSync(root + path, 'utf8');
	const scripts = path.endsWith('.svelte')
		? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((found) => found[1] ?? '')
		: [text];
	const workers = [...text.matchAll(/new URL\(\s*'([^']+)',\s*import\.meta\.url/g)].map((found) => found[1] ?? '');
	return scripts
		.flatMap((script) => ts.preProcessFile(script, true, true).importedFiles.map((file) => file.fileName))
		.concat(workers);
}

const sources = ['src', 'cli', 'server'].flatMap(codeIn);

describe('the layer table', () => {
	test('names only layers that it has, and each folder once', () => {
		for (const { may } of Object.values(rows)) for (const name of may) expect(Object.keys(rows)).toContain(name);
		const folders = Object.values(rows).map((row) => row.at);
		expect(folders).toEqual([...new Set(folders)]);
	});

	test('has no cycle', () => {
		const open: string[] = [];
		const done = new Set<string>();
		const visit = (name: string): void => {
			expect(open, `a cycle: ${[...open, name].join(' → ')}`).not.toContain(name);
			if (done.has(name)) return;
			open.push(name);
			rows[name]?.may.forEach(visit);
			open.pop();
			done.add(name);
		};
		Object.keys(rows).forEach(visit);
	});

	test('covers every file with code', () => {
		expect(sources.filter((path) => layerOf(path) === undefined)).toEqual([]);
	});

	test('has no row without code', () => {
		const used = new Set(sources.map(layerOf));
		expect(Object.keys(rows).filter((name) => !used.has(name))).toEqual([]);
	});

	test('is obeyed by every import in the sources', () => {
		expect(sources.length).toBeGreaterThan(0);
		const faults = sources.flatMap((path) =>
			importsOf(path).flatMap((specifier) => {
				const fault = judgeImport(path, specifier);
				return fault === undefined ? [] : [`${path}: ${fault}`];
			})
		);
		expect(faults).toEqual([]);
	});
});

describe('an import is judged', () => {
	test.each([
		['src/lib/core/lead.ts', './graph.ts', undefined],
		['src/lib/core/lead.ts', '@noble/hashes/sha2.js', undefined],
		['src/lib/core/lead.ts', '#lib/port/port.ts', "layer 'core' may not import layer 'port' (src/lib/port/port.ts)"],
		['src/lib/core/lead.ts', 'ws', "layer 'core' may not import the package 'ws'"],
		['src/lib/core/lead.ts', '../port/port.ts', "'../port/port.ts' leaves its folder"],
		['src/lib/worker/watch.ts', './relays/pool.ts', undefined],
		['src/lib/worker/db/store.ts', '#lib/worker/relays/pool.ts', "layer 'db' may not import layer 'relays'"],
		['src/lib/state/forge.ts', '#lib/worker/forge.worker.ts?worker', undefined],
		['src/lib/state/forge.ts', '#lib/worker/watch.ts', "layer 'state' may not import layer 'worker'"],
		['src/lib/components/home/OpenBox.svelte', '$lib/components/ui/Box.svelte', 'write'],
		['src/lib/nowhere/x.ts', './y.ts', 'src/lib/nowhere/x.ts stands in no layer'],
		['server/relay.ts', 'node:http', undefined],
		['server/relay.ts', '#lib/worker/db/store.ts', "layer 'server' may not import layer 'db'"]
	])('%s importing %s', (from, specifier, expected) => {
		const fault = judgeImport(from, specifier);
		if (expected === undefined) expect(fault).toBeUndefined();
		else expect(fault).toContain(expected);
	});
});

describe('the linter reports', () => {
	// None of the rules here needs types, and to read all types of the project takes long.
	const linter = new ESLint({ cwd: root, overrideConfig: tseslint.configs.disableTypeChecked });
	async function messagesFor(filePath: string, text: string): Promise<string> {
		const [result] = await linter.lintText(text, { filePath: root + filePath });
		return (result?.messages ?? []).map(({ ruleId, message }) => `${ruleId}: ${message}`).join('\n');
	}

	test.each([
		[
			'an import against the table, with both layers and the table',
			'src/lib/core/kinds.ts',
			"export type { PersonView } from '#lib/worker/api.ts';",
			/layers\/imports: layer 'core' may not import layer 'contract'.*\.config\/layers\.js/
		],
		[
			'a type imported by its expression',
			'src/lib/core/kinds.ts',
			"export type X = import('#lib/port/port.ts').Channel;",
			/layers\/imports: layer 'core' may not import layer 'port'/
		],
		['a path that climbs', 'src/lib/port/port.ts', "export * from '../core/ids.ts';", /leaves its folder/],
		['window.nostr', 'src/lib/port/port.ts', 'export const x = (window as any).nostr;', /Only src\/lib\/signing/],
		["window['nostr']", 'src/lib/port/port.ts', "export const x = window['nostr'];", /Only src\/lib\/signing/],
		['nostr as a global', 'src/lib/port/port.ts', 'export const x = nostr;', /Only src\/lib\/signing/],
		['a look whether there is one', 'src/lib/port/port.ts', "export const x = 'nostr' in window;", /Only src\/lib/],
		['a socket', 'src/lib/port/port.ts', "export const x = new WebSocket('ws://x');", /Sockets are made in/],
		['a socket of self', 'src/lib/port/port.ts', "export const x = new self.WebSocket('');", /Sockets are made in/],
		['a clock in core', 'src/lib/core/kinds.ts', 'export const x = Date.now();', /core is pure/],
		['chance in core', 'src/lib/core/kinds.ts', 'export const x = Math.random();', /core is pure/],
		['{@html}', 'src/routes/+page.svelte', '{@html "<b>x</b>"}', /svelte\/no-at-html-tags/]
	])('%s', async (_, filePath, text, expected) => {
		expect(await messagesFor(filePath, text)).toMatch(expected);
	});

	test('nothing in a file that obeys', async () => {
		expect(await messagesFor('src/lib/core/kinds.ts', "export { ok } from './result.ts';\n")).toBe('');
	});
});
