import type { RelayUrl } from '#lib/core/relay-url.ts';
import { Store } from '#lib/worker/db/store.ts';
import { Ingest } from '#lib/worker/ingest/ingest.ts';
import { SeenEvents } from '#lib/worker/ingest/seen-events.ts';
import { RelayPool } from '#lib/worker/relays/relay-pool.ts';
import { RelayWatch } from '#lib/worker/relays/relay-watch.ts';
import { openTransport } from '#lib/worker/relays/transport.ts';
import { announcementsBy, type IngestResult, type Source } from './jobs.ts';

/** From the first socket to the last row written, through the rooms that the app itself is made of. */
export async function ingestOurs(sources: readonly Source[], storeName: string): Promise<IngestResult> {
	const transport = await openTransport();
	const store = await Store.open({ name: storeName });
	const verified = new Set<string>();
	let dropped = 0;
	const start = performance.now();
	const pool = new RelayPool(transport);
	const ingest = new Ingest(new SeenEvents(), {
		onEvent: (event, from) => {
			verified.add(event.id);
			store.keep(event, from);
		},
		onDrop: () => dropped++,
		onFlood: () => dropped++
	});
	const watches = await Promise.all(
		sources.map(({ url: text, authors }) => {
			const url = text as RelayUrl;
			return new Promise<RelayWatch | undefined>((answered) => {
				const watch = RelayWatch.open(pool, url, {
					onEvent: (raw, filters) => ingest.take(url, raw, filters),
					onOutcome: ({ kind }) => kind === 'answered' && answered(watch),
					onReconnected: () => ingest.expectRepeats(url),
					onNotice: () => undefined,
					onJunk: () => dropped++,
					whenDealtWith: (then) => ingest.whenChecked(url, then)
				});
				watch?.add([announcementsBy(authors)]);
			});
		})
	);
	await store.flush();
	const ms = performance.now() - start;
	const { events: rows } = await store.count();
	const { storage } = store;
	const unkept = storage.kind === 'kept' ? undefined : storage.reason;
	const stored = unkept === undefined ? rows : 0;
	for (const watch of watches) watch?.close();
	ingest.stop();
	await store.close();
	return { ms, verified: verified.size, stored, dropped, unkept };
}
