import { files } from '$service-worker';

/** What is sent for every address: the start page's own is the one that no host rewrites. */
export const shellPath = '/';

/** Files without a hash in their name, asked anew each time; their copy is for when nobody answers. */
export const copiedPaths: readonly string[] = files.filter((path) => !path.startsWith('/_'));

/** Whether a path is of those. */
export function isCopied(path: string): boolean {
	return copiedPaths.includes(path);
}

/** Whether a path is of a part of the app that never changes under its name. */
export function isPart(path: string): boolean {
	return path.startsWith('/_app/immutable/');
}
