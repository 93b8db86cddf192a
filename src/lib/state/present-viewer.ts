import { unreachable } from '#lib/core/result.ts';
import type { CoverageViewModel, WaitingView } from '#lib/worker/api.ts';
import { asFarAsShown, asSeen, certaintyOf, soFar, type Certainty } from './certainty.ts';
import { countOf, onTime, say, sayFew, type Sentence } from './sentence.ts';

/** One thing that waits for somebody, as a line of a list, bounded by what was seen: an answer may be on its way (D35). */
export function sayWaiting(waiting: WaitingView, certainty: Certainty): Sentence {
	switch (waiting.kind) {
		case 'accept-invitation': {
			const named = waiting.by.length > 0 ? say`, by ${sayFew(waiting.by, { most: 3, shown: 3 })}` : [];
			const since = waiting.sinceSeconds === undefined ? [] : say`, ${onTime(waiting.sinceSeconds)}`;
			return say`Invited as ${waiting.role}${named}${since}; ${certainty === 'complete' ? 'not accepted' : `no acceptance seen${soFar(certainty)}`}`;
		}
		case 'acknowledge-removal':
			return say`Removed ${onTime(waiting.atSeconds)}; not acknowledged${asSeen(certainty)}`;
		case 'restore-roles':
			return say`Their newest announcement lost role records${asSeen(certainty)}`;
		case 'repair-records':
			return say`${countOf(waiting.count, 'record of theirs needs', 'records of theirs need')} repair`;
		default:
			return unreachable(waiting);
	}
}

/** That nothing waits, as far as that is known. */
export function sayNothingWaits(coverage: CoverageViewModel): string {
	return `Nothing waits for them${asFarAsShown(certaintyOf(coverage))}.`;
}

/** That somebody has no standing, as far as that is known. */
export function sayNoRole(coverage: CoverageViewModel): string {
	return `No role here${asFarAsShown(certaintyOf(coverage))}`;
}
