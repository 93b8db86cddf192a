import { checkEvent, type EventFault, type NostrEvent } from '#lib/core/event.ts';
import type { Added, EventStore } from './event-store.ts';
import type { Journal } from './journal.ts';

/** The answer to an event: the last two places of an OK frame (NIP-01). */
export interface Verdict {
	readonly accepted: boolean;
	readonly message: string;
}

const faultWords: Record<EventFault, string> = {
	shape: 'invalid: not the shape of an event',
	id: 'invalid: the id is not the hash of the event',
	signature: 'invalid: the signature does not verify'
};

const verdicts: Record<Added['kind'], Verdict> = {
	stored: { accepted: true, message: '' },
	'passed-on': { accepted: true, message: '' },
	duplicate: { accepted: true, message: 'duplicate: already have this event' },
	outdated: { accepted: false, message: 'invalid: a newer version of it is here' },
	deleted: { accepted: false, message: 'blocked: its author deleted it' },
	'not-kept': { accepted: false, message: 'error: could not be kept' }
};

/** Where events go. */
export interface Intake {
	readonly store: EventStore;
	/** What is taken in is kept here; without it, nowhere. */
	readonly journal?: Journal;
	readonly handOn: (event: NostrEvent) => void;
}

/** Checks an event, keeps it in the journal, stores it, and hands it on when it is news. */
export function takeIn(value: unknown, { store, journal, handOn }: Intake, isKept = true): Verdict {
	const checked = checkEvent(value);
	if (!checked.ok) return { accepted: false, message: faultWords[checked.error] };
	const event = checked.value;
	if (event.kind < 0 || event.kind > 65_535) return { accepted: false, message: 'invalid: no such kind' };
	const added = store.add(event, isKept, (record) => !isKept || !journal || journal.append(record));
	journal?.compactWhenWorthIt(store.recordCount, () => store.records());
	if (added.kind === 'stored' || added.kind === 'passed-on') handOn(event);
	return verdicts[added.kind];
}
