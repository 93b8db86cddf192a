import { unreachable } from '#lib/core/result.ts';
import type { AskedView, EventPage, PersonPage, RelayView } from '#lib/worker/api.ts';
import { shortenRelay } from './present-relay.ts';
import { countOf, groupDigits, quoted, say, type Sentence } from './sentence.ts';

/** How far a question was answered: "2 of 3 relays have answered. No answer: relay.example.com". */
export function sayAsked({ settled, askedCount, answeredCount, relays }: AskedView): Sentence {
	if (askedCount === 0) return settled ? say`No relay could be asked.` : say`Looking: no relay has been asked yet`;
	const answered =
		askedCount === 1
			? `the one relay asked ${answeredCount === 1 ? 'has answered' : 'has not answered'}`
			: `${groupDigits(answeredCount)} of ${countOf(askedCount, 'relay')} have answered`;
	if (!settled) return say`Looking: ${answered}`;
	const silent = relays.filter(({ outcome }) => outcome.kind === 'failed');
	if (silent.length === 0)
		return askedCount === 1 ? say`The one relay asked has answered.` : say`All ${askedCount} relays have answered.`;
	const names = silent
		.slice(0, 4)
		.reduce<Sentence>((all, { url }, index) => say`${all}${index === 0 ? '' : ', '}${quoted(shortenRelay(url))}`, []);
	const more = silent.length > 4 ? ` and ${silent.length - 4} more` : '';
	return say`Cannot be sure: ${answered}. No answer: ${names}${more}.`;
}

/** Whether a settled question was answered by everybody it was put to. */
export function isWhole({ settled, askedCount, answeredCount }: AskedView): boolean {
	return settled && askedCount > 0 && answeredCount === askedCount;
}

/** What is said in place of an empty list of announcements. */
export function sayNoAnnouncement({ coverage }: PersonPage): string {
	if (!coverage.settled) return 'No announcement has been seen yet.';
	if (coverage.answeredCount === 0) return 'Cannot tell what they announce: no relay has answered.';
	return isWhole(coverage)
		? 'No announcement by this key was found.'
		: 'No announcement by this key was seen on the relays that answered.';
}

/** Whether an event was found, in a few words. */
export function sayEventFinding({ finding, event, coverage }: EventPage): string {
	switch (finding) {
		case 'looking':
			return 'Looking for this event';
		case 'not-found':
			return isWhole(coverage) ? 'This event was not found' : 'Cannot be sure: this event was not seen';
		case 'found':
			return event && event.repositories.length > 1
				? 'This event names several people’s addresses'
				: 'This event names no repository';
		default:
			return unreachable(finding);
	}
}

/** Why a relay was put the question. */
export function sayAskedRole({ roles }: RelayView, page: 'person' | 'event'): string {
	const words = roles.map((role) => {
		switch (role) {
			case 'hint':
				return 'named in the address';
			case 'index':
				return 'index relay';
			case 'write-relay':
				return page === 'person' ? 'where they write, by their own list' : 'where its author writes';
			case 'declared':
				return 'declared';
			case 'added':
				return 'added by you';
			default:
				return unreachable(role);
		}
	});
	return words.join(' · ');
}
