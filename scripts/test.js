import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findOrInstallChromium } from './chromium.js';
import { checkNode, ensureInstalled, npm, root, run } from './prepare.js';

/**
 * `npm test`: check, unit, build, e2e, in this order; the first that fails ends it with its exit code. The last line is
 * `N passed, N failed`. A skipped test counts as failed: nothing here may be skipped.
 * @typedef {{ passed: number, failed: number }} Count
 */

/** @type {Count} */
const total = { passed: 0, failed: 0 };

checkNode();
ensureInstalled();

const chromium = findOrInstallChromium();
if (chromium === undefined) {
	console.error(
		process.env['CHROMIUM_PATH']
			? `CHROMIUM_PATH (${process.env['CHROMIUM_PATH']}) is no browser that runs.`
			: 'The browser tests need a Chromium: install one, or set CHROMIUM_PATH to its program.'
	);
	end(1);
}
process.env['CHROMIUM_PATH'] = chromium;
console.log(`Chromium: ${chromium}`);

step('check', () => npm('run', 'check'));
step('unit', () => vitest(), readVitest);
step('build', () => npm('run', 'build'));
step('e2e', () => playwright(), readPlaywright);
end(0);

/**
 * @param {string} name
 * @param {() => number} act
 * @param {() => Count} [count] reads the report the step wrote
 */
function step(name, act, count) {
	console.log(`\n── ${name}`);
	const startedAt = Date.now();
	const code = act();
	const counted = count?.() ?? { passed: 0, failed: 0 };
	total.passed += counted.passed;
	total.failed += counted.failed;
	console.log(`── ${name}: ${code === 0 ? 'good' : 'failed'}, ${Math.round((Date.now() - startedAt) / 1000)} s`);
	if (code === 0 && counted.failed === 0) return;
	if (counted.failed === 0) total.failed += 1;
	end(code || 1);
}

/**
 * @param {number} code
 * @returns {never}
 */
function end(code) {
	if (code !== 0 && total.failed === 0) total.failed = 1;
	console.log(`\n${total.passed} passed, ${total.failed} failed`);
	process.exit(code);
}

function vitest() {
	const report = fresh('test-results/unit.json');
	return run(process.execPath, [
		'node_modules/vitest/vitest.mjs',
		'run',
		'--reporter=default',
		'--reporter=json',
		`--outputFile.json=${report}`
	]);
}

/** @returns {Count} */
function readVitest() {
	const report = read('test-results/unit.json');
	const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
	return { passed: report?.numPassedTests ?? 0, failed: (report?.numFailedTests ?? 0) + skipped };
}

function playwright() {
	fresh('test-results/e2e.json');
	return run(process.execPath, ['node_modules/@playwright/test/cli.js', 'test']);
}

/** @returns {Count} */
function readPlaywright() {
	const stats = read('test-results/e2e.json')?.stats;
	const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) + (stats?.skipped ?? 0);
	return { passed: stats?.expected ?? 0, failed };
}

/**
 * A report's path, with no older report standing there.
 * @param {string} path
 */
function fresh(path) {
	rmSync(join(root, path), { force: true });
	return path;
}

/**
 * @param {string} path
 * @returns {any} undefined when the step ended before it wrote its report
 */
function read(path) {
	return existsSync(join(root, path)) ? JSON.parse(readFileSync(join(root, path), 'utf8')) : undefined;
}
