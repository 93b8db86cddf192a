import { spawnSync } from 'node:child_process';
import { root } from './prepare.js';

/**
 * Runs a command in the repository with its output shown.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env] added to ours
 * @returns {number} its exit code; 1 when it could not be started or was killed
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
