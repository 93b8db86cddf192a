import { posix } from 'node:path';
import { layers } from './layers.js';

/** @typedef {{ at: string, may: readonly string[], packages: readonly string[] }} Layer */

/** The table with its rows typed alike. @type {Record<string, Layer>} */
const table = layers;

/**
 * The layer a file belongs to: the row whose folder or file is the longest one that holds it.
 * @param {string} path relative to the repository, with `/`
 * @returns {string | undefined}
 */
export function layerOf(path) {
	/** @type {string | undefined} */
	let found;
	for (const [name, { at }] of Object.entries(table)) {
		if (path !== at && !path.startsWith(`${at}/`)) continue;
		if (found === undefined || at.length > (table[found]?.at.length ?? 0)) found = name;
	}
	return found;
}

/**
 * What is wrong with an import, in one sentence for the person who wrote it; undefined when nothing is.
 * @param {string} from the importing file, relative to the repository, with `/`
 * @param {string} specifier as written, a `?query` included
 * @returns {string | undefined}
 */
export function judgeImport(from, specifier) {
	const layer = layerOf(from);
	if (layer === undefined) {
		if (!/^(src|cli|server)\//.test(from)) return undefined;
		return `${from} stands in no layer: add its folder to .config/layers.js`;
	}
	const path = specifier.replace(/\?.*$/, '');
	if (from.startsWith('src/') && path.startsWith('../')) {
		return `'${specifier}' leaves its folder: write '#lib/<layer>/file.ts'`;
	}
	if (path.startsWith('$lib')) return `'${specifier}': write '#lib/…', which Node and the tests understand as well`;
	if (path.startsWith('./') || path.startsWith('../')) {
		return judgeTarget(layer, posix.join(posix.dirname(from), path));
	}
	if (path.startsWith('#lib/')) return judgeTarget(layer, `src/lib/${path.slice('#lib/'.length)}`);
	if (mayImportPackage(layer, path)) return undefined;
	return `layer '${layer}' may not import the package '${path}': see .config/layers.js`;
}

/**
 * @param {string} layer
 * @param {string} path
 * @returns {string | undefined}
 */
function judgeTarget(layer, path) {
	const target = layerOf(path);
	if (target === undefined) return `${path} stands in no layer: add its folder to .config/layers.js`;
	if (target === layer || table[layer]?.may.includes(target)) return undefined;
	return `layer '${layer}' may not import layer '${target}' (${path}): see .config/layers.js`;
}

/**
 * @param {string} layer
 * @param {string} name
 */
function mayImportPackage(layer, name) {
	return (table[layer]?.packages ?? []).some((allowed) =>
		allowed.endsWith('*') ? name.startsWith(allowed.slice(0, -1)) : name === allowed
	);
}
