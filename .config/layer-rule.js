import { relative, sep } from 'node:path';
import { judgeImport } from './judge-import.js';

/**
 * The layer table as an eslint rule: `layers/imports`. What a worker is started from (`new URL('./x.ts',
 * import.meta.url)`) counts as an import.
 * @type {import('eslint').ESLint.Plugin}
 */
export const layerPlugin = {
	meta: { name: 'layers' },
	rules: {
		imports: {
			meta: { type: 'problem', schema: [] },
			create(context) {
				const from = relative(context.cwd, context.filename).split(sep).join('/');
				/**
				 * @param {import('estree').Node} node
				 * @param {unknown} specifier
				 */
				const judge = (node, specifier) => {
					if (typeof specifier !== 'string') return;
					const message = judgeImport(from, specifier);
					if (message !== undefined) context.report({ node, message });
				};
				return {
					ImportDeclaration: (node) => judge(node, node.source.value),
					ExportAllDeclaration: (node) => judge(node, node.source.value),
					ExportNamedDeclaration: (node) => judge(node, node.source?.value),
					ImportExpression: (node) => judge(node, 'value' in node.source ? node.source.value : undefined),
					TSImportType: (/** @type {any} */ node) => judge(node, node.source?.value),
					'NewExpression[callee.name="URL"][arguments.1.type="MemberExpression"][arguments.1.object.type="MetaProperty"]':
						(/** @type {any} */ node) => judge(node, node.arguments[0].value)
				};
			}
		}
	}
};
