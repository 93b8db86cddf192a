/**
 * What our commands need before they can do their work: the right Node, the packages of the lock file, a build as new as
 * its sources. Plain Node, no packages: it runs before there are any. What it starts writes to stderr, so that a
 * command's own output stays clean.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** What each half of a build reads, what it writes last, and the script that does it. */
const halves = {
	app: {
		sources: ['src', 'static', 'svelte.config.js', 'vite.config.ts', 'scripts/write-headers.js', 'package-lock.json'],
		outputs: ['build/200.html', 'build/_headers'],
		script: 'build:app'
	},
	cli: {
		sources: ['cli', 'server', 'src/lib/core', 'vite.cli.config.ts', 'package-lock.json'],
		outputs: ['dist-cli/server.js', 'dist-cli/resolve.js'],
		script: 'build:cli'
	}
};

/** Ends the process with a plain sentence when this Node is older than what we build with. */
export function checkNode() {
	const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
	if (major > 20 || (major === 20 && minor >= 19)) return;
	console.error(`Countersign needs Node 20.19 or newer; this is ${process.versions.node}.`);
	process.exit(1);
}

/**
 * Runs a command in the repository with its output shown.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env] added to ours
 * @param {import('node:child_process').StdioOptions} [stdio]
 * @returns {number} its exit code; 1 when it could not be started
 */
export function run(command, args, env = {}, stdio = 'inherit') {
	const { status, error } = spawnSync(command, args, { cwd: root, stdio, env: { ...process.env, ...env } });
	if (error) console.error(`${command}: ${error.message}`);
	return status ?? 1;
}

/**
 * Runs npm: the one that runs us, else the one on the path.
 * @param {...string} args
 * @returns {number} its exit code
 */
export function npm(...args) {
	return npmTo('inherit', args);
}

/** Installs the packages of the lock file when they are missing or others; ends the process on failure. */
export function ensureInstalled() {
	if (isInstalled()) return;
	console.error('Installing packages …');
	endOn(npmTo(['ignore', 2, 2], ['ci', '--include=dev']), 'The packages could not be installed.');
}

/**
 * Builds what is not there or older than a source of it; ends the process on failure.
 * @param {readonly ('app' | 'cli')[]} wanted
 */
export function ensureBuilt(wanted = ['app', 'cli']) {
	for (const half of wanted) {
		const { sources, outputs, script } = halves[half];
		const built = Math.min(...outputs.map(modifiedAt));
		if (built > 0 && built >= Math.max(...sources.map(newestIn))) continue;
		console.error(`Building (${script}) …`);
		endOn(npmTo(['ignore', 2, 2], ['run', script]), 'The build failed.');
	}
}

/**
 * Whether the packages are those of the lock file. npm leaves a list of what it put there: when it is older than the lock
 * file, the two are compared, so that a lock file that was merely written again costs nothing.
 */
function isInstalled() {
	const installed = modifiedAt('node_modules/.package-lock.json');
	if (installed === 0) return false;
	if (installed >= modifiedAt('package-lock.json')) return true;
	/** @type {(path: string) => Record<string, { version?: string, integrity?: string, optional?: boolean, extraneous?: boolean }>} */
	const packagesIn = (path) => JSON.parse(readFileSync(join(root, path), 'utf8')).packages;
	const have = packagesIn('node_modules/.package-lock.json');
	return Object.entries(packagesIn('package-lock.json')).every(([path, wanted]) => {
		if (!path.startsWith('node_modules/')) return true;
		const found = have[path];
		if (!found) return wanted.optional === true || wanted.extraneous === true;
		return found.version === wanted.version && found.integrity === wanted.integrity;
	});
}

/**
 * @param {import('node:child_process').StdioOptions} stdio
 * @param {readonly string[]} args
 */
function npmTo(stdio, args) {
	const own = process.env['npm_execpath'];
	return own ? run(process.execPath, [own, ...args], {}, stdio) : run('npm', args, {}, stdio);
}

/**
 * @param {number} code
 * @param {string} words
 */
function endOn(code, words) {
	if (code === 0) return;
	console.error(words);
	process.exit(code);
}

/**
 * @param {string} path relative to the repository
 * @returns {number} milliseconds; 0 when it is not there
 */
function modifiedAt(path) {
	return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/**
 * @param {string} path relative to the repository
 * @returns {number} the newest time in a folder, its own and its folders' included: that tells of files removed
 */
function newestIn(path) {
	const full = join(root, path);
	if (!existsSync(full) || !statSync(full).isDirectory()) return modifiedAt(path);
	const inside = readdirSync(full, { recursive: true, encoding: 'utf8' }).map((name) => modifiedAt(join(path, name)));
	return inside.reduce((newest, time) => Math.max(newest, time), modifiedAt(path));
}
