/** `npm start`: what is missing is installed and built, then the local server runs in this process. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkNode, ensureBuilt, ensureInstalled, root } from './prepare.js';

checkNode();
ensureInstalled();
ensureBuilt();
// npm runs scripts in the repository; folders are meant from where the command was typed.
if (process.env['INIT_CWD']) process.chdir(process.env['INIT_CWD']);
await import(pathToFileURL(join(root, 'dist-cli/server.js')).href);
