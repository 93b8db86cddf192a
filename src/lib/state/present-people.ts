import type { CoverageViewModel, RepositoryPage } from '#lib/worker/api.ts';
import { asFarAsShown, certaintyOf, soFar } from './certainty.ts';
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
	const certainty = certaintyOf(page.coverage);
	const standings = page.people
		.filter(({ isSelected }) => isSelected)
		.map(({ standing }) => presentStanding(standing, { leadSource: page.lead.source, certainty }));
	const [first] = standings;
	if (first === undefined) return page.basis === 'nothing' ? presentUnseen(page.coverage) : presentNoRole(page);
	const labels = standings.reduce<Sentence>((all, { label }) => say`${all} · ${label}`, []);
	return { detail: say`This address names their announcement${labels}`, tone: first.tone, glyph: first.glyph };
}

function presentNoRole({ confirmedCount, lead, coverage }: RepositoryPage): SelectedWords {
	const seen = soFar(certaintyOf(coverage));
	if (confirmedCount === 0) {
		const detail = say`This address names their announcement. Nobody is confirmed by it${seen}.`;
		return { detail, tone: 'plain', glyph: 'none' };
	}
	const onward = lead.person ? say`; the address only points on to ${lead.person}` : [];
	const detail = say`This address names their announcement · Has no role here${seen}${onward}`;
	return { detail, tone: 'attention', glyph: 'forward' };
}

function presentUnseen({ settled }: CoverageViewModel): SelectedWords {
	return settled
		? {
				detail: say`This address names their announcement, which has not been found.`,
				tone: 'attention',
				glyph: 'unknown'
			}
		: {
				detail: say`This address names their announcement, which has not been found so far.`,
				tone: 'plain',
				glyph: 'waiting'
			};
}

/** That the people list is empty; whoever is on a lead path that fails has no role, and is not unknown. */
export function sayNobodyKnown({ lead, coverage }: Pick<RepositoryPage, 'lead' | 'coverage'>): string {
	if (lead.source === 'pending' || lead.source === 'conflict')
		return 'Until it is settled who leads, nobody has a role from this address.';
	return `Nobody is known to take part${asFarAsShown(certaintyOf(coverage))}.`;
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
	const soon = page.coverage.settled ? '' : ', so far';
	return say`${parts.filter((part) => part !== false).join(' · ')}${soon}`;
}
