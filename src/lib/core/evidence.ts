import type { CheckedEvent } from './event.ts';
import type { EventId } from './ids.ts';
import { kinds } from './kinds.ts';
import type { RelayUrl } from './relay-url.ts';

/** Why a relay's silence is one: it counts as heard, as an answer never (D36). */
export type NoAnswerReason =
	| 'timeout'
	/** It refused the question, for a reason that has no word of its own here. */
	| 'closed'
	| 'restricted'
	| 'rate-limited'
	| 'auth-required'
	| 'partial'
	/** It said that it had sent everything before it had. */
	| 'late'
	/** Among what it sent are forged records or ones that were not asked for, so that the rest may be missing. */
	| 'unsound'
	| 'connection'
	| 'insecure'
	| 'flooded'
	/** It was cut off at a frame that nobody should parse. */
	| 'oversize'
	| 'junk';

/** What a relay did with this view's questions (D36). `not-asked` relays are listed and never counted as silent. */
export type RelayOutcome =
	| { readonly kind: 'waiting' }
	| { readonly kind: 'answered' }
	| { readonly kind: 'failed'; readonly reason: NoAnswerReason; readonly message?: string }
	| { readonly kind: 'not-asked'; readonly reason: 'too-many-relays' | 'local-address' };

/** One relay and what it did. */
export interface RelayAnswer {
	readonly url: RelayUrl;
	readonly outcome: RelayOutcome;
}

/**
 * All that a view rests on: every checked event at hand, in any order, of any author, version and identifier, and what
 * each relay did. Immutable. The resolver and the planners read nothing else.
 */
export interface Evidence {
	readonly announcements: readonly CheckedEvent[];
	readonly states: readonly CheckedEvent[];
	readonly deletions: readonly CheckedEvent[];
	/** Ids of checked events of other kinds: they decide nothing, but somebody has seen them (D3). */
	readonly otherIds: readonly EventId[];
	readonly relays: readonly RelayAnswer[];
}

/** Sorts checked events by kind into evidence; of kinds that decide nothing about a roster only the ids are kept. */
export function gatherEvidence(events: Iterable<CheckedEvent>, relays: readonly RelayAnswer[] = []): Evidence {
	const announcements: CheckedEvent[] = [];
	const states: CheckedEvent[] = [];
	const deletions: CheckedEvent[] = [];
	const otherIds: EventId[] = [];
	for (const event of events) {
		if (event.kind === kinds.announcement) announcements.push(event);
		else if (event.kind === kinds.repositoryState) states.push(event);
		else if (event.kind === kinds.deletion) deletions.push(event);
		else otherIds.push(event.id);
	}
	return { announcements, states, deletions, otherIds, relays };
}
