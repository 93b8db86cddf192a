import type { NostrEvent } from '#lib/core/event.ts';
import type { Filter } from './filter.ts';

/** What goes out: a list as JSON, a text or bytes as they are. */
export type Outgoing = readonly unknown[] | string | Buffer;

/** A question as a relay has read it. */
export interface Asked {
	readonly subscriptionId: string;
	readonly filters: readonly Filter[];
	/** What it holds of that. */
	readonly events: readonly NostrEvent[];
	/** What else it holds. */
	readonly others: () => readonly NostrEvent[];
}

/** What a question gets. */
export interface Answer {
	/** In order. */
	readonly frames: Iterable<Outgoing>;
	/** What follows: it stays subscribed, the question was refused, or the connection is closed. */
	readonly then: 'subscribed' | 'refused' | 'hang-up';
}

/** How a relay behaves. A session asks here, and nowhere for the fault behind it. */
export interface Conduct {
	readonly isSilent: boolean;
	/** What every new connection is told first. */
	readonly greeting: readonly Outgoing[];
	/** How many events one filter gives at most; undefined: as the limits say. */
	readonly eventsPerFilter?: number;
	/** What every EVENT is refused with; undefined: each is judged. */
	readonly eventRefusal?: string;
	/** What is sent for one event. */
	readonly alter: (event: NostrEvent) => readonly NostrEvent[];
	readonly answer: (asked: Asked) => Answer;
}

/** What NIP-01 wants: everything it holds, then EOSE, then what comes. */
export const goodConduct: Conduct = {
	isSilent: false,
	greeting: [],
	alter: (event) => [event],
	answer: ({ subscriptionId, events }) => ({
		frames: [...eventFrames(subscriptionId, events), ['EOSE', subscriptionId]],
		then: 'subscribed'
	})
};

/** An EVENT frame for each event. */
export function eventFrames(subscriptionId: string, events: readonly NostrEvent[]): Outgoing[] {
	return events.map((event) => ['EVENT', subscriptionId, event]);
}
