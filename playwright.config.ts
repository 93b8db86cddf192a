import { defineConfig } from '@playwright/test';
import type { BrowserOptions } from './e2e/support/test.ts';

/** The Chromium that `npm test` found; without it the one Debian installs. */
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

export default defineConfig<object, BrowserOptions>({
	testDir: 'e2e',
	testMatch: '**/*.spec.ts',
	outputDir: 'test-results/e2e',
	fullyParallel: true,
	forbidOnly: true,
	retries: 0,
	workers: 2,
	// A machine that builds something else meanwhile is slow, not wrong; each wait has a deadline of its own.
	timeout: 120_000,
	expect: { timeout: 10_000 },
	reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
	use: {
		viewport: { width: 1200, height: 900 },
		trace: 'retain-on-failure',
		browserProgram: {
			executablePath,
			args: [
				'--no-sandbox',
				'--disable-gpu',
				'--disable-quic',
				'--no-first-run',
				'--disable-background-networking',
				'--disable-component-update',
				'--disable-sync'
			]
		}
	}
});
