import { compareNewestFirst, firstTagValue, type CheckedEvent, type NostrEvent } from '#lib/core/event.ts';
import { isAddressable, isReplaceable } from '#lib/core/kinds.ts';
import type { RelayUrl } from '#lib/core/relay-url.ts';

/** A checked event as it is kept, with the relays that gave it and the name it is found by. */
export interface EventRow {
	readonly id: string;
	readonly pubkey: string;
	readonly created_at: number;
	readonly kind: number;
	readonly tags: readonly (readonly string[])[];
	readonly content: string;
	readonly sig: string;
	/** The first `d` of an addressable event, else empty. */
	readonly d: string;
	readonly relays: readonly RelayUrl[];
	/** When it was first kept, Unix seconds. */
	readonly keptAtSeconds: number;
}

/** An event out of the store, verified when it came in. */
export interface StoredEvent {
	readonly event: CheckedEvent;
	readonly relays: readonly RelayUrl[];
	readonly keptAtSeconds: number;
}

/** How many versions older than the newest are kept of one coordinate. */
const olderVersionsKept = 20;
const relaysKept = 40;

/** The row of an event that was just checked. */
export function toRow(event: CheckedEvent, relays: Iterable<RelayUrl>, keptAtSeconds: number): EventRow {
	const { id, pubkey, created_at, kind, tags, content, sig } = event;
	const d = isAddressable(kind) ? (firstTagValue(event, 'd') ?? '') : '';
	const given = [...relays].slice(0, relaysKept);
	return { id, pubkey, created_at, kind, tags, content, sig, d, relays: given, keptAtSeconds };
}

/** The event of a row. Only checked events become rows, so that nothing is verified twice. */
export function fromRow({
	id,
	pubkey,
	created_at,
	kind,
	tags,
	content,
	sig,
	relays,
	keptAtSeconds
}: EventRow): StoredEvent {
	const event = { id, pubkey, created_at, kind, tags, content, sig };
	return { event: event as unknown as CheckedEvent, relays, keptAtSeconds };
}

/** Both rows of one event as one, or undefined when the kept one already says as much. */
export function mergeRows(kept: EventRow, added: EventRow): EventRow | undefined {
	const relays = [...new Set([...kept.relays, ...added.relays])].slice(0, relaysKept);
	return relays.length > kept.relays.length ? { ...kept, relays } : undefined;
}

/** Whether older versions of a kind give way to newer ones; deletions and all else never do. */
export function hasVersions(kind: number): boolean {
	return isAddressable(kind) || isReplaceable(kind);
}

/** How many versions of one coordinate are kept. */
export function versionsKept(kind: number): number {
	return isAddressable(kind) ? 1 + olderVersionsKept : 1;
}

/**
 * The versions of one coordinate that need not be kept: of an addressable kind all but the newest and 20 older versions, of a
 * replaceable one all but the newest. Newest is that of D1, so that no older version ever takes its place.
 */
export function surplusVersions<T extends NostrEvent>(versions: readonly T[]): T[] {
	const [first] = versions;
	if (!first || !hasVersions(first.kind)) return [];
	const keep = versionsKept(first.kind);
	return versions.length <= keep ? [] : [...versions].sort(compareNewestFirst).slice(keep);
}
