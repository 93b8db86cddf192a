import { unreachable } from '#lib/core/result.ts';
import type { LeadProblemView, LeadViewModel, PersonView } from '#lib/worker/api.ts';
import type { Glyph, Tone } from './look.ts';
import { say, sayList, type Sentence } from './sentence.ts';

/** Who leads, in words: the answer, how it is known, and how it is meant. */
export interface LeadWords {
	readonly answer: Sentence;
	readonly how?: Sentence;
	readonly tone: Tone;
	readonly glyph: Glyph;
}

/** What the words about a lead depend on besides the lead. */
export interface LeadContext {
	readonly settled: boolean;
	readonly confirmedCount: number;
}

/** Words for each of the seven lead sources. Before the view is settled a missing lead is only not yet known. */
export function presentLead(lead: LeadViewModel, { settled, confirmedCount }: LeadContext): LeadWords {
	switch (lead.source) {
		case 'implicit_sole':
			return {
				answer: person(lead),
				how: say`Sole maintainer: this announcement names nobody else`,
				tone: 'good',
				glyph: 'lead'
			};
		case 'explicit':
			return { answer: person(lead), how: howExplicit(lead), tone: 'good', glyph: 'lead' };
		case 'legacy_inferred':
			return {
				answer: person(lead),
				how: say`Lead, inferred from older lists, which have no signed pointer`,
				tone: 'plain',
				glyph: 'lead'
			};
		case 'explicit_none':
			return {
				answer: say`No lead, by choice`,
				how: confirmedCount === 1 ? say`The one maintainer names no lead` : say`The maintainers act as equals`,
				tone: 'plain',
				glyph: 'none'
			};
		case 'none':
			return { answer: say`No lead`, tone: 'plain', glyph: 'none' };
		case 'pending':
		case 'conflict':
			return presentNoLead(lead, settled);
		default:
			return unreachable(lead.source);
	}
}

function person(lead: LeadViewModel): Sentence {
	return lead.person === undefined ? say`Nobody` : say`${lead.person}`;
}

function howExplicit(lead: LeadViewModel): Sentence {
	if (lead.namedBy === undefined || lead.namedBy.pubkey === lead.person?.pubkey)
		return say`Lead, by their own signed record`;
	return say`Lead, named by ${lead.namedBy}’s signed pointer`;
}

function presentNoLead(lead: LeadViewModel, settled: boolean): LeadWords {
	const problem = lead.problem;
	const open = lead.source === 'pending' && !settled;
	const answer = problem ? sayProblem(problem, open) : say`Cannot tell who leads`;
	return {
		answer,
		how: say`So nobody is confirmed from this address`,
		tone: open ? 'plain' : lead.source === 'conflict' ? 'bad' : 'attention',
		glyph: open ? 'waiting' : lead.source === 'conflict' ? 'broken' : 'unknown'
	};
}

/** Why nobody can be said to lead. `stillLooking`: the announcement may yet arrive. */
export function sayProblem(problem: LeadProblemView, stillLooking: boolean): Sentence {
	const at = problem.at;
	const untold = say`Cannot tell who leads: ${at}’s announcement`;
	switch (problem.kind) {
		case 'missing':
			return stillLooking
				? say`Not yet known who leads: looking for ${at}’s announcement`
				: say`${untold} has not been found`;
		case 'deleted':
			return say`${untold} was deleted`;
		case 'points-nowhere':
			return say`${untold} points to nobody`;
		case 'unreadable':
			return say`${untold} cannot be read`;
		case 'departed':
			return say`${at} has left and points to nobody`;
		case 'two-pointers':
			return problem.targets.length > 2
				? say`${at} points to several people: ${sayList(problem.targets)}`
				: say`${at} points to two people: ${sayList(problem.targets)}`;
		case 'cycle':
			return say`The pointers go in a circle`;
		default:
			return unreachable(problem);
	}
}

/** The way from the selected person to where the walk ended: "Alice → Bob → Alice". Empty when it has no steps. */
export function sayPath(path: readonly PersonView[]): Sentence {
	if (path.length < 2) return [];
	return path.reduce<Sentence>(
		(sentence, step, index) => (index === 0 ? say`${step}` : say`${sentence} → ${step}`),
		[]
	);
}

/** What a reader can do about a missing lead; who can end it is always somebody who signs. */
export function sayLeadRemedy(problem: LeadProblemView): Sentence {
	const at = problem.at;
	switch (problem.kind) {
		case 'missing':
			return say`Ask another relay, or open the address that ${at} published.`;
		case 'deleted':
		case 'points-nowhere':
		case 'unreadable':
			return say`Only ${at} can end this, by signing a new announcement; or open another maintainer’s address.`;
		case 'departed':
			return say`Open the address of somebody who still maintains it.`;
		case 'two-pointers':
			return say`Only ${at} can end this, by signing one pointer; until then open the address of one of the two.`;
		case 'cycle':
			return say`One of them has to sign a record that names themselves as lead.`;
		default:
			return unreachable(problem);
	}
}
