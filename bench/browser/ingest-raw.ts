import { checkEvent } from '#lib/core/event.ts';
import { announcementsBy, type IngestResult, type Source } from './jobs.ts';

/** The least that can be done: a socket, `JSON.parse`, the same check of each event, page after page. */
export async function ingestRaw(sources: readonly Source[]): Promise<IngestResult> {
	const verified = new Set<string>();
	let dropped = 0;
	const readAll = ({ url, authors }: Source) =>
		new Promise<void>((done, failed) => {
			const socket = new WebSocket(url);
			let oldest = Infinity;
			let fresh = 0;
			const ask = () => {
				fresh = 0;
				const until = Number.isFinite(oldest) ? { until: oldest } : {};
				socket.send(JSON.stringify(['REQ', 'q', { ...announcementsBy(authors), ...until, limit: 500 }]));
			};
			socket.onopen = ask;
			socket.onerror = () => failed(new Error(`no connection to ${url}`));
			socket.onmessage = ({ data }: MessageEvent<string>) => {
				const [verb, , raw] = JSON.parse(data) as [
					string,
					string,
					{ readonly id: string; readonly created_at: number }
				];
				if (verb === 'EOSE') {
					if (fresh > 0) return ask();
					socket.close();
					done();
				} else if (verb === 'EVENT' && !verified.has(raw.id)) {
					const checked = checkEvent(raw);
					if (!checked.ok) return void dropped++;
					verified.add(checked.value.id);
					fresh++;
					oldest = Math.min(oldest, raw.created_at);
				}
			};
		});
	const start = performance.now();
	await Promise.all(sources.map(readAll));
	return { ms: performance.now() - start, verified: verified.size, stored: 0, dropped };
}
