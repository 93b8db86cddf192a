import { findKept, findNewest, openOwn } from './caches.ts';
import { shellPath } from './paths.ts';
import { isFile } from './sound.ts';

/** How long a page is waited for while there is a copy of the shell. */
const pageTimeoutMs = 5_000;

/** A page: from the network, which has the newest version; else the shell, which is the same for every address. */
export async function answerPage(request: Request): Promise<Response> {
	const shell = await findNewest(shellPath);
	if (!shell) return fetch(request);
	const answer = await withDeadline(fetch(request), pageTimeoutMs);
	return answer && answer.status < 500 ? answer : shell;
}

/** A part of the app: kept ones first, of whatever version; others are kept once they were used. */
export async function answerPart(request: Request): Promise<Response> {
	const kept = await findKept(request);
	if (kept) return kept;
	const answer = await fetch(request);
	if (isFile(answer)) void keep(request, answer.clone());
	return answer;
}

/** A file that may change under its name: from the network, else its copy. */
export async function answerCopied(request: Request): Promise<Response> {
	try {
		const answer = await fetch(request);
		if (isFile(answer)) void keep(request, answer.clone());
		if (answer.status < 500) return answer;
	} catch {
		// Nobody answers.
	}
	return (await findNewest(new URL(request.url).pathname)) ?? Response.error();
}

/** A browser without room keeps nothing more, and goes on. */
async function keep(request: Request, answer: Response): Promise<void> {
	try {
		const cache = await openOwn();
		await cache.put(request, answer);
	} catch {
		// The answer itself is good.
	}
}

/** What a promise gives in time; undefined when it is late or fails. */
async function withDeadline<T>(promise: Promise<T>, timeoutMs: number): Promise<T | undefined> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), timeoutMs)));
	try {
		return await Promise.race([promise.catch(() => undefined), late]);
	} finally {
		clearTimeout(timer);
	}
}
