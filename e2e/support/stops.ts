import type { Page } from '@playwright/test';

/** How many links, buttons and fields of a page can be reached by Tab. */
export function countStops(page: Page): Promise<number> {
	return page.evaluate(
		() =>
			[...document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary')].filter(
				(element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true })
			).length
	);
}
