import { test as base, type BrowserContext } from '@playwright/test';
import { refuseAllButLoopback, type LoopbackOnly } from './loopback-only.ts';
import { watchContext } from './watch-context.ts';

/** The Chromium to drive, and the flags it is started with besides those that keep it on this machine. */
export interface BrowserProgram {
	readonly executablePath: string;
	readonly args: readonly string[];
}

/** Set in playwright.config.ts. */
export interface BrowserOptions {
	browserProgram: BrowserProgram;
}

interface WorkerFixtures extends BrowserOptions {
	loopback: LoopbackOnly;
}

interface TestFixtures {
	/** What pages of this test did that no page may do; every context a test opens itself has to be watched into it. */
	watch: (context: BrowserContext) => Promise<void>;
}

/**
 * Playwright's test in a browser that reaches this machine alone. A test fails on any error of a page or a worker, any
 * breach of the content security policy, any look at `window.nostr`, and anything that tried to leave this machine.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
	browserProgram: [
		{ executablePath: '', args: [] },
		{ option: true, scope: 'worker' }
	],
	loopback: [
		// eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs: here nothing.
		async ({}, use) => {
			const loopback = await refuseAllButLoopback();
			await use(loopback);
			await loopback.close();
		},
		{ scope: 'worker' }
	],
	launchOptions: [
		async ({ browserProgram: { executablePath, args }, loopback }, use) =>
			use({ executablePath, args: [...args, ...loopback.args] }),
		{ scope: 'worker' }
	],
	watch: async ({ loopback }, use) => {
		const faults: (readonly string[])[] = [];
		const before = loopback.attempts.length;
		await use(async (context) => {
			faults.push(await watchContext(context));
		});
		base.expect(faults.flat(), 'what no page may do').toEqual([]);
		base.expect(loopback.attempts.slice(before), 'what left this machine').toEqual([]);
	},
	context: async ({ context, watch }, use) => {
		await watch(context);
		await use(context);
	}
});

export { expect } from '@playwright/test';
