import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { checkNode, ensureBuilt, ensureInstalled, root } from './prepare.js';

checkNode();
ensureInstalled();
ensureBuilt(['cli']);
// npm runs scripts in the repository; file names are meant from where the command was typed.
const cwd = process.env['INIT_CWD'] ?? process.cwd();
const { status } = spawnSync(process.execPath, [join(root, 'dist-cli/resolve.js'), ...process.argv.slice(2)], {
	cwd,
	stdio: 'inherit'
});
process.exit(status ?? 1);
