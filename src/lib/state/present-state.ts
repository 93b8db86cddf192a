import type { RepositoryPage, StateView } from '#lib/worker/api.ts';
import { certaintyOf, soFar } from './certainty.ts';
import { findSilent } from './present-coverage.ts';
import { countOf } from './sentence.ts';

/** Why no state is shown. That none was seen is no proof that none was signed (D35). */
export function sayStateAbsence(page: RepositoryPage): string {
	const { coverage } = page;
	const seen = soFar(certaintyOf(coverage));
	if (page.confirmedCount === 0) return `None counts: nobody is confirmed from this address${seen}.`;
	const silent = findSilent(coverage.relays).length;
	const but = coverage.settled && silent > 0 ? `; ${countOf(silent, 'relay')} did not answer` : '';
	return page.stateAbsence === 'deleted'
		? `The signed state was deleted. No other has been seen${seen}${but}.`
		: `None has been seen${seen}${but}.`;
}

/** The worker hands over so many at most; there may be more. */
const mostIgnoredRefs = 100;

/** What was left out of a state, and why. */
export function sayIgnoredRefs({ ignoredRefs }: StateView): string {
	const names = countOf(new Set(ignoredRefs).size, 'name was', 'names were');
	const atLeast = ignoredRefs.length >= mostIgnoredRefs ? 'At least ' : '';
	return `${atLeast}${names} left out (repeated, or not branches and tags as git takes them):`;
}
