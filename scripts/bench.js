import { findOrInstallChromium } from './chromium.js';
import { checkNode, ensureBuilt, ensureInstalled, root, run } from './prepare.js';

checkNode();
ensureInstalled();
ensureBuilt();
process.chdir(root);

const chromium = findOrInstallChromium();
if (chromium === undefined) {
	console.error('The bench needs a Chromium: install one, or set CHROMIUM_PATH to its program.');
	process.exit(1);
}

const built =
	run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--ssr', '-c', 'vite.bench.config.ts']) ||
	run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '-c', 'vite.bench-browser.config.ts']);
process.exit(built || run(process.execPath, ['--expose-gc', 'dist-bench/bench.js'], { CHROMIUM_PATH: chromium }));
