import {
	longestAddress,
	openEvent,
	readSegments,
	refuseUnfit,
	trimEmpty,
	type Opening,
	type ReferenceError
} from './opening.ts';
import { isEventId } from './ids.ts';
import { parseName } from './nip05.ts';
import { holdsPrivateKey, parseEntity } from './nip19.ts';
import { decodeSegment, parseHint, uniteRelays } from './path-segment.ts';
import { parseRelayUrl, parseRelayUrls } from './relay-url.ts';
import { err, ok, type Result } from './result.ts';
import type { RepositoryAddress } from './view.ts';

/** The address of a repository as somebody pasted it. */
export type Reference = RepositoryAddress;

type Opened = Result<Opening, ReferenceError>;

const fail = (kind: ReferenceError['kind']): Result<never, ReferenceError> => err({ kind });

/**
 * Reads whatever people paste that names a repository by itself: npub or hex with `d`, naddr, `nostr:`, `nostr://`,
 * `30617:<hex>:<d>`, the address of a page or of a clone on the web.
 * Errors: as data. A text with a private key in it is refused as a whole. Source: DESIGN "URLs"; CASES 5.
 */
export function parseReference(text: string): Result<Reference, ReferenceError> {
	const opened = parseOpening(text);
	if (!opened.ok) return opened;
	switch (opened.value.page) {
		case 'repository':
			return ok(opened.value.address);
		case 'person':
			return fail('no-identifier');
		case 'event':
			return fail('only-an-event');
		case 'name':
			return fail('name-not-looked-up');
	}
}

/**
 * Reads whatever people paste: a repository as above, a person (npub, nprofile, hex), an event (nevent, note), or a
 * NIP-05 name, with or without a repository behind it.
 * Errors: as data. A text with a private key in it is refused as a whole. Source: DESIGN "URLs"; CASES 5.
 */
export function parseOpening(text: string): Opened {
	return refuseUnfit(readText(text));
}

