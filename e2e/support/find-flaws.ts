import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The part of axe's own interface that is used; it stays in a page until the next load. */
interface Axe {
	run(
		root: Document,
		options: { readonly runOnly: readonly string[]; readonly resultTypes: readonly string[] }
	): Promise<Awaited<ReturnType<AxeBuilder['analyze']>>>;
}

/**
 * What axe finds wrong with a page as it stands. It is run through the debugger, which the page's policy does not stop.
 * In: `only`: a single rule, where another run has seen to the others.
 * @returns a line for each flaw: the rule, what is wanted, and the element; empty when there are none
 */
export async function findFlaws(page: Page, only?: 'color-contrast'): Promise<string[]> {
	const runOnly = only === undefined ? rules : [only];
	// To carry axe into the page takes longer than to run it.
	const isThere = await page.evaluate(() => 'axe' in window);
	const { violations } = isThere
		? await page.evaluate(
				(asked) =>
					(window as unknown as { readonly axe: Axe }).axe.run(document, {
						runOnly: asked,
						resultTypes: ['violations']
					}),
				runOnly
			)
		: await new AxeBuilder({ page }).options({ runOnly }).setLegacyMode().analyze();
	return violations.flatMap(({ id, help, nodes }) =>
		nodes.map(({ html, failureSummary }) => `${id}: ${help}\n    ${html.slice(0, 240)}\n    ${failureSummary ?? ''}`)
	);
}
