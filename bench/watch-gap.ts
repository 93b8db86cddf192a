import type { Browser } from '@playwright/test';

/** How long a flooded page may take to hear from all its relays. */
const deadlineMs = 120_000;

/** What a load of a page was like for its main thread; times in milliseconds. */
export interface Gap {
	/** The longest that nothing else could run. */
	readonly gapMs: number;
	/** When that was, from the first content. */
	readonly atMs: number;
	/** From the first look at the repository until every relay had answered. */
	readonly ms: number;
	/** Rows in the page's store at the end. */
	readonly events: number;
}

/** Opens a repository in a fresh profile and watches its main thread from the first content until all relays have answered. */
export async function watchGap(browser: Browser, url: string, relayCount: number): Promise<Gap> {
	const context = await browser.newContext();
	try {
		const page = await context.newPage();
		await page.goto(url);
		await page.waitForSelector('[data-finding="found"]', { state: 'attached' });
		const watched = await page.evaluate(
			([wanted, withinMs]) =>
				new Promise<{ gapMs: number; atMs: number; ms: number }>((resolve, reject) => {
					const start = performance.now();
					let last = start;
					let gapMs = 0;
					let atMs = 0;
					const tick = () => {
						const now = performance.now();
						if (now - last > gapMs) [gapMs, atMs] = [now - last, last - start];
						last = now;
						const answered = new Set(
							[...document.querySelectorAll<HTMLElement>('[data-relay][data-outcome="answered"]')].map(
								({ dataset }) => dataset['relay']
							)
						);
						if (answered.size >= wanted) resolve({ gapMs, atMs, ms: now - start });
						else if (now - start > withinMs) reject(new Error(`${answered.size} of ${wanted} relays have answered`));
						// A timer and not a loop of messages: that one would take a core from what is measured.
						else setTimeout(tick, 0);
					};
					tick();
				}),
			[relayCount, deadlineMs] as const
		);
		return { ...watched, events: await page.evaluate(countEvents) };
	} finally {
		await context.close();
	}
}

/** In the page. What came last is written a moment later. */
async function countEvents(): Promise<number> {
	await new Promise((resolve) => setTimeout(resolve, 2_000));
	return new Promise((resolve, reject) => {
		const opening = indexedDB.open('countersign');
		opening.onerror = () => reject(opening.error ?? new Error('no database'));
		opening.onsuccess = () => {
			const counting = opening.result.transaction('events').objectStore('events').count();
			counting.onsuccess = () => resolve(counting.result);
			counting.onerror = () => reject(counting.error ?? new Error('no count'));
		};
	});
}
