import { ingestOurs } from './ingest-ours.ts';
import { ingestRaw } from './ingest-raw.ts';
import type { IngestResult, Job, WarmResult } from './jobs.ts';
import { openWarmPages } from './warm-page.ts';

self.addEventListener('message', ({ data }: MessageEvent<Job>) => {
	// What fails is an unhandled rejection of this worker otherwise, which nobody waits for.
	doJob(data).then(
		(result) => self.postMessage({ result }),
		(reason: unknown) => self.postMessage({ failure: String(reason) })
	);
});

function doJob(job: Job): Promise<IngestResult | WarmResult> {
	switch (job.kind) {
		case 'ours':
			return ingestOurs(job.sources, job.storeName);
		case 'raw':
			return ingestRaw(job.sources);
		case 'warm':
			return openWarmPages(job);
	}
}
