import type { CoverageViewModel, RelayView } from '#lib/worker/api.ts';

/** How far a view may speak of what it has not seen (D35): relays are still asked, some gave no answer, or all did. */
export type Certainty = 'looking' | 'incomplete' | 'complete';

/** Complete only when everybody who ought to know was asked and has answered. */
export function certaintyOf(coverage: CoverageViewModel): Certainty {
	if (!coverage.settled) return 'looking';
	const { askedCount, relays, declaredNotAskedCount, peopleNotAsked } = coverage;
	const isSilent = relays.some((relay) => relay.outcome.kind === 'failed' || isWriteRelayLeftOut(relay));
	return isSilent || askedCount === 0 || declaredNotAskedCount > 0 || peopleNotAsked.length > 0
		? 'incomplete'
		: 'complete';
}

/** Somebody asked about writes there, and there was no place for it: an acceptance of theirs may be nowhere else (D36). */
export function isWriteRelayLeftOut({ outcome, roles }: RelayView): boolean {
	return outcome.kind === 'not-asked' && outcome.reason === 'too-many-relays' && roles.includes('write-relay');
}

/** What follows a claim that rests on absence while it may still change: " so far". */
export function soFar(certainty: Certainty): string {
	return certainty === 'looking' ? ' so far' : '';
}

/** What follows a claim about a record of which a newer version may exist where nobody has answered. */
export function asSeen(certainty: Certainty): string {
	return certainty === 'looking' ? ', as seen so far' : asFarAsShown(certainty);
}

/** What follows a claim that has to stay bounded after relays were asked as well. */
export function asFarAsShown(certainty: Certainty): string {
	return certainty === 'incomplete' ? ', as far as the relays that answered show' : soFar(certainty);
}
