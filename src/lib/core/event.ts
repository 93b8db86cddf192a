import { schnorr } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { isEventId, isPubkey, isSignature, type EventId, type Pubkey } from './ids.ts';
import { err, ok, type Result } from './result.ts';

/** An event as it stands on the wire (NIP-01). Nothing in it is proved; `created_at` is in Unix seconds. */
export interface NostrEvent {
	readonly id: string;
	readonly pubkey: string;
	readonly created_at: number;
	readonly kind: number;
	readonly tags: readonly (readonly string[])[];
	readonly content: string;
	readonly sig: string;
}

declare const checked: unique symbol;

/**
 * An event whose shape, id and signature were verified on the bytes received (D2). Minted by `checkEvent`, by
 * `checkIdAndSignature`, and by the store for what it took in that way.
 */
export interface CheckedEvent extends NostrEvent {
	readonly id: EventId;
	readonly pubkey: Pubkey;
	readonly [checked]: true;
}

/** Why an event takes no part (D2): its shape, an id that is not its hash, a signature that does not verify. */
export type EventFault = 'shape' | 'id' | 'signature';

/**
 * The seven fields of an event, in their types, with everything else dropped; nothing is verified yet.
 * In: any parsed JSON. Errors: `shape`. Source: D2; NIP-01 "Events and signatures".
 */
export function readEventShape(value: unknown): Result<NostrEvent, 'shape'> {
	if (typeof value !== 'object' || value === null) return err('shape');
	const { id, pubkey, created_at, kind, tags, content, sig } = value as Record<string, unknown>;
	if (!isEventId(id) || !isPubkey(pubkey) || !isSignature(sig)) return err('shape');
	if (!Number.isSafeInteger(created_at) || !Number.isSafeInteger(kind) || typeof content !== 'string')
		return err('shape');
	if (!Array.isArray(tags)) return err('shape');
	for (const tag of tags) {
		if (!Array.isArray(tag)) return err('shape');
		for (const item of tag) if (typeof item !== 'string') return err('shape');
	}
	return ok({
		id,
		pubkey,
		created_at: created_at as number,
		kind: kind as number,
		tags: tags as string[][],
		content,
		sig
	});
}

/** The id that an event's fields have, as NIP-01 computes it. */
export function hashEvent(event: Omit<NostrEvent, 'id' | 'sig'>): EventId {
	const { pubkey, created_at, kind, tags, content } = event;
	return bytesToHex(sha256(utf8ToBytes(JSON.stringify([0, pubkey, created_at, kind, tags, content])))) as EventId;
}

/** Second half of the event check, for an event that passed `readEventShape`: about 1.4 ms, nearly all of it the signature. */
export function checkIdAndSignature(event: NostrEvent): Result<CheckedEvent, 'id' | 'signature'> {
	if (hashEvent(event) !== event.id) return err('id');
	try {
		if (!schnorr.verify(hexToBytes(event.sig), hexToBytes(event.id), hexToBytes(event.pubkey))) return err('signature');
	} catch {
		return err('signature');
	}
	return ok(event as CheckedEvent);
}

/**
 * The whole check of one event as received: shape, then id, then signature.
 * In: any parsed JSON. Out: the event, to be trusted as its author's. Errors: the first fault found.
 * Source: D2; NIP-01 "Events and signatures".
 */
export function checkEvent(value: unknown): Result<CheckedEvent, EventFault> {
	const shaped = readEventShape(value);
	return shaped.ok ? checkIdAndSignature(shaped.value) : shaped;
}

/** What D1 orders by. */
export type EventPosition = Pick<NostrEvent, 'created_at' | 'id'>;

/** Order of D1: newest first, of one second the lowest id first. Negative when `a` speaks before `b`. */
export function compareNewestFirst(a: EventPosition, b: EventPosition): number {
	return b.created_at - a.created_at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** The first value of the first tag of that name, or undefined when there is no such tag or it has no value. */
export function firstTagValue(event: NostrEvent, name: string): string | undefined {
	for (const tag of event.tags) if (tag[0] === name) return tag[1];
	return undefined;
}
