import { unreachable } from '#lib/core/result.ts';
import type { LeadSourceView, PersonRow, PersonView, SinceView, Standing } from '#lib/worker/api.ts';
import { asSeen, soFar, type Certainty } from './certainty.ts';
import type { Glyph, Tone } from './look.ts';
import { onTime, say, type Sentence } from './sentence.ts';

/** A person's standing in words: the chip beside the name, and what to know about it. */
export interface StandingWords {
	readonly label: Sentence;
	readonly tone: Tone;
	readonly glyph: Glyph;
	readonly detail?: Sentence;
}

/** What the words about a standing depend on besides it: how the lead is known, and how much has been seen (D35). */
export interface StandingContext {
	readonly leadSource: LeadSourceView;
	readonly certainty: Certainty;
}

/** Words of UI.md's table for one standing; what rests on absence is only said outright of a complete view. */
export function presentStanding(standing: Standing, { leadSource, certainty }: StandingContext): StandingWords {
	switch (standing.kind) {
		case 'lead':
			return presentLeadRow(leadSource);
		case 'maintainer':
			return { label: say`Maintainer`, tone: 'good', glyph: 'check' };
		case 'moderator':
			return {
				label: say`Moderator`,
				tone: 'good',
				glyph: 'moderator',
				detail: say`Manages issues and proposals, not the code`
			};
		case 'invited':
			return { label: say`Invited – ${noAcceptance(certainty)}`, tone: 'plain', glyph: 'invited' };
		case 'invited-moderator':
			return { label: say`Invited as moderator – ${noAcceptance(certainty)}`, tone: 'plain', glyph: 'invited' };
		case 'departed':
			return presentDeparture(standing);
		case 'removed-claiming':
			return {
				label: say`Removed ${onTime(standing.atSeconds)}, has not acknowledged`,
				tone: 'attention',
				glyph: 'attention',
				detail: say`Their own record still claims a role${asSeen(certainty)}`
			};
		case 'declined':
			return { label: say`Not a maintainer, by their own record`, tone: 'muted', glyph: 'none' };
		case 'blocked':
			return { label: say`Cannot be counted: their own record is unreadable`, tone: 'bad', glyph: 'broken' };
		default:
			return unreachable(standing);
	}
}

function noAcceptance(certainty: Certainty): string {
	return certainty === 'complete' ? 'has not accepted' : `no acceptance seen${soFar(certainty)}`;
}

function presentLeadRow(source: LeadSourceView): StandingWords {
	if (source === 'implicit_sole') return { label: say`Sole maintainer`, tone: 'good', glyph: 'lead' };
	if (source === 'legacy_inferred')
		return { label: say`Lead, inferred from older lists`, tone: 'plain', glyph: 'lead' };
	return { label: say`Lead`, tone: 'good', glyph: 'lead' };
}

function presentDeparture(standing: Extract<Standing, { kind: 'departed' }>): StandingWords {
	const look = { tone: 'muted', glyph: 'left' } as const;
	switch (standing.how) {
		case 'ended-role':
			return { label: say`Left ${onTime(standing.atSeconds)}`, ...look };
		case 'deleted-announcement':
			return { label: say`Deleted their announcement ${onTime(standing.atSeconds)}`, ...look };
		default:
			return unreachable(standing.how);
	}
}

/** Since when somebody holds their role, and who assigned it: "Started on 12 March 2025, named by Alice", "Start unknown". */
export function saySince({ seconds, by }: SinceView): Sentence {
	const named = by ? say`, named by ${by}` : [];
	return seconds === undefined ? say`Start unknown${named}` : say`Started ${onTime(seconds)}${named}`;
}

/** One person of the people list with every standing they have, the weightiest first. */
export interface PersonEntry {
	readonly person: PersonView;
	readonly standings: readonly Standing[];
	readonly isSelected: boolean;
	readonly since?: SinceView;
}

/** A group of the people list: one heading for each standing that means the same to a reader. */
export interface PeopleGroup {
	readonly id: 'maintainers' | 'moderators' | 'invited' | 'others';
	readonly title: string;
	readonly entries: readonly PersonEntry[];
}

const groupOf: Readonly<Record<Standing['kind'], PeopleGroup['id']>> = {
	lead: 'maintainers',
	maintainer: 'maintainers',
	moderator: 'moderators',
	invited: 'invited',
	'invited-moderator': 'invited',
	departed: 'others',
	'removed-claiming': 'others',
	declined: 'others',
	blocked: 'others'
};

const groupTitles: Readonly<Record<PeopleGroup['id'], string>> = {
	maintainers: 'Maintainers',
	moderators: 'Moderators',
	invited: 'Invited',
	others: 'No role now'
};

/**
 * The people list by what a reader asks of it: who may act, who was asked, who no longer may. Somebody with several
 * rows stands once, where their weightiest standing belongs. In: rows in order of weight. Empty groups are left out.
 */
export function groupPeople(rows: readonly PersonRow[]): PeopleGroup[] {
	const entries = new Map<string, PersonEntry>();
	for (const { standing, ...row } of rows) {
		const known = entries.get(row.person.pubkey);
		entries.set(row.person.pubkey, {
			...row,
			since: known?.since ?? row.since,
			standings: [...(known?.standings ?? []), standing]
		});
	}
	const ids = Object.keys(groupTitles) as PeopleGroup['id'][];
	return ids
		.map((id) => ({
			id,
			title: groupTitles[id],
			entries: [...entries.values()].filter((entry) => placeOf(entry) === id)
		}))
		.filter((group) => group.entries.length > 0);
}

function placeOf({ standings: [first] }: PersonEntry): PeopleGroup['id'] | undefined {
	return first && groupOf[first.kind];
}
