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

/** "3 confirmed · 1 invited · no moderators". */
export function sayCounts(page: RepositoryPage): Sentence {
	const { confirmedCount, invitedCount, moderatorCount } = page;
	const confirmed = confirmedCount === 0 ? 'Nobody confirmed' : `${groupDigits(confirmedCount)} confirmed`;
	const invited = invitedCount === 0 ? 'nobody invited' : `${groupDigits(invitedCount)} invited`;
	const moderators = moderatorCount === 0 ? 'no moderators' : countOf(moderatorCount, 'moderator');
	return say`${confirmed} · ${invited} · ${moderators}`;
}
