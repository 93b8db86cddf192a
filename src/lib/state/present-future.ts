import { unreachable } from '#lib/core/result.ts';
import type { FutureDateView, PersonView, RepositoryPage } from '#lib/worker/api.ts';
import type { HealthWords } from './present-health.ts';
import { atTime, say, type Sentence } from './sentence.ts';
import { isInCalendar } from './time-words.ts';

/** "Dated in the future: 1 January 2100", or that no calendar goes so far (D4). */
function sayDate({ atSeconds }: FutureDateView): Sentence {
	return atSeconds === undefined || !isInCalendar(atSeconds)
		? say`Dated in the future: beyond any calendar`
		: say`Dated in the future: ${atTime(atSeconds)}`;
}

/** A signed time after this device's clock, as an entry of its own: whose, and that it counts all the same. */
export function presentFutureDate(date: FutureDateView): HealthWords {
	const { by, subject } = date;
	switch (date.what) {
		case 'announcement':
			return {
				title: say`${sayDate(date)}, in ${by}’s announcement`,
				meaning: say`It counts all the same, and nothing of theirs that is dated earlier replaces it.`,
				tone: 'plain'
			};
		case 'role-start':
			return {
				title:
					subject === undefined || subject.pubkey === by.pubkey
						? say`${sayDate(date)}, in ${by}’s record about themselves`
						: say`${sayDate(date)}, in ${by}’s record about ${subject}`,
				meaning: say`The role counts already: no clock decides who may act.`,
				tone: 'plain'
			};
		case 'state':
			return {
				title: say`${sayDate(date)}, in the state that ${by} signed`,
				meaning: say`It counts all the same, and no state that is dated earlier replaces it.`,
				tone: 'plain'
			};
		default:
			return unreachable(date.what);
	}
}

const mostBeside = 3;

/** The future dates to be told beside a person: of what they signed, and of their role by whoever gave it. */
export function sayFutureDatesOf({ futureDates }: Pick<RepositoryPage, 'futureDates'>, person: PersonView): Sentence[] {
	const theirs = futureDates.filter(({ by, subject }) => (subject ?? by).pubkey === person.pubkey);
	const shown = theirs.slice(0, mostBeside).map((date) => say`${sayDate(date)} (${sayWhere(date, person)})`);
	const more = theirs.length - shown.length;
	return more > 0 ? [...shown, say`and ${more} more dated in the future`] : shown;
}

function sayWhere({ what, by }: FutureDateView, person: PersonView): Sentence {
	switch (what) {
		case 'announcement':
			return say`their announcement`;
		case 'role-start':
			return by.pubkey === person.pubkey ? say`their role, in their own record` : say`their role, in ${by}’s record`;
		case 'state':
			return say`the state they signed`;
		default:
			return unreachable(what);
	}
}

/** The same for whom the people list has no row: the selected person, and whom the lead walk passed or ended at. */
export function findFutureDatesOutsideList(page: RepositoryPage): { selected: Sentence[]; path: Sentence[] } {
	const listed = new Set(page.people.map(({ person }) => person.pubkey));
	const { owner } = page.address;
	const others = new Map(
		page.lead.path
			.filter(({ pubkey }) => pubkey !== owner.pubkey && !listed.has(pubkey))
			.map((person) => [person.pubkey, person])
	);
	return {
		selected: listed.has(owner.pubkey) ? [] : sayFutureDatesOf(page, owner),
		path: [...others.values()].flatMap((person) =>
			sayFutureDatesOf(page, person).map((dated) => say`${person}: ${dated}`)
		)
	};
}
