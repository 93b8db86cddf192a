import { compareNewestFirst, firstTagValue, type EventPosition, type NostrEvent } from '#lib/core/event.ts';
import { isAddressable, isEphemeral, isReplaceable, kinds } from '#lib/core/kinds.ts';
import { EventIndex } from './event-index.ts';
import { matches, type Filter } from './filter.ts';

/** A deletion's mark at an address: nothing there that is not newer than this comes back (NIP-09, D3). */
export interface DeletionMark extends EventPosition {
	readonly deleted: string;
}

/** What has to be kept to have the same store again. */
export type StoreRecord = NostrEvent | DeletionMark;

/** What became of an event. */
export type Added =
	| { readonly kind: 'stored' }
	| { readonly kind: 'passed-on' }
	| { readonly kind: 'duplicate' }
	| { readonly kind: 'outdated' }
	| { readonly kind: 'deleted' }
	| { readonly kind: 'not-kept' };

/**
 * The events of a relay in memory, by the rules of NIP-01 and NIP-09: of a replaceable or addressable kind the latest (D1),
 * deletions honoured whatever comes first, ephemeral events never kept. It trusts that signatures were checked.
 */
export class EventStore {
	readonly #index = new EventIndex();
	readonly #latest = new Map<string, NostrEvent>();
	readonly #marks = new Map<string, EventPosition>();
	readonly #deletedIds = new Map<string, Set<string>>();
	readonly #passing = new WeakSet<NostrEvent>();

	get size(): number {
		return this.#index.size;
	}

	/** How many `records` there are at most. */
	get recordCount(): number {
		return this.#index.size + this.#marks.size;
	}

	/**
	 * `isKept`: whether `records` gives it; what is not kept is gone with the store. `keep` gets what is to be kept before
	 * anything changes here, and nothing changes when it says that it could not: also a refused event may tell of a
	 * deletion.
	 */
	add(event: NostrEvent, isKept = true, keep: (record: StoreRecord) => boolean = () => true): Added {
		if (this.#index.get(event.id)) return { kind: 'duplicate' };
		if (isEphemeral(event.kind)) return { kind: 'passed-on' };
		const address = addressOf(event);
		if (event.kind !== kinds.deletion && this.#deletedIds.get(event.id)?.has(event.pubkey)) {
			if (address === undefined) return { kind: 'deleted' };
			const mark = { deleted: address, ...this.#laterMark(address, event) };
			if (!keep(mark)) return { kind: 'not-kept' };
			this.#mark(address, mark);
			return { kind: 'deleted' };
		}
		if (address !== undefined) {
			const mark = this.#marks.get(address);
			if (mark && compareNewestFirst(event, mark) >= 0) return { kind: 'deleted' };
			const latest = this.#latest.get(address);
			if (latest && compareNewestFirst(event, latest) > 0) return { kind: 'outdated' };
		}
		if (!keep(event)) return { kind: 'not-kept' };
		if (address !== undefined) {
			const latest = this.#latest.get(address);
			if (latest) this.#index.remove(latest);
			this.#latest.set(address, event);
		}
		this.#index.insert(event);
		if (!isKept) this.#passing.add(event);
		if (event.kind === kinds.deletion) this.#delete(event);
		return { kind: 'stored' };
	}

	/** Puts back what `records` gave. */
	restore(record: StoreRecord): void {
		if ('deleted' in record) this.#mark(record.deleted, record);
		else this.add(record);
	}

	/** What matches any of the filters, newest first; each filter gives at most its own limit and `maxLimit`. */
	query(filters: readonly Filter[], maxLimit: number): NostrEvent[] {
		const found = new Set<NostrEvent>();
		for (const filter of filters) {
			const matching = [...this.#index.candidates(filter)].filter((event) => matches(filter, event));
			const limit = Math.min(filter.limit ?? maxLimit, maxLimit);
			for (const event of matching.sort(compareNewestFirst).slice(0, limit)) found.add(event);
		}
		return [...found].sort(compareNewestFirst);
	}

	/** Everything to keep: marks first, so that nothing they forbid is put back. */
	*records(): Iterable<StoreRecord> {
		for (const [deleted, { created_at, id }] of this.#marks) yield { deleted, created_at, id };
		for (const event of this.#index.all()) if (!this.#passing.has(event)) yield event;
	}

	/** NIP-09: the author's own events, by id or up to the deletion's time at an address; a deletion itself never. */
	#delete({ pubkey, created_at, tags }: NostrEvent): void {
		for (const [name, value = ''] of tags) {
			if (name === 'e') this.#deleteId(value, pubkey);
			// Lower than every id, so that all versions of that second are gone as well.
			else if (name === 'a' && isOwnAddress(value, pubkey)) this.#mark(value, { created_at, id: '' });
		}
	}

	#deleteId(id: string, pubkey: string): void {
		const known = this.#deletedIds.get(id);
		if (known) known.add(pubkey);
		else this.#deletedIds.set(id, new Set([pubkey]));
		const event = this.#index.get(id);
		if (!event || event.pubkey !== pubkey || event.kind === kinds.deletion) return;
		const address = addressOf(event);
		if (address === undefined) this.#index.remove(event);
		else this.#mark(address, event);
	}

	/** Forbids an address all that is not newer than a position, and drops what stands there. */
	#mark(address: string, position: EventPosition): void {
		const mark = this.#laterMark(address, position);
		this.#marks.set(address, mark);
		const latest = this.#latest.get(address);
		if (latest && compareNewestFirst(latest, mark) >= 0) {
			this.#index.remove(latest);
			this.#latest.delete(address);
		}
	}

	/** The mark that an address has when a position is forbidden as well. */
	#laterMark(address: string, { created_at, id }: EventPosition): EventPosition {
		const before = this.#marks.get(address);
		return before && compareNewestFirst(before, { created_at, id }) <= 0 ? before : { created_at, id };
	}
}

/** `<kind>:<pubkey>:<d>` of a replaceable (empty `d`) or addressable event; undefined for the others. */
function addressOf(event: NostrEvent): string | undefined {
	if (isReplaceable(event.kind)) return `${event.kind}:${event.pubkey}:`;
	if (isAddressable(event.kind)) return `${event.kind}:${event.pubkey}:${firstTagValue(event, 'd') ?? ''}`;
	return undefined;
}

/** Whether an `a` value is an address of that author. It is split at the first two colons: `d` may hold more (D3). */
function isOwnAddress(value: string, pubkey: string): boolean {
	const parts = /^(0|[1-9]\d{0,4}):([^:]*):(.*)$/s.exec(value);
	if (!parts || parts[2] !== pubkey) return false;
	const kind = Number(parts[1]);
	return isAddressable(kind) || (isReplaceable(kind) && parts[3] === '');
}
