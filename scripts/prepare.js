import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** What a build reads. A folder's own time tells of files that were removed. */
const sources = [
	'src',
	'cli',
	'server',
	'static',
	'.config',
	'scripts',
	'package.json',
	'package-lock.json',
	'svelte.config.js',
	'vite.config.ts',
	'vite.cli.config.ts'
];
/** What a build writes last, in both of its halves. */
const outputs = ['build/200.html', 'dist-cli/server.js', 'dist-cli/resolve.js'];

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
 * @returns {number} its exit code; 1 when it could not be started
 */
export function run(command, args, env = {}) {
	const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
	if (error) console.error(`${command}: ${error.message}`);
	return status ?? 1;
}

/**
 * Runs npm: the one that runs us, else the one on the path.
 * @param {...string} args
 * @returns {number} its exit code
 */
export function npm(...args) {
	const own = process.env['npm_execpath'];
	return own ? run(process.execPath, [own, ...args]) : run('npm', args);
}

/** Installs the packages of the lock file when they are not there or older than it; ends the process on failure. */
export function ensureInstalled() {
	const installed = modifiedAt('node_modules/.package-lock.json');
	if (installed >= modifiedAt('package-lock.json')) return;
	console.log('Installing packages …');
	endOn(npm('ci', '--include=dev'), 'The packages could not be installed.');
}

/** Builds when there is no build or a source is newer than it; ends the process on failure. */
export function ensureBuilt() {
	const built = Math.min(...outputs.map(modifiedAt));
	if (built >= Math.max(...sources.map(newestIn))) return;
	console.log('Building …');
	endOn(npm('run', 'build'), 'The build failed.');
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
 * @returns {number} the newest time in a folder, its own and its folders' included
 */
function newestIn(path) {
	const full = join(root, path);
	if (!existsSync(full) || !statSync(full).isDirectory()) return modifiedAt(path);
	const inside = readdirSync(full, { recursive: true, encoding: 'utf8' }).map((name) => modifiedAt(join(path, name)));
	return inside.reduce((newest, time) => Math.max(newest, time), modifiedAt(path));
}
