import { utf8ToBytes } from '@noble/hashes/utils.js';
import { isEventId, type EventId, type Pubkey } from './ids.ts';
import { parseName, type NameAddress } from './nip05.ts';
import { holdsPrivateKey, parseEntity, type EventPointer } from './nip19.ts';
import { decodeSegment, decodeSegments, uniteRelays } from './path-segment.ts';
import type { RelayUrl } from './relay-url.ts';
import { readRepositorySegments, type RepositorySegments } from './repository-segments.ts';
import { err, ok, type Result } from './result.ts';
import type { RepositoryAddress } from './view.ts';

/** Why a text or a path is no address. */
export interface ReferenceError {
	readonly kind:
		| 'empty'
		| 'private-key'
		| 'unreadable-key'
		| 'bad-encoding'
		| 'too-long'
		| 'no-identifier'
		| 'no-owner'
		| 'only-an-event'
		| 'not-a-repository'
		| 'name-not-looked-up'
		| 'not-an-address';
}

/** A repository, and the page of it: `section` is what stands behind `/-/` or where GitWorkshop puts its pages, decoded. */
export interface RepositoryOpening {
	readonly page: 'repository';
	readonly address: RepositoryAddress;
	readonly section: readonly string[];
	/** The identifier that the same path means when what looks like the name of a page is part of it. */
	readonly otherwise?: RepositoryAddress;
}

/** A person; `isBareHex`: the key stood there in hex alone, and may be the id of an event. */
export interface PersonOpening {
	readonly page: 'person';
	readonly pubkey: Pubkey;
	readonly relayHints: readonly RelayUrl[];
	readonly isBareHex: boolean;
}

/** An event, to be found first. */
export interface EventOpening {
	readonly page: 'event';
	readonly event: EventPointer;
}

/** A NIP-05 name, to be looked up first, and what is wanted of whoever that is. */
export interface NameOpening {
	readonly page: 'name';
	readonly name: NameAddress;
	/** Behind a domain alone: `/path`, as it stood there, for the domain may know a repository by it. */
	readonly path?: string;
	readonly identifier?: string;
	readonly relayHints: readonly RelayUrl[];
	readonly section: readonly string[];
}

/** Whatever can be opened. */
export type Opening = RepositoryOpening | PersonOpening | EventOpening | NameOpening;

const fail = (kind: ReferenceError['kind']): Result<never, ReferenceError> => err({ kind });

/** Longer texts and paths, in UTF-16 units, are no address: the longest identifier fits with all its escapes. */
export const longestAddress = 65_536;

/** The longest identifier in bytes of UTF-8: no relay takes an event with a longer one. */
const longestIdentifierBytes = 16_384;

/** Segments without the empty ones in front and behind. */
export function trimEmpty(segments: readonly string[]): string[] {
	const from = segments.findIndex((segment) => segment !== '');
	return from === -1 ? [] : segments.slice(from, segments.findLastIndex((segment) => segment !== '') + 1);
}

/** Reads the raw segments of a path, or of what looks like one. Errors: as data. */
export function readSegments(segments: readonly string[]): Result<Opening, ReferenceError> {
	return refuseUnfit(readOwner(segments));
}

function readOwner(segments: readonly string[]): Result<Opening, ReferenceError> {
	if (segments.some(holdsPrivateKey)) return fail('private-key');
	const [first = '', ...rest] = segments;
	// GitWorkshop's words in front of a naddr, an event or a person.
	if (rest.length > 0 && (first === 'r' || first === 'e' || first === 'p')) return readPrefixed(first, rest);
	if (first === 'repo' && rest.length > 0) return fail('no-owner');
	const owner = decodeSegment(first)?.replace(/^nostr:/i, '');
	if (owner === undefined) return fail('bad-encoding');
	const entity = parseEntity(owner);
	if (!entity.ok) {
		if (entity.error === 'unreadable') return fail('unreadable-key');
		if (entity.error === 'private-key') return fail('private-key');
		const name = parseName(owner);
		return name ? readNamed(name, owner.includes('@'), rest) : fail('not-an-address');
	}
	switch (entity.value.kind) {
		case 'event':
			return ok({ page: 'event', event: entity.value.event });
		case 'other-address':
			return fail('not-a-repository');
		case 'repository': {
			const section = decodeSegments(rest[0] === '-' ? rest.slice(1) : rest);
			if (!section) return fail('bad-encoding');
			return ok({ page: 'repository', address: entity.value.address, section });
		}
		case 'person':
			return readOwned(entity.value.pubkey, entity.value.relayHints, rest, owner.length === 64);
	}
}

