import type { Job } from './jobs.ts';

/** Called from outside: does one job in a worker of its own. */
Object.assign(globalThis, {
	doJob: (job: Job) =>
		new Promise((resolve, reject) => {
			const worker = new Worker(new URL('./bench.worker.ts', import.meta.url), { type: 'module' });
			worker.onerror = ({ message }) => reject(new Error(message));
			worker.onmessage = ({ data }: MessageEvent<{ readonly result?: unknown; readonly failure?: string }>) => {
				worker.terminate();
				if (data.failure === undefined) resolve(data.result);
				else reject(new Error(data.failure));
			};
			worker.postMessage(job);
		})
});
