import { version } from '$service-worker';
import { shellPath } from './paths.ts';

const prefix = 'countersign-shell-';
const ownName = prefix + version;

/** The cache of this version. */
export function openOwn(): Promise<Cache> {
	return caches.open(ownName);
}

/** A kept copy of any version: a part's name says all that is in it. */
export async function findKept(request: Request): Promise<Response | undefined> {
	return caches.match(request, { ignoreVary: true });
}

/** A copy out of the newest version that is kept whole; the page is kept last, so that it stands for the rest. */
export async function findNewest(path: string): Promise<Response | undefined> {
	for (const name of (await ownNames()).reverse()) {
		const cache = await caches.open(name);
		if (await cache.match(shellPath)) return cache.match(path, { ignoreSearch: true, ignoreVary: true });
	}
	return undefined;
}

/** Removes every version but this one. */
export async function removeOlderShells(): Promise<void> {
	const older = (await ownNames()).filter((name) => name !== ownName);
	await Promise.all(older.map((name) => caches.delete(name)));
}

/** In the order they were made in. Others may share this origin. */
async function ownNames(): Promise<string[]> {
	return (await caches.keys()).filter((name) => name.startsWith(prefix));
}
