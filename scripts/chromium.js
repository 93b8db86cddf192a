import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './prepare.js';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const places = [
	'/usr/bin/chromium',
	'/usr/lib/chromium/chromium',
	'/opt/google/chrome/chrome',
	'/snap/bin/chromium',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'
];

/**
 * A Chromium that runs: `CHROMIUM_PATH`, else one that is there, else Debian's package when we are root.
 * @returns {string | undefined} its path
 */
export function findOrInstallChromium() {
	const named = process.env['CHROMIUM_PATH'];
	if (named) return runs(named) ? named : undefined;
	const found = find();
	if (found !== undefined || process.getuid?.() !== 0 || onPath('apt-get').length === 0) return found;
	console.log('Installing Chromium …');
	const env = { DEBIAN_FRONTEND: 'noninteractive' };
	if (run('apt-get', ['update'], env) !== 0) return undefined;
	if (run('apt-get', ['install', '-y', 'chromium'], env) !== 0) return undefined;
	return find();
}

function find() {
	return [...names.flatMap(onPath), ...places.filter((path) => existsSync(path))].find(runs);
}

/**
 * @param {string} name
 * @returns {string[]} where it stands on the path
 */
function onPath(name) {
	return (process.env['PATH'] ?? '')
		.split(delimiter)
		.map((folder) => join(folder, name))
		.filter((path) => existsSync(path));
}

/**
 * Some systems ship a script of that name which only says what to install.
 * @param {string} path
 */
function runs(path) {
	return spawnSync(path, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0;
}
