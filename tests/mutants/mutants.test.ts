import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(root, 'node_modules', '.mutants-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** One line of core made wrong, and the property that must notice. */
interface Mutant {
	readonly property: string;
	readonly file: string;
	readonly line: string;
	readonly becomes: string;
}

const mutants: readonly Mutant[] = [
	{
		property: 'order, repetition and which relay gave what do not matter',
		file: 'speakers.ts',
		line: 'if (known === undefined || compareNewestFirst(event, known) < 0) latest.set(event.pubkey, event);',
		becomes: 'latest.set(event.pubkey, event);'
	},
	{
		property: 'a cache that kept only the latest of each gives the same view',
		file: 'speakers.ts',
		line: 'if (known === undefined || compareNewestFirst(event, known) < 0) latest.set(event.pubkey, event);',
		becomes: 'if (known === undefined || compareNewestFirst(event, known) > 0) latest.set(event.pubkey, event);'
	},
	{
		property: 'an active edge whose subject does not answer adds no member',
		file: 'graph.ts',
		line: 'if (namesAny(answer, confirmed)) add(answer);',
		becomes: 'if (answer.edges.length >= 0) add(answer);'
	},
	{
		property: 'a defer or an ended record never adds a member',
		file: 'roles.ts',
		line: 'active: !defers && boundaries.length % 2 === 1',
		becomes: 'active: boundaries.length % 2 === 1'
	},
	{
		property: 'a defer or an ended record never adds a member',
		file: 'roles.ts',
		line: 'active: !defers && boundaries.length % 2 === 1',
		becomes: 'active: !defers'
	},
	{
		property: 'no tags at all make the resolver throw',
		file: 'boundary.ts',
		line: 'if (code < 48 || code > 57) return undefined;',
		becomes: 'if (code > 127) return undefined;'
	}
];

/** Runs one property against a core with one line replaced. */
function runWith({ property, file, line, becomes }: Mutant, name: string): { status: number | null; output: string } {
	const core = join(scratch, name);
	cpSync(join(root, 'src/lib/core'), core, { recursive: true });
	const source = readFileSync(join(core, file), 'utf8');
	expect(source.split(line), `${file} has the line once`).toHaveLength(2);
	writeFileSync(
		join(core, file),
		source.replace(line, () => becomes)
	);
	const vitest = join(root, 'node_modules/vitest/vitest.mjs');
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		[vitest, 'run', '--config', 'tests/mutants/vitest.config.ts', '-t', property],
		{ cwd: root, encoding: 'utf8', env: { ...process.env, COUNTERSIGN_MUTANT: core, NO_COLOR: '1' } }
	);
	return { status, output: stdout + stderr };
}

describe('each property turns red when one line of core is wrong', () => {
	test.each(mutants.map((mutant, index) => ({ ...mutant, index })))(
		'$file: $becomes',
		(mutant) => {
			const { status, output } = runWith(mutant, `mutant-${mutant.index}`);
			expect(status, output).toBe(1);
			// Red by the property itself, not by something else that broke.
			expect(output).toContain('Property failed after');
			expect(output).toMatch(/Tests\s+1 failed/);
		},
		120_000
	);

	test('and stays green when a line is replaced by itself', { timeout: 120_000 }, () => {
		const [first] = mutants as [Mutant];
		const { status, output } = runWith({ ...first, becomes: first.line }, 'none');
		expect(status, output).toBe(0);
	});
});
