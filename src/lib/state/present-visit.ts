import { unreachable } from '#lib/core/result.ts';
import type { ChangeView, LifecycleView, Standing } from '#lib/worker/api.ts';
import { cleanText } from './clean-text.ts';
import type { Glyph } from './look.ts';
import { atTime, onTime, quoted, say, type Sentence } from './sentence.ts';

const becameLifecycle: Readonly<Record<LifecycleView['kind'], string>> = {
	live: 'The repository is open again',
	archived: 'The repository was archived',
	deleted: 'The announcement was deleted',
	restarted: 'The repository was started anew',
	'not-found': 'The announcement is not found any more'
};

const becameStanding: Readonly<Record<Standing['kind'], string>> = {
	lead: 'leads now',
	maintainer: 'is a maintainer now',
	moderator: 'is a moderator now',
	invited: 'is invited as maintainer now',
	'invited-moderator': 'is invited as moderator now',
	departed: 'has left',
	'removed-claiming': 'was removed and has not acknowledged it',
	declined: 'is not a maintainer, by their own record',
	blocked: 'cannot be counted now: their own record is unreadable'
};

const wasStanding: Readonly<Record<Standing['kind'], string>> = {
	lead: 'was the lead',
	maintainer: 'was a maintainer',
	moderator: 'was a moderator',
	invited: 'was invited as maintainer',
	'invited-moderator': 'was invited as moderator',
	departed: 'had left',
	'removed-claiming': 'was removed',
	declined: 'was no maintainer, by their own record',
	blocked: 'could not be counted'
};

const glyphs: Readonly<Record<ChangeView['kind'], Glyph>> = {
	lead: 'lead',
	lifecycle: 'restart',
	standing: 'person',
	state: 'branch',
	name: 'note'
};

/** One thing that is different from the last visit. */
export function presentVisitChange(change: ChangeView): { readonly words: Sentence; readonly glyph: Glyph } {
	return { words: sayVisitChange(change), glyph: glyphs[change.kind] };
}

/** One thing that is different from the last visit, in a sentence that says what it was before. */
export function sayVisitChange(change: ChangeView): Sentence {
	switch (change.kind) {
		case 'lead': {
			const { before, after } = change;
			if (after) return before ? say`${after} leads now; before, ${before} did` : say`${after} leads now`;
			return before ? say`${before} leads no more; who leads now is said above` : say`Who leads is told in other words`;
		}
		case 'lifecycle':
			return say`${becameLifecycle[change.after]}`;
		case 'standing': {
			const { person, before, after } = change;
			if (after === undefined)
				return before
					? say`${person} is not named here any more; ${wasStanding[before]}`
					: say`${person} is not named here any more`;
			return before
				? say`${person} ${becameStanding[after]}; ${wasStanding[before]} before`
				: say`${person} ${becameStanding[after]}; not named here before`;
		}
		case 'state':
			return say`${change.by} signed a new state ${onTime(change.createdAtSeconds)}`;
		case 'name': {
			const after = cleanText(change.after, 80);
			const before = cleanText(change.before, 80);
			const now = after === undefined ? say`It has no name now` : say`It is called ${quoted(after)} now`;
			return before === undefined ? now : say`${now}; before, it was ${quoted(before)}`;
		}
		default:
			return unreachable(change);
	}
}

/** Heading of the box: "Since your last visit, 3 days ago". */
export function sayVisit(sinceSeconds: number): Sentence {
	return say`Since your last visit, ${atTime(sinceSeconds)}`;
}
