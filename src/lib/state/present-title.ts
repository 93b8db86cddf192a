import type { GivenView, RepositoryPage } from '#lib/worker/api.ts';
import { cleanText } from './clean-text.ts';
import { certaintyOf, soFar } from './certainty.ts';
import { findBanners } from './present-banners.ts';
import { presentHealth } from './present-health.ts';
import { countOf, say, type Sentence } from './sentence.ts';

/** That something is wrong, said beside the name; `target` is the element that tells what. */
export interface Attention {
	readonly words: string;
	readonly tone: 'attention' | 'bad';
	readonly target: 'banners' | 'health';
}

/** What is wrong at first sight, if anything: a banner that is serious, else records that need attention. */
export function findAttention(page: RepositoryPage): Attention | undefined {
	const banners = findBanners(page).filter(({ kind, tone }) => kind !== 'cache' && tone !== 'plain');
	if (banners.some(({ tone }) => tone === 'bad')) return { words: 'Read this first', tone: 'bad', target: 'banners' };
	if (banners.length > 0) return { words: 'Read this first', tone: 'attention', target: 'banners' };
	const certainty = certaintyOf(page.coverage);
	const records = page.health.filter((entry) => presentHealth(entry, certainty).tone !== 'plain').length;
	if (records === 0) return undefined;
	const words = `${countOf(records, 'record needs', 'records need')} attention`;
	return { words, tone: 'attention', target: 'health' };
}

/** Who gave the name and the description, or whose word they are when nobody is confirmed. */
export function sayBasis(page: RepositoryPage): Sentence {
	const { address, basis } = page;
	const name = shownIn(page.name);
	const description = shownIn(page.description);
	switch (basis) {
		case 'nothing':
			return [];
		case 'selected':
			return say`Nobody is confirmed${soFar(certaintyOf(page.coverage))}. These are ${address.owner}’s own words.`;
		case 'snapshot':
			return say`As ${address.owner}’s announcement last stood, before it was deleted.`;
		case 'members':
			if (name && description)
				return name.by.pubkey === description.by.pubkey
					? say`Name and description from ${name.by}`
					: say`Name from ${name.by}, description from ${description.by}`;
			if (name) return say`Name from ${name.by}`;
			return description ? say`Description from ${description.by}` : [];
	}
}

/** A field that somebody cleared is not shown, so nobody is named for it. */
function shownIn(field: GivenView<string> | undefined): GivenView<string> | undefined {
	return cleanText(field?.value, 1) === undefined ? undefined : field;
}

/** What the page is about, in one line for searches and previews. */
export function describePage(page: RepositoryPage | undefined, identifier: string): string {
	const given = cleanText(page?.description?.value.replace(/\s+/g, ' '), 160);
	return given ?? `Whose the git repository ${identifier} on nostr is, and who may act in it now.`;
}
