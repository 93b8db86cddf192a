import { extname } from 'node:path';

/** By the end of a file's name; what is not here is bytes, which no browser runs. */
const types: Readonly<Record<string, string>> = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.json': 'application/json; charset=utf-8',
	'.map': 'application/json; charset=utf-8',
	'.webmanifest': 'application/manifest+json; charset=utf-8',
	'.txt': 'text/plain; charset=utf-8',
	'.svg': 'image/svg+xml; charset=utf-8',
	'.png': 'image/png',
	'.ico': 'image/x-icon',
	'.woff2': 'font/woff2'
};

export function contentTypeOf(path: string): string {
	return types[extname(path)] ?? 'application/octet-stream';
}

/** Whether a name ends like a file of an app. */
export function looksLikeFile(name: string): boolean {
	return extname(name) in types;
}
