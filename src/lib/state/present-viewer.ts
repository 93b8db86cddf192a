import { unreachable } from '#lib/core/result.ts';
import type { CoverageViewModel, WaitingView } from '#lib/worker/api.ts';
import { asFarAsShown, certaintyOf } from './certainty.ts';
import { countOf, onTime, say, sayList, type Sentence } from './sentence.ts';

/** One thing that waits for somebody, as a line of a list. */
export function sayWaiting(waiting: WaitingView): Sentence {
	switch (waiting.kind) {
		case 'accept-invitation': {
			const by = waiting.by.slice(0, 3);
			const more = waiting.by.length - by.length;
			const who = more > 0 ? sayList([...by, countOf(more, 'other')]) : sayList(by);
			const named = waiting.by.length > 0 ? say`, by ${who}` : [];
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
