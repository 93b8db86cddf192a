import { compareNewestFirst, firstTagValue, type CheckedEvent } from '#lib/core/event.ts';
import { gatherEvidence, type Evidence, type RelayAnswer } from '#lib/core/evidence.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import { isAddressable, kinds } from '#lib/core/kinds.ts';
import type { RelayUrl } from '#lib/core/relay-url.ts';
import { hasVersions, surplusVersions, type StoredEvent } from '#lib/worker/db/event-row.ts';
import { speaksOfView } from './speaks-of-view.ts';

/** An event of this view, where it was seen, and whether a relay gave it since the view was opened. */
interface Exhibit {
	readonly event: CheckedEvent;
	readonly relays: Set<RelayUrl>;
	readonly keptAtSeconds?: number;
	isLive: boolean;
}

/** All events one view rests on, from the store and from relays; versions beyond what the store keeps are let go. */
export class ViewEvidence {
	readonly #exhibits = new Map<string, Exhibit>();
	readonly #versions = new Map<string, CheckedEvent[]>();
	readonly #identifier: string;
	#changes = 0;

	constructor(identifier: string) {
		this.#identifier = identifier;
	}

	/** Adds what the store remembers. Whether anything was new. */
	addStored(stored: readonly StoredEvent[]): boolean {
		let isNew = false;
		for (const { event, relays, keptAtSeconds } of stored) {
			const known = this.#exhibits.get(event.id);
			if (known) for (const url of relays) known.relays.add(url);
			else isNew = this.#add({ event, relays: new Set(relays), keptAtSeconds, isLive: false }) || isNew;
		}
		return isNew;
	}

	/** Adds what a relay gave. Whether that changes what can be said of the view. */
	addLive(event: CheckedEvent, from: RelayUrl): boolean {
		const known = this.#exhibits.get(event.id);
		if (!known) return this.#add({ event, relays: new Set([from]), isLive: true });
		if (known.isLive && known.relays.has(from)) return false;
		known.isLive = true;
		known.relays.add(from);
		return true;
	}

	/** Grows whenever `gather` or `newest` may give something else than before. */
	get changes(): number {
		return this.#changes;
	}

	/** Everything for the resolver. Which deletion requests are, is judged anew each time: more ids may be known by then. */
	gather(answers: readonly RelayAnswer[]): Evidence {
		const events: CheckedEvent[] = [];
		for (const { event } of this.#exhibits.values())
			if (event.kind !== kinds.deletion || speaksOfView(event, this.#identifier, this.#exhibits)) events.push(event);
		return gatherEvidence(events, answers);
	}

	/** The newest event of a kind that each author signed under this view's identifier, or without any. */
	newest(kind: number): Map<Pubkey, CheckedEvent> {
		const newest = new Map<Pubkey, CheckedEvent>();
		for (const versions of this.#versions.values()) {
			const [first] = versions;
			if (first?.kind === kind) newest.set(first.pubkey, versions.reduce(newer));
		}
		return newest;
	}

	/** Where an event was seen, now or ever. */
	relaysOf(id: string): ReadonlySet<RelayUrl> {
		return this.#exhibits.get(id)?.relays ?? new Set();
	}

	/** Whether a relay gave that event since the view was opened. */
	isLive(id: string): boolean {
		return this.#exhibits.get(id)?.isLive ?? false;
	}

	/** When that event was first kept in this browser, Unix seconds. */
	keptAtSeconds(id: string): number | undefined {
		return this.#exhibits.get(id)?.keptAtSeconds;
	}

	#add(exhibit: Exhibit): boolean {
		const { event } = exhibit;
		// A filter on `d` finds events whose second `d` it is, too: those are of another coordinate (D1).
		if (isAddressable(event.kind) && firstTagValue(event, 'd') !== this.#identifier) return false;
		this.#changes++;
		this.#exhibits.set(event.id, exhibit);
		if (!hasVersions(event.kind)) return true;
		const key = `${event.kind}:${event.pubkey}`;
		const known = this.#versions.get(key);
		if (known === undefined) {
			this.#versions.set(key, [event]);
			return true;
		}
		const versions = [...known, event];
		const surplus = new Set(surplusVersions(versions));
		for (const { id } of surplus) this.#exhibits.delete(id);
		this.#versions.set(
			key,
			versions.filter((version) => !surplus.has(version))
		);
		return !surplus.has(event);
	}
}

function newer(a: CheckedEvent, b: CheckedEvent): CheckedEvent {
	return compareNewestFirst(a, b) <= 0 ? a : b;
}
