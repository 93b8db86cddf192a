import { unreachable } from '#lib/core/result.ts';
import type { CoverageViewModel, WaitingView } from '#lib/worker/api.ts';
import { asFarAsShown, certaintyOf } from './certainty.ts';
import { countOf, onTime, say, sayFew, type Sentence } from './sentence.ts';

/** One thing that waits for somebody, as a line of a list. */
export function sayWaiting(waiting: WaitingView): Sentence {
	switch (waiting.kind) {
		case 'accept-invitation': {
			const named = waiting.by.length > 0 ? say`, by ${sayFew(waiting.by, { most: 3, shown: 3 })}` : [];
			const since = waiting.sinceSeconds === undefined ? [] : say`, ${onTime(waiting.sinceSeconds)}`;
			return say`Invited as ${waiting.role}${named}${since}; not accepted`;
		}
		case 'acknowledge-removal':
			return say`Removed ${onTime(waiting.atSeconds)}; not acknowledged`;
		case 'restore-roles':
			return say`Another tool dropped role records from their announcement`;
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
