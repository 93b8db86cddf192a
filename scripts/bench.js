import { checkNode, ensureBuilt, ensureInstalled, root, run } from './prepare.js';

checkNode();
ensureInstalled();
ensureBuilt();
process.chdir(root);
const built = run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--ssr', '-c', 'vite.bench.config.ts']);
process.exit(built || run(process.execPath, ['--expose-gc', 'dist-bench/bench.js']));
