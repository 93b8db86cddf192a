import type { HealthEntry, Notice } from '#lib/core/view.ts';
import type { CoverageViewModel, HealthView } from '#lib/worker/api.ts';
import { asSeen, type Certainty } from './certainty.ts';
import type { Tone } from './look.ts';
import { countOf, onTime, quoted, say, type Sentence } from './sentence.ts';

/** Something wrong with signed records: what it is, and what it means for a reader. */
export interface HealthWords {
	readonly title: Sentence;
	readonly meaning: Sentence;
	readonly tone: Tone;
}

type HealthKind = HealthEntry['kind'] | Notice['kind'];

/**
 * Words for every kind of health entry and notice; one that this version does not know says so.
 * In: `certainty`, because what somebody has not acknowledged may only not have been seen.
 */
export function presentHealth(entry: HealthView, certainty: Certainty): HealthWords {
	const write = Object.hasOwn(writers, entry.kind) ? writers[entry.kind as HealthKind] : undefined;
	return write
		? write(entry, certainty)
		: {
				title: say`A record of ${entry.author} needs attention`,
				meaning: say`Its kind, ${quoted(entry.kind)}, is not known to this version.`,
				tone: 'attention'
			};
}

const roleNames: Readonly<Record<string, string>> = { M: 'lead', m: 'maintainer', o: 'moderator' };

const malformedReasons: Readonly<Record<string, string>> = {
	subject: 'it names no valid public key',
	boundary: 'one of its times is not a number',
	'defer-position': 'its “defer” stands where none may stand'
};

const about = ({ subject }: HealthView): Sentence => (subject ? say` about ${subject}` : []);
const roleOf = (letter: string | undefined): string => roleNames[letter ?? ''] ?? 'role';

const writers: Readonly<Record<HealthKind, (entry: HealthView, certainty: Certainty) => HealthWords>> = {
	'malformed-role-record': (entry) => {
		const [letter, why] = (entry.detail ?? '').split(':');
		const reason = malformedReasons[why ?? ''] ?? 'it does not have the required form';
		return {
			title: say`A ${roleOf(letter)} record in ${entry.author}’s announcement cannot be read`,
			meaning: say`It counts for nothing: ${reason}.`,
			tone: 'attention'
		};
	},
	'malformed-legacy-entry': ({ author }) => ({
		title: say`${author}’s older maintainer list has an entry that is no public key`,
		meaning: say`That entry is ignored; the others count.`,
		tone: 'attention'
	}),
	'duplicate-role-record': (entry) => ({
		title: say`${entry.author} has more than one ${roleOf(entry.detail)} record${about(entry)}`,
		meaning: say`Any one of them that is active counts. Their history contradicts itself and is not relied on.`,
		tone: 'attention'
	}),
	'self-defer': ({ author, detail }) =>
		detail === 'superseded'
			? {
					title: say`An earlier record of ${author} about themselves has no real end`,
					meaning: say`A later record of theirs replaces it.`,
					tone: 'plain'
				}
			: {
					title: say`${author}’s record about themselves has no real end`,
					meaning: say`It ends in “defer”, which only a copy by somebody else may. Until ${author} signs a new role they cannot be counted.`,
					tone: 'bad'
				},
	'projection-mismatch': ({ author, detail }) => {
		const { missing = 0, extra = 0 } = readCounts(detail);
		const amount =
			missing === 0 && extra === 0
				? say`It is missing, stands there twice, or names somebody twice.`
				: say`It leaves out ${countOf(missing, 'active role', 'active roles')} and has ${countOf(extra, 'entry', 'entries')} without one.`;
		return {
			title: say`${author}’s list for older programs differs from their role records`,
			meaning: say`${amount} Older programs may show other people than this page does.`,
			tone: 'attention'
		};
	},
	'third-party-assignment': (entry) => ({
		title: say`${entry.author} names ${entry.subject ?? 'somebody'} as maintainer without leading`,
		meaning:
			entry.detail === 'covered'
				? say`The lead names the same person. While both do, the lead alone cannot remove them.`
				: say`It counts as an invitation like any other, but the lead’s own roles do not name that person.`,
		tone: entry.detail === 'covered' ? 'plain' : 'attention'
	}),
	'indirect-lead-pointer': ({ author, subject }) => ({
		title: subject
			? say`${author} still points to ${subject}, who points on to the lead`
			: say`${author} points to the lead through somebody else`,
		meaning: subject
			? say`It works as long as ${subject} keeps pointing there.`
			: say`It works as long as everybody between keeps pointing there.`,
		tone: 'plain'
	}),
	'removed-but-claiming': ({ author, atSeconds }, certainty) => ({
		title: say`${author} was removed ${onTime(atSeconds)} and has not acknowledged it${asSeen(certainty)}`,
		meaning: say`Their own record still claims a role. It counts for nothing here.`,
		tone: 'attention'
	}),
	'lead-roster-incomplete': ({ author, subject }) => ({
		title: say`${author} leads, but their roles do not name ${subject ?? 'somebody'}`,
		meaning: say`Others name that person, so they are shown. Programs that read only the lead’s roles do not know them.`,
		tone: 'attention'
	}),
	'empty-interval': (entry) => ({
		title: say`A record of ${entry.author}${about(entry)} ends where or before it begins`,
		meaning: say`That stretch of time is empty and counts for nothing.`,
		tone: 'plain'
	}),
	'moderator-assigned-by-non-lead': ({ author, subject }) => ({
		title: say`${author} names ${subject ?? 'somebody'} as moderator without leading`,
		meaning: say`It counts; usually the lead does this.`,
		tone: 'plain'
	}),
	'possibly-deleted': ({ author }) => ({
		title: say`An announcement of ${author} may have been deleted`,
		meaning: say`A newer deletion names an event that no relay has shown.`,
		tone: 'attention'
	})
};

/** People whom somebody names beyond what one view asks about (D36). */
export function presentPeopleNotAsked({ namedBy, count }: CoverageViewModel['peopleNotAsked'][number]): HealthWords {
	return {
		title: say`${namedBy} names more people than one view asks about: ${countOf(count, 'person was', 'people were')} left out`,
		meaning: say`Whether any of them takes part cannot be told here.`,
		tone: 'attention'
	};
}

/** Every kind there are words for. */
export const knownHealthKinds = Object.keys(writers) as HealthKind[];

function readCounts(detail: string | undefined): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const [, name, value] of (detail ?? '').matchAll(/(\w+)=(\d+)/g)) counts[name as string] = Number(value);
	return counts;
}
