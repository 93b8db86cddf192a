import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Opens another page of the app without a load, as a link does. */
export async function follow(page: Page, path: string): Promise<void> {
	await page.evaluate((href) => {
		for (const old of document.querySelectorAll<HTMLElement>('[data-finding]')) old.dataset['old'] = '';
		const link = Object.assign(document.createElement('a'), { href });
		document.body.append(link);
		link.click();
		link.remove();
	}, path);
	await expect(page.locator('[data-finding]:not([data-old])')).toBeVisible();
}