function readText(text: string): Opened {
	const trimmed = withoutClone(text.trim());
	if (trimmed === '') return fail('empty');
	if (holdsPrivateKey(trimmed)) return fail('private-key');
	if (trimmed.length > longestAddress) return fail('too-long');
	if (/^nostr:\/\//i.test(trimmed)) return readNostrUrl(trimmed);
	if (/^https?:\/\//i.test(trimmed)) return readWebUrl(trimmed);
	const coordinate = /^30617:([0-9a-f]{64}):(.+)$/is.exec(trimmed);
	const [, key, d] = coordinate ?? [];
	if (key !== undefined && d !== undefined) return withIdentifier(key, d);
	const bare = trimmed.replace(/^nostr:/i, '');
	const spaced = /^(\S+?)\s+(.+)$/s.exec(bare);
	if (spaced?.[1] !== undefined && spaced[2] !== undefined && !spaced[1].includes('/'))
		return withIdentifier(spaced[1], spaced[2]);
	const located = readSegments(trimEmpty(bare.split('/')));
	// A bare `%` is no broken escape where somebody typed an identifier by hand.
	const slash = bare.indexOf('/');
	if (!located.ok && located.error.kind === 'bad-encoding' && slash > 0)
		return withIdentifier(bare.slice(0, slash), bare.slice(slash + 1));
	return located;
}

/** What a copied clone command clones: one word, in quotes or not. */
function withoutClone(text: string): string {
	return (
		/^git\s+clone\s+(?:'([^']*)'|"([^"]*)"|([^\s'"]+))$/
			.exec(text)
			?.slice(1)
			.find((part) => part !== undefined) ?? text
	);
}

/** An identifier that is not part of a path and has no escapes. */
function withIdentifier(owner: string, identifier: string): Opened {
	const entity = parseEntity(owner);
	if (entity.ok) {
		if (entity.value.kind !== 'person') return fail('not-an-address');
		const { pubkey, relayHints } = entity.value;
		return ok({ page: 'repository', address: { pubkey, identifier, relayHints }, section: [] });
	}
	if (entity.error !== 'no-entity') return fail(entity.error === 'private-key' ? 'private-key' : 'unreadable-key');
	const name = parseName(owner);
	return name ? ok({ page: 'name', name, identifier, relayHints: [], section: [] }) : fail('not-an-address');
}

/** Whoever looks like this is the owner, and what stands before it the key to use with a git server. */
const keyBeforeOwner = /^[^@]*@(?=(?:npub|nprofile|naddr)1|[0-9a-f]{64}$|[^@]+@)/i;

/** `nostr://[key@][ssh|https|http|git/]<owner>[/<hint>…]/<d>[?relay=…]`; the last segment is `d` (NIP34-FACTS "Kinds"). */
function readNostrUrl(text: string): Opened {
	const [path = '', query = ''] = text.slice('nostr://'.length).split('?', 2);
	const segments = trimEmpty(path.split('/'));
	const protocol = /^(?:[^@/]*@)?(?:ssh|https|http|git)$/i.test(segments[0] ?? '') ? segments.shift() : undefined;
	const first = segments[0] ?? '';
	if (protocol === undefined) segments[0] = first.replace(keyBeforeOwner, '');
	const owner = segments.shift() ?? '';
	const entity = parseEntity(owner);
	const inQuery = parseRelayUrls(
		query
			.split('&')
			.flatMap((pair) => (pair.startsWith('relay=') ? [decodeSegment(pair.slice('relay='.length)) ?? ''] : []))
			.map((hint) => parseHint(hint) ?? '')
	);
	if (!entity.ok) {
		if (entity.error !== 'no-entity') return fail(entity.error === 'private-key' ? 'private-key' : 'unreadable-key');
		return readNameUrl(owner, segments, inQuery);
	}
	if (entity.value.kind === 'repository') {
		const { address } = entity.value;
		return openRepository({ ...address, relayHints: uniteRelays(inQuery, address.relayHints) });
	}
	if (entity.value.kind !== 'person' || segments.length === 0) return readSegments([owner, ...segments]);
	const last = readLast(segments);
	if (!last.ok) return last;
	const relayHints = uniteRelays(uniteRelays(last.value.hints, inQuery), entity.value.relayHints);
	return openRepository({ pubkey: entity.value.pubkey, identifier: last.value.identifier, relayHints });
}

/** `nostr://alice@example.com/[<hint>/]<d>`, or `nostr://example.com/<path>`, which the domain is asked about as it stands. */
function readNameUrl(owner: string, segments: readonly string[], inQuery: Reference['relayHints']): Opened {
	const name = parseName(owner);
	if (!name || segments.length === 0) return readSegments([owner]);
	const last = readLast(segments);
	if (!last.ok) return last;
	const { hints, identifier } = last.value;
	const path = owner.includes('@') ? undefined : `/${segments.map((one) => decodeSegment(one) ?? one).join('/')}`;
	return ok({
		page: 'name',
		name,
		...(path === undefined ? {} : { path }),
		identifier,
		relayHints: uniteRelays(hints, inQuery),
		section: []
	});
}

function readLast(
	segments: readonly string[]
): Result<{ readonly hints: Reference['relayHints']; readonly identifier: string }, ReferenceError> {
	const last = segments.at(-1);
	if (last === undefined || last === '') return fail('no-identifier');
	const identifier = decodeSegment(last);
	if (identifier === undefined) return fail('bad-encoding');
	const hints = segments.slice(0, -1).map((segment) => parseHint(decodeSegment(segment) ?? '') ?? '');
	return ok({ hints: parseRelayUrls(hints), identifier });
}

function openRepository(address: RepositoryAddress): Opened {
	return ok({ page: 'repository', address, section: [] });
}

/** The path of a page or a clone on the web, from the segment on that names somebody or something. */
function readWebUrl(text: string): Opened {
	let url: URL;
	try {
		url = new URL(text);
	} catch {
		return fail('not-an-address');
	}
	const segments = url.pathname.split('/').filter((segment) => segment !== '');
	const from = segments.findIndex((segment) => {
		const word = decodeSegment(segment) ?? '';
		const entity = parseEntity(word);
		return entity.ok || entity.error !== 'no-entity' || (word.includes('@') && parseName(word) !== undefined);
	});
	if (from === -1) return fail('not-an-address');
	const rest = segments.slice(from);
	const id = (rest[0] ?? '').toLowerCase();
	if (segments[from - 1] === 'e' && isEventId(id)) return ok(openEvent(id));
	// A clone address of a GRASP server: `/<npub>/<d>.git`, and the server is a relay too.
	if (rest[1]?.endsWith('.git')) {
		const identifier = decodeSegment(rest[1].slice(0, -'.git'.length));
		if (identifier === undefined) return fail('bad-encoding');
		const clone = withIdentifier(rest[0] ?? '', identifier);
		const server = parseRelayUrl(`${url.protocol === 'https:' ? 'wss' : 'ws'}://${url.host}`);
		if (!clone.ok || clone.value.page !== 'repository' || !server.ok) return clone;
		const { address } = clone.value;
		return openRepository({ ...address, relayHints: uniteRelays([server.value], address.relayHints) });
	}
	return readSegments(rest);
}
