import { utf8ToBytes } from '@noble/hashes/utils.js';
import { decode, naddrEncode, neventEncode, nprofileEncode, npubEncode } from 'nostr-tools/nip19';
import { isEventId, isPubkey, parsePubkey, type EventId, type Pubkey } from './ids.ts';
import { kinds } from './kinds.ts';
import { isWellFormed, undoAsciiEscapes } from './path-segment.ts';
import { parseRelayUrls, type RelayUrl } from './relay-url.ts';
import { err, ok, type Result } from './result.ts';
import type { RepositoryAddress } from './view.ts';

/** What a NIP-19 text or a bare hex key names. */
export type Entity =
	| { readonly kind: 'person'; readonly pubkey: Pubkey; readonly relayHints: readonly RelayUrl[] }
	| { readonly kind: 'repository'; readonly address: RepositoryAddress }
	| { readonly kind: 'other-address'; readonly eventKind: number }
	| { readonly kind: 'event'; readonly event: EventPointer };

/** An event by its id, with what is known of where to look. Nothing of it is proved before the event itself was. */
export interface EventPointer {
	readonly eventId: EventId;
	readonly relayHints: readonly RelayUrl[];
	readonly author?: Pubkey;
}

/** Why a text names nothing. `unreadable`: it looks like NIP-19 and does not decode (a letter is wrong or missing). */
export type EntityError = 'private-key' | 'unreadable' | 'no-entity';

const secretKey = /n(?:crypt)?sec1[02-9ac-hj-np-z]{10,}/i;

/** Whether a private key stands anywhere in a text. Nothing that holds one is kept, shown or sent. */
export function holdsPrivateKey(text: string): boolean {
	return secretKey.test(text);
}

/**
 * Reads npub, nprofile, naddr, note, nevent, or a public key in hex of any case.
 * In: one word, without `nostr:`. Errors: as data; a private key is never decoded. Source: NIP-19.
 */
export function parseEntity(word: string): Result<Entity, EntityError> {
	if (holdsPrivateKey(word)) return err('private-key');
	const lower = word.toLowerCase();
	if (isPubkey(lower)) return ok({ kind: 'person', pubkey: lower, relayHints: [] });
	if (!/^(npub|nprofile|naddr|note|nevent)1/.test(lower)) return err('no-entity');
	try {
		const decoded = decode(lower);
		if (carriesPrivateKey(decoded.data)) return err('private-key');
		switch (decoded.type) {
			case 'npub':
				return person(decoded.data, []);
			case 'nprofile':
				return person(decoded.data.pubkey, decoded.data.relays ?? []);
			case 'naddr': {
				const { kind, pubkey, identifier, relays } = decoded.data;
				if (kind !== kinds.announcement) return ok({ kind: 'other-address', eventKind: kind });
				if (!isPubkey(pubkey) || identifier === '') return err('unreadable');
				return ok({ kind: 'repository', address: { pubkey, identifier, relayHints: parseRelayUrls(relays ?? []) } });
			}
			case 'note':
				return event(decoded.data, [], undefined);
			case 'nevent':
				return event(decoded.data.id, decoded.data.relays ?? [], decoded.data.author);
			default:
				return err('no-entity');
		}
	} catch {
		return err('unreadable');
	}
}

function person(pubkey: string, relays: readonly string[]): Result<Entity, EntityError> {
	return isPubkey(pubkey) ? ok({ kind: 'person', pubkey, relayHints: parseRelayUrls(relays) }) : err('unreadable');
}

function event(id: string, relays: readonly string[], author: string | undefined): Result<Entity, EntityError> {
	if (!isEventId(id)) return err('unreadable');
	return ok({
		kind: 'event',
		event: { eventId: id, relayHints: parseRelayUrls(relays), author: parsePubkey(author) }
	});
}

/** Relays and identifiers inside a NIP-19 text are any text: what is no relay would be dropped, and stay in the address. */
function carriesPrivateKey(data: unknown): boolean {
	if (typeof data !== 'object' || data === null) return false;
	const { identifier, relays } = data as { readonly identifier?: string; readonly relays?: readonly string[] };
	return [identifier ?? '', ...(relays ?? [])].some((text) => holdsPrivateKey(undoAsciiEscapes(text)));
}

/** A public key as npub. */
export function formatNpub(pubkey: Pubkey): string {
	return npubEncode(pubkey);
}

/** An npub as pages show it: the first 8 and the last 4 characters. */
export function shortNpub(npub: string): string {
	return `${npub.slice(0, 8)}…${npub.slice(-4)}`;
}

/**
 * A coordinate as naddr, with at most three hints; undefined when its identifier does not fit one (NIP-19 gives it 255
 * bytes of UTF-8).
 */
export function formatNaddr({ pubkey, identifier, relayHints }: RepositoryAddress): string | undefined {
	// The encoder would write the name of another repository.
	if (!fits(identifier) || !isWellFormed(identifier)) return undefined;
	const relays = relayHints.filter(fits).slice(0, 3);
	try {
		return naddrEncode({ kind: kinds.announcement, pubkey, identifier, relays });
	} catch {
		return undefined;
	}
}

/** A person as nprofile with at most three hints; without hints as npub. */
export function formatPerson(pubkey: Pubkey, relayHints: readonly RelayUrl[]): string {
	const relays = relayHints.filter(fits).slice(0, 3);
	return relays.length === 0 ? npubEncode(pubkey) : nprofileEncode({ pubkey, relays });
}

/** An event as nevent, with at most three hints and its author if that is known. */
export function formatNevent({ eventId, relayHints, author }: EventPointer): string {
	return neventEncode({ id: eventId, relays: relayHints.filter(fits).slice(0, 3), author });
}

/** NIP-19 gives a text 255 bytes; the encoder writes a longer one with the rest of its length cut off. */
function fits(text: string): boolean {
	return utf8ToBytes(text).length <= 255;
}
