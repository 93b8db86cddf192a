import { expect, type Page } from '@playwright/test';
import type { ViewJson } from '#lib/core/view-json.ts';
import { demoPeople } from '../../server/demo.ts';

/** The words for each lead source, as the table of the page's language has them. */
const leadWords: Readonly<Record<string, RegExp>> = {
	implicit_sole: /Sole maintainer/,
	explicit: /Lead/,
	legacy_inferred: /Lead, inferred from older lists/,
	explicit_none: /No lead, by choice|Nobody leads: .* (role has ended|cannot be counted)/,
	none: /No lead/,
	pending: /Cannot tell who leads: .* announcement (has not been found|was deleted|points to nobody|cannot be read)/,
	conflict: /points to two people|The pointers go in a circle|has left and points to nobody/
};

const lifecycleWords: Readonly<Record<string, RegExp>> = {
	archived: /Archived by .* on /,
	deleted: /Deleted by .* on /,
	restarted: /Started anew by .* on /
};

const standingWords: Readonly<Record<string, RegExp>> = {
	lead: /Lead|Sole maintainer/,
	maintainer: /Maintainer/,
	moderator: /Moderator/,
	invited: /Invited – has not accepted/,
	'invited-moderator': /Invited as moderator – has not accepted/,
	departed: /Left on |Deleted their announcement on /,
	'removed-claiming': /Removed on .*, has not acknowledged/,
	declined: /Not a maintainer, by their own record/,
	blocked: /Cannot be counted: their own record is unreadable/
};

/** What a reader sees of a view that was found: words, not marks in the markup. */
export async function expectWords(page: Page, view: ViewJson): Promise<void> {
	const lead = page.locator('[data-answer="lead"]');
	await expect(lead).toContainText(leadWords[view.lead_source] ?? /never/);
	if (view.lead !== null) await expect(lead).toContainText(nameOf(view.lead));
	// A way of two says itself: whose pointer named whom.
	if (view.lead_path.length > 2) await expect(lead).toContainText(view.lead_path.map(nameOf).join(' → '));

	const count = view.confirmed.length;
	await expect(page.locator('[data-answer="people"]')).toContainText(
		count === 0 ? 'Nobody confirmed' : `${count} confirmed`
	);
	for (const item of await page.locator('[data-standing]').all()) {
		await expect(item).toContainText(nameOf((await item.getAttribute('data-pubkey')) ?? ''));
		const standings = ((await item.getAttribute('data-standing')) ?? '').split(' ');
		// A moderator's refusal to maintain is no news beside what they are.
		for (const standing of standings.filter((kind) => kind !== 'declined' || standings.length === 1))
			await expect(item).toContainText(standingWords[standing] ?? /never/);
	}

	const banner = lifecycleWords[String(view.lifecycle['kind'])];
	if (banner) await expect(page.locator('[data-banner]').first()).toContainText(banner);
	await expect(page.locator('[data-health-kind]').filter({ hasText: /^\s*$/ })).toHaveCount(0);
}

function nameOf(pubkey: string): string {
	return Object.values(demoPeople).find((person) => person.pubkey === pubkey)?.name ?? pubkey;
}
