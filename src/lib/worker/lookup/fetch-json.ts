import { err, ok, type Result } from '#lib/core/result.ts';

/** Why a document could not be had. A browser does not say whether a site is down or only refuses other sites' pages. */
export type FetchError =
	| { readonly kind: 'silent'; readonly reason: 'network' | 'timeout' }
	| { readonly kind: 'refused'; readonly status: number }
	| { readonly kind: 'unreadable'; readonly reason: 'too-large' | 'not-json' };

export interface FetchLimits {
	readonly timeoutMs: number;
	readonly sizeBytes: number;
}

/** Some domains serve all their names in one file. */
export const fetchLimits: FetchLimits = { timeoutMs: 8_000, sizeBytes: 1_000_000 };

/** A JSON document of another site: without credentials, redirects or a referrer, up to a size, within a time. */
export async function fetchJson(url: string, limits: FetchLimits = fetchLimits): Promise<Result<unknown, FetchError>> {
	const ending = new AbortController();
	let isLate = false;
	const timer = setTimeout(() => {
		isLate = true;
		ending.abort();
	}, limits.timeoutMs);
	try {
		const answer = await fetch(url, {
			credentials: 'omit',
			redirect: 'error',
			referrerPolicy: 'no-referrer',
			cache: 'no-store',
			signal: ending.signal
		});
		if (!answer.ok) return err({ kind: 'refused', status: answer.status });
		const text = await readText(answer, limits.sizeBytes);
		return text === undefined ? err({ kind: 'unreadable', reason: 'too-large' }) : parseJson(text);
	} catch {
		return err({ kind: 'silent', reason: isLate ? 'timeout' : 'network' });
	} finally {
		clearTimeout(timer);
		// What was not read of the answer is not wanted.
		ending.abort();
	}
}

async function readText(answer: Response, sizeBytes: number): Promise<string | undefined> {
	const reader = answer.body?.getReader();
	if (!reader) return '';
	const decoder = new TextDecoder();
	let text = '';
	for (let size = 0; ;) {
		const { done, value } = await reader.read();
		if (done) return text + decoder.decode();
		size += value.length;
		if (size > sizeBytes) return undefined;
		text += decoder.decode(value, { stream: true });
	}
}

function parseJson(text: string): Result<unknown, FetchError> {
	try {
		return ok(JSON.parse(text) as unknown);
	} catch {
		return err({ kind: 'unreadable', reason: 'not-json' });
	}
}
