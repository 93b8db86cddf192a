import { unreachable } from '#lib/core/result.ts';
import type { CoverageViewModel, LeadProblemView, LeadViewModel, PersonView, RepositoryPage } from '#lib/worker/api.ts';
import { asFarAsShown, certaintyOf, soFar } from './certainty.ts';
import type { Glyph, Tone } from './look.ts';
import { say, sayList, type Sentence } from './sentence.ts';

/** Who leads, in words: the answer, how it is known, and how it is meant. */
export interface LeadWords {
	readonly answer: Sentence;
	readonly how?: Sentence;
	readonly tone: Tone;
	readonly glyph: Glyph;
}

/** What of a page the words about a lead depend on. */
export type LeadContext = Pick<
	RepositoryPage,
	'address' | 'lead' | 'people' | 'health' | 'confirmedCount' | 'coverage'
>;

/** Words for each of the seven lead sources. Before the view is settled a missing lead is only not yet known. */
export function presentLead(page: LeadContext): LeadWords {
	const { lead, confirmedCount } = page;
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
			if (confirmedCount === 0) return presentNobody(page);
			if (isPointerUnreadable(page))
				return {
					answer: say`No lead`,
					how: say`A lead record in ${page.address.owner}’s announcement cannot be read`,
					tone: 'attention',
					glyph: 'unknown'
				};
			return { answer: say`No lead, by choice`, how: howEquals(page), tone: 'plain', glyph: 'none' };
		case 'none':
			if (confirmedCount === 0) return presentNobody(page);
			return { answer: say`No lead`, how: howUndecided(page), tone: 'plain', glyph: 'none' };
		case 'pending':
		case 'conflict':
			return presentNoLead(page);
		default:
			return unreachable(lead.source);
	}
}

/** Whoever wrote a lead record that cannot be read made no choice to go without a lead. */
function isPointerUnreadable({ address, health }: LeadContext): boolean {
	return health.some(
		({ kind, author, detail }) =>
			kind === 'malformed-role-record' && author.pubkey === address.owner.pubkey && detail?.startsWith('M:')
	);
}

function person(lead: LeadViewModel): Sentence {
	return lead.person === undefined ? say`Nobody` : say`${lead.person}`;
}

function howExplicit(lead: LeadViewModel): Sentence {
	if (lead.namedBy === undefined || lead.namedBy.pubkey === lead.person?.pubkey)
		return say`Lead, by their own signed record`;
	return say`Lead, named by ${lead.namedBy}’s signed pointer`;
}

function howEquals({ confirmedCount, coverage }: LeadContext): Sentence {
	if (confirmedCount > 1) return say`The maintainers act as equals`;
	const certainty = certaintyOf(coverage);
	return say`The one maintainer${certainty === 'complete' ? '' : ` seen${soFar(certainty)}`} names no lead`;
}

function howUndecided({ coverage }: LeadContext): Sentence {
	return say`Neither a signed pointer nor the older lists single anybody out${asFarAsShown(certaintyOf(coverage))}`;
}

/** The selected person points to nobody and does not count themselves: nobody chose to go without a lead. */
function presentNobody({ address: { owner }, people, coverage }: LeadContext): LeadWords {
	const kinds = people.filter(({ isSelected }) => isSelected).map(({ standing }) => standing.kind);
	const why = kinds.includes('departed')
		? say`${owner}’s role has ended`
		: kinds.includes('blocked')
			? say`${owner} cannot be counted`
			: kinds.includes('declined')
				? say`${owner} is not a maintainer, by their own record`
				: say`${owner} is no maintainer here`;
	return { answer: say`Nobody leads: ${why}`, how: sayNobodyConfirmed(coverage), tone: 'attention', glyph: 'none' };
}

function sayNobodyConfirmed(coverage: CoverageViewModel): Sentence {
	return say`So nobody is confirmed from this address${soFar(certaintyOf(coverage))}`;
}

function presentNoLead({ lead, coverage }: LeadContext): LeadWords {
	const { problem } = lead;
	const { settled } = coverage;
	const open = lead.source === 'pending' && !settled;
	const answer = problem ? sayProblem(problem, open) : say`Cannot tell who leads`;
	return {
		answer,
		how: sayNobodyConfirmed(coverage),
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

/**
 * What a reader can do about a missing lead, and who can end it: whoever stopped the walk, and everybody before them on
 * the path, because each may point elsewhere.
 */
export function sayLeadRemedy(problem: LeadProblemView, path: readonly PersonView[]): Sentence {
	const { at } = problem;
	switch (problem.kind) {
		case 'missing':
			return say`Ask another relay.${sayOthers(at, path, (others) => say` ${others} can also end this, by pointing to somebody else.`)}`;
		case 'deleted':
		case 'points-nowhere':
		case 'unreadable':
			return say`${at} can end this by signing a new announcement${orOthers(at, path)}; until then open another maintainer’s address.`;
		case 'departed':
			return say`${at} can end this by pointing to whoever leads now${orOthers(at, path)}; until then open the address of somebody who still maintains it.`;
		case 'two-pointers': {
			const them = problem.targets.length > 2 ? 'one of them' : 'one of the two';
			return say`${at} can end this by signing one pointer${orOthers(at, path)}; until then open the address of ${them}.`;
		}
		case 'cycle':
			return say`Anybody on the path can end this, by naming themselves as lead or by pointing to somebody who does not point back.`;
		default:
			return unreachable(problem);
	}
}

function orOthers(at: PersonView, path: readonly PersonView[]): Sentence {
	return sayOthers(at, path, (others) => say`, or ${others} by pointing to somebody else`);
}

/** With who stands before somebody on the path, if anybody does. */
function sayOthers(at: PersonView, path: readonly PersonView[], words: (others: Sentence) => Sentence): Sentence {
	const others = path.slice(
		0,
		Math.max(
			0,
			path.findIndex(({ pubkey }) => pubkey === at.pubkey)
		)
	);
	const [first] = others;
	if (first === undefined) return [];
	return words(others.length === 1 ? say`${first}` : say`anybody before them on the path`);
}
