import type { RelayAnswer, RelayOutcome } from './evidence.ts';
import type { Pubkey } from './ids.ts';
import type { RelayUrl } from './relay-url.ts';
import type { CoverageView, RepositoryView } from './view.ts';

/** How many of the relays that one author declares count (D37, D38). */
const relaysCountedPerAuthor = 8;

/** The relays that some authors declare, each once, the first 8 different ones of each author (D37, D39). */
export function countDeclared(declaredBy: Iterable<readonly [Pubkey, readonly RelayUrl[]]>): RelayUrl[] {
	const counted = new Set<RelayUrl>();
	for (const [, urls] of declaredBy)
		for (const url of [...new Set(urls)].slice(0, relaysCountedPerAuthor)) counted.add(url);
	return [...counted];
}

/**
 * How much of what may be known is known.
 * In: the relays declared by every confirmed maintainer (nobody confirmed: by the selected author), as `parseRelayUrl`
 * spells them, and what each relay of this view did. A declared relay without an answer counts as waited for.
 * Out: settled when nothing is waited for any more; `answered`, `waiting`, `silent` cover every relay asked or declared,
 * in order of asking, those that were not asked on purpose aside. Errors: none.
 * Source: D36, D37, D39. Stricter than D37: a relay that was asked without being declared is waited for too, so that a
 * lead's announcement that only an index relay holds is not called missing while that one still speaks.
 */
export function resolveCoverage({
	declaredBy,
	answers
}: {
	readonly declaredBy: Iterable<readonly [Pubkey, readonly RelayUrl[]]>;
	readonly answers: readonly RelayAnswer[];
}): CoverageView {
	return coverageOf(countDeclared(declaredBy), answers);
}

/**
 * The same view after its relays did something else: what was signed stays as it is, and only how much was heard changes.
 * In: a view of `resolveRepository`; what each relay of it did. Out: what resolving the same events anew would give.
 */
export function withAnswers(view: RepositoryView, answers: readonly RelayAnswer[]): RepositoryView {
	return { ...view, coverage: coverageOf(view.coverage.declared, answers) };
}

function coverageOf(declared: readonly RelayUrl[], answers: readonly RelayAnswer[]): CoverageView {
	const outcomes = new Map<RelayUrl, RelayOutcome>(answers.map(({ url, outcome }) => [url, outcome]));
	for (const url of declared) if (!outcomes.has(url)) outcomes.set(url, { kind: 'waiting' });
	const having = (kind: RelayOutcome['kind']) =>
		[...outcomes].filter(([, outcome]) => outcome.kind === kind).map(([url]) => url);
	const waiting = having('waiting');
	return { declared, settled: waiting.length === 0, answered: having('answered'), waiting, silent: having('failed') };
}