function readPrefixed(prefix: string, rest: readonly string[]): Result<Opening, ReferenceError> {
	const id = (rest[0] ?? '').toLowerCase();
	if (prefix === 'e' && isEventId(id)) return ok(openEvent(id));
	const [first = ''] = rest;
	// Else `/r/r/r/…` would go on for as long as the path is.
	return ['r', 'e', 'p'].includes(first) ? fail('not-an-address') : readOwner(rest);
}

/** An event of which nothing but the id is known. */
export function openEvent(eventId: EventId): EventOpening {
	return { page: 'event', event: { eventId, relayHints: [] } };
}

function readOwned(
	pubkey: Pubkey,
	known: readonly RelayUrl[],
	rest: readonly string[],
	isHex: boolean
): Result<Opening, ReferenceError> {
	const read = readRest(rest);
	if (!read.ok) return read;
	const { identifier, hint, section, otherwise } = read.value;
	if (identifier === undefined)
		return ok({ page: 'person', pubkey, relayHints: known, isBareHex: isHex && rest.length === 0 });
	const relayHints = uniteRelays(hint ? [hint] : [], known);
	return ok({
		page: 'repository',
		address: { pubkey, identifier, relayHints },
		section,
		...(otherwise === undefined ? {} : { otherwise: { pubkey, identifier: otherwise, relayHints: known } })
	});
}

function readNamed(name: NameAddress, hasAt: boolean, rest: readonly string[]): Result<Opening, ReferenceError> {
	const read = readRest(rest);
	if (!read.ok) return read;
	const { identifier, hint, section } = read.value;
	const path = hasAt || identifier === undefined ? undefined : decodeSegments(rest)?.join('/');
	return ok({
		page: 'name',
		name,
		...(path === undefined ? {} : { path: `/${path}` }),
		...(identifier === undefined ? {} : { identifier }),
		relayHints: hint ? [hint] : [],
		section
	});
}

function readRest(rest: readonly string[]): Result<RepositorySegments, ReferenceError> {
	const read = readRepositorySegments(rest);
	if (!read) return fail('bad-encoding');
	return read.identifier === '' ? fail('no-identifier') : ok(read);
}

/** Refuses what turns out to hold a private key only after it was decoded (it would be asked for on relays), or is too long. */
export function refuseUnfit(found: Result<Opening, ReferenceError>): Result<Opening, ReferenceError> {
	if (!found.ok) return found;
	if (textsOf(found.value).some(holdsPrivateKey)) return fail('private-key');
	const identifier = identifierOf(found.value);
	return utf8ToBytes(identifier).length > longestIdentifierBytes ? fail('too-long') : found;
}

function identifierOf(opening: Opening): string {
	if (opening.page === 'repository') return opening.address.identifier;
	return opening.page === 'name' ? (opening.identifier ?? '') : '';
}

function textsOf(opening: Opening): string[] {
	const decoded = (urls: readonly RelayUrl[]) => urls.map((url) => decodeSegment(url) ?? url);
	switch (opening.page) {
		case 'repository':
			return [opening.address.identifier, ...decoded(opening.address.relayHints), ...opening.section];
		case 'person':
			return decoded(opening.relayHints);
		case 'event':
			return decoded(opening.event.relayHints);
		case 'name':
			return [opening.identifier ?? '', opening.path ?? '', ...decoded(opening.relayHints), ...opening.section];
	}
}
