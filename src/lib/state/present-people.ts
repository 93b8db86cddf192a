import type { RepositoryPage } from '#lib/worker/api.ts';
import type { Glyph, Tone } from './look.ts';
import { presentStanding } from './present-standing.ts';
import { countOf, groupDigits, say, type Sentence } from './sentence.ts';

/** Whose announcement the address names, and what that person is here. */
export interface SelectedWords {
	readonly detail: Sentence;
	readonly tone: Tone;
	readonly glyph: Glyph;
}

/** Words for the person that the address names. */
export function presentSelected(page: RepositoryPage): SelectedWords {
	const row = page.people.find(({ isSelected }) => isSelected);
	if (row === undefined) {
		const found = page.basis !== 'nothing';
		return {
			detail: found
				? say`This address names their announcement. Nobody is confirmed by it.`
				: page.coverage.settled
					? say`This address names their announcement, which has not been found.`
					: say`This address names their announcement, which has not been found so far.`,
			tone: found || !page.coverage.settled ? 'plain' : 'attention',
			glyph: found ? 'none' : page.coverage.settled ? 'unknown' : 'waiting'
		};
	}
	const { label, tone, glyph } = presentStanding(row.standing, page.lead.source);
	return { detail: say`This address names their announcement · ${label}`, tone, glyph };
}

/** "3 confirmed · 1 invited · no moderators"; those invited as moderators are told apart. */
export function sayCounts(page: RepositoryPage): Sentence {
	const { confirmedCount, invitedCount, moderatorCount } = page;
	const invitedModerators = page.people.filter(({ standing }) => standing.kind === 'invited-moderator').length;
	const parts = [
		confirmedCount === 0 ? 'Nobody confirmed' : `${groupDigits(confirmedCount)} confirmed`,
		invitedCount > 0 && `${groupDigits(invitedCount)} invited`,
		invitedCount === 0 && invitedModerators === 0 && 'nobody invited',
		moderatorCount === 0 ? 'no moderators' : countOf(moderatorCount, 'moderator'),
		invitedModerators > 0 && `${groupDigits(invitedModerators)} invited as moderator`
	];
	return say`${parts.filter((part) => part !== false).join(' · ')}`;
}
