import type { CoverageViewModel, OriginView, RelayView } from '#lib/worker/api.ts';
import { isWriteRelayLeftOut } from './certainty.ts';
import type { Glyph, Tone } from './look.ts';
import { shortenRelay } from './present-relay.ts';
import { atTime, countOf, groupDigits, quoted, say, sayList, type Sentence } from './sentence.ts';

/** How complete and how fresh the view is, in words. */
export interface CoverageWords {
	readonly answer: Sentence;
	readonly detail?: Sentence;
	readonly tone: Tone;
	readonly glyph: Glyph;
}

/** Words for coverage: looking, complete, not sure (with who was silent), or this browser's copy. */
export function presentCoverage(coverage: CoverageViewModel, origin: OriginView): CoverageWords {
	if (origin.kind === 'cache') return presentCached(coverage, origin.seenAtSeconds);
	if (!coverage.settled) return { answer: sayLooking(coverage), tone: 'plain', glyph: 'waiting' };
	const { answeredCount, askedCount, seenWhereExpected } = coverage;
	const silent = findSilent(coverage.relays);
	const left = sayNotAsked(coverage);
	const unseen = seenWhereExpected
		? []
		: say`The newest announcement was seen on no index relay and on none its author writes to: a newer one may exist elsewhere.`;
	const detail = joinWords(nameRelays(silent), unseen);
	const isWhole = silent.length === 0 && askedCount > 0 && left.length === 0 && seenWhereExpected;
	const answer =
		silent.length > 0
			? say`Cannot be sure: ${countOf(silent.length, 'relay')} did not answer`
			: askedCount === 0
				? say`Cannot be sure: no relay could be asked`
				: askedCount === 1
					? say`The one relay asked has answered`
					: say`All ${answeredCount} relays have answered`;
	return {
		answer: say`${answer}${left}`,
		detail,
		tone: isWhole ? 'plain' : 'attention',
		glyph: isWhole ? 'check' : 'attention'
	};
}

/** What was not even asked about: "; 2 declared relays were not asked". */
function sayNotAsked({ declaredNotAskedCount, peopleNotAsked, relays: known }: CoverageViewModel): Sentence {
	const people = peopleNotAsked.reduce((sum, { count }) => sum + count, 0);
	const relays =
		declaredNotAskedCount === 0
			? ''
			: `; ${countOf(declaredNotAskedCount, 'declared relay was', 'declared relays were')} not asked`;
	const leftOut = known.filter((relay) => isWriteRelayLeftOut(relay) && !relay.roles.includes('declared')).length;
	const theirs =
		leftOut === 0
			? ''
			: `; ${countOf(leftOut, 'relay that people write to was', 'relays that people write to were')} not asked`;
	return people === 0
		? say`${relays}${theirs}`
		: say`${relays}${theirs}; ${countOf(people, 'person was', 'people were')} not asked about`;
}

function presentCached(coverage: CoverageViewModel, seenAtSeconds: number): CoverageWords {
	return {
		answer: say`From this browser’s copy, seen ${atTime(seenAtSeconds)}`,
		detail: coverage.settled ? sayCacheLeft(coverage) : sayLooking(coverage),
		tone: coverage.settled ? 'attention' : 'plain',
		glyph: 'copy-of'
	};
}

/** Why a settled view still rests on this browser's copy. */
function sayCacheLeft(coverage: CoverageViewModel): Sentence {
	const { askedCount, answeredCount } = coverage;
	if (askedCount === 0) return say`No relay could be asked${sayNotAsked(coverage)}`;
	if (answeredCount === 0) return say`None of ${countOf(askedCount, 'relay')} has answered${sayNotAsked(coverage)}`;
	const silent = findSilent(coverage.relays);
	const answered =
		askedCount === 1
			? say`The one relay asked has answered`
			: say`${groupDigits(answeredCount)} of ${countOf(askedCount, 'relay')} have answered`;
	const sentence = say`${answered}, but not with all that is shown here${sayNotAsked(coverage)}`;
	return silent.length === 0 ? sentence : say`${sentence}. No answer: ${nameRelays(silent)}`;
}

function joinWords(first: Sentence, second: Sentence): Sentence | undefined {
	if (first.length === 0) return second.length === 0 ? undefined : second;
	return second.length === 0 ? first : say`${first} · ${second}`;
}

/** Progress without a spinner: "Looking: 2 of 5 relays have answered". */
export function sayLooking({ answeredCount, askedCount }: CoverageViewModel): Sentence {
	if (askedCount === 0) return say`Looking: no relay has been asked yet`;
	if (askedCount === 1)
		return say`Looking: the one relay asked ${answeredCount === 1 ? 'has answered' : 'has not answered yet'}`;
	return say`Looking: ${groupDigits(answeredCount)} of ${countOf(askedCount, 'relay')} have answered`;
}

/** The relays that were asked and gave no answer. */
export function findSilent(relays: readonly RelayView[]): RelayView[] {
	return relays.filter(({ outcome }) => outcome.kind === 'failed');
}

function nameRelays(relays: readonly RelayView[]): Sentence {
	const shown = relays.slice(0, relays.length > 4 ? 3 : 4);
	const more = relays.length - shown.length;
	const names = shown.reduce<Sentence>(
		(all, relay, index) => say`${all}${index === 0 ? '' : ', '}${quoted(shortenRelay(relay.url))}`,
		[]
	);
	return more > 0 ? say`${names} ${sayList([`and ${groupDigits(more)} more`])}` : names;
}

/** "Not found" in two words, for a title: only when every relay asked has answered. */
export function nameNotFound({ relays }: CoverageViewModel): 'Not found' | 'Cannot be sure' {
	const asked = relays.filter(({ outcome }) => outcome.kind !== 'not-asked').length;
	return asked > 0 && findSilent(relays).length === 0 ? 'Not found' : 'Cannot be sure';
}

/** "Not found" in words: what was asked, and whether that is enough to say so. */
export function sayNotFound(coverage: CoverageViewModel): Sentence {
	const asked = coverage.relays.filter(({ outcome }) => outcome.kind !== 'not-asked').length;
	const silent = findSilent(coverage.relays).length;
	if (asked === 0) return say`Cannot be sure: no relay could be asked.`;
	if (silent === 0)
		return asked === 1
			? say`Not found: asked this one relay.`
			: say`Not found: asked these ${numberWord(asked)} relays.`;
	if (silent === asked && asked === 1) return say`Cannot be sure: the one relay asked did not answer.`;
	if (silent === asked) return say`Cannot be sure: none of ${countOf(asked, 'relay')} answered.`;
	const others = asked - silent === 1 ? 'the other does' : 'the others do';
	return say`Cannot be sure: ${silent} of ${asked} relays did not answer; ${others} not have it.`;
}

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

function numberWord(value: number): string {
	return words[value] ?? groupDigits(value);
}
