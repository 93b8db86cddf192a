import { formatNaddr, formatNpub, holdsPrivateKey, parseEntity } from './nip19.ts';
import { isLoopbackHost, parseRelayUrl, parseRelayUrls, type RelayUrl } from './relay-url.ts';
import { err, ok, type Result } from './result.ts';
import type { RepositoryAddress } from './view.ts';

export { formatNaddr, formatNpub, shortNpub } from './nip19.ts';

/** Why a text or a path is no repository's address. */
export interface ReferenceError {
	readonly kind:
		| 'empty'
		| 'private-key'
		| 'unreadable-key'
		| 'bad-encoding'
		| 'no-identifier'
		| 'only-an-event'
		| 'not-a-repository'
		| 'name-not-looked-up'
		| 'not-an-address';
}

/** What a page's path asks for. `section` is what stands behind `/-/`, percent-decoded. */
export type PageAddress =
	| { readonly page: 'home' }
	| { readonly page: 'repository'; readonly address: RepositoryAddress; readonly section: readonly string[] }
	| { readonly page: 'not-an-address'; readonly error: ReferenceError };

const fail = (kind: ReferenceError['kind']): Result<never, ReferenceError> => err({ kind });

/**
 * What a page's raw path asks for. The raw one, because `%2F` inside an identifier is no separator.
 * Two segments are owner and `d`; of three the middle one is a relay hint when it has a dot or a port or is localhost,
 * else it belongs to `d`. Never throws. Source: DESIGN "URLs".
 */
export function parsePath(pathname: string): PageAddress {
	if (pathname.length > longest) return { page: 'not-an-address', error: { kind: 'not-an-address' } };
	const segments = trimEmpty(pathname.split('/'));
	if (segments.length === 0) return { page: 'home' };
	const parsed = withoutPrivateKey(readSegments(segments));
	return parsed.ok ? { page: 'repository', ...parsed.value } : { page: 'not-an-address', error: parsed.error };
}

/** Longer texts and paths are no address: nothing that reads them need be quick on a megabyte. */
const longest = 16_384;

/** Segments without the empty ones in front and behind. */
function trimEmpty(segments: readonly string[]): string[] {
	const from = segments.findIndex((segment) => segment !== '');
	return from === -1 ? [] : segments.slice(from, segments.findLastIndex((segment) => segment !== '') + 1);
}

/** Refuses what turns out to hold a private key only after it was decoded: it would be asked for on relays. */
function withoutPrivateKey<T extends Located | Reference>(found: Result<T, ReferenceError>): Result<T, ReferenceError> {
	if (!found.ok) return found;
	const { value } = found;
	const [address, section] = 'address' in value ? [value.address, value.section] : [value, []];
	const texts = [address.identifier, ...address.relayHints.map((url) => decodeSegment(url) ?? url), ...section];
	return texts.some(holdsPrivateKey) ? fail('private-key') : found;
}

interface Located {
	readonly address: RepositoryAddress;
	readonly section: readonly string[];
}

function readSegments(segments: readonly string[]): Result<Located, ReferenceError> {
	const [first = '', ...rest] = segments;
	const owner = decodeSegment(first);
	if (owner === undefined) return fail('bad-encoding');
	if (segments.some(holdsPrivateKey)) return fail('private-key');
	const entity = parseEntity(owner.replace(/^nostr:/i, ''));
	if (!entity.ok) {
		if (entity.error === 'unreadable') return fail('unreadable-key');
		return fail(isName(owner) ? 'name-not-looked-up' : 'not-an-address');
	}
	if (entity.value.kind === 'event') return fail('only-an-event');
	if (entity.value.kind === 'other-address') return fail('not-a-repository');
	if (entity.value.kind === 'repository') {
		const section = decodeAll(rest[0] === '-' ? rest.slice(1) : rest);
		return section ? ok({ address: entity.value.address, section }) : fail('bad-encoding');
	}
	const { pubkey, relayHints } = entity.value;
	const middle = rest.length > 1 && rest[1] !== '-' ? parseHint(decodeSegment(rest[0] ?? '') ?? '') : undefined;
	const after = middle ? rest.slice(1) : rest;
	const dash = after.indexOf('-', 1);
	// Two segments in front of `/-/` or the end are one `d` with a slash; more are another forge's pages.
	const parts = dash === -1 ? after : after.slice(0, dash);
	const named = parts.length === 2 && !middle ? parts : parts.slice(0, 1);
	const identifier = decodeAll(named)?.join('/');
	const section = decodeAll(dash === -1 ? parts.slice(named.length) : after.slice(dash + 1));
	if (identifier === undefined || section === undefined) return fail('bad-encoding');
	if (identifier === '') return fail('no-identifier');
	return ok({ address: { pubkey, identifier, relayHints: unite(middle ? [middle] : [], relayHints) }, section });
}

/** Whether a text looks like a NIP-05 name: `somebody@domain`, or a domain alone. */
function isName(text: string): boolean {
	const [local, domain = local, ...more] = text.split('@');
	return (
		text.length <= 320 &&
		more.length === 0 &&
		local !== '' &&
		domain !== undefined &&
		domain.includes('.') &&
		/^[a-z0-9.-]+$/i.test(domain) &&
		!/\s/.test(text)
	);
}

function decodeSegment(segment: string): string | undefined {
	try {
		return decodeURIComponent(segment);
	} catch {
		return undefined;
	}
}

function decodeAll(segments: readonly string[]): string[] | undefined {
	const decoded: string[] = [];
	for (const segment of segments) {
		const text = decodeSegment(segment);
		if (text === undefined) return undefined;
		decoded.push(text);
	}
	return decoded;
}

/** A relay hint as a path segment writes it: a URL, or a host with a dot or a port, or localhost, without its scheme. */
function parseHint(text: string): RelayUrl | undefined {
	if (/^wss?:\/\//i.test(text)) return settled(text);
	const host = text.split('/')[0] ?? '';
	if (!/^[^\s@?#]+$/.test(host) || !(host.includes('.') || /:\d+$/.test(host) || host.toLowerCase() === 'localhost'))
		return undefined;
	const name = host.replace(/:\d+$/, '').toLowerCase();
	return settled(`${isLoopbackHost(name) || name.endsWith('.onion') ? 'ws' : 'wss'}://${text}`);
}

function settled(text: string): RelayUrl | undefined {
	const parsed = parseRelayUrl(text);
	return parsed.ok ? parsed.value : undefined;
}

function unite(first: readonly RelayUrl[], second: readonly RelayUrl[]): RelayUrl[] {
	return [...new Set([...first, ...second])];
}

/** A relay hint as one path segment; `wss://` is left out where reading puts it back. */
function formatHint(url: RelayUrl): string {
	const bare = url.replace(/^wss:\/\//, '');
	return encodeSegment(parseHint(bare) === url ? bare : url);
}

/** Percent-encodes one segment. A lone surrogate has no encoding: it becomes the replacement character. */
function encodeSegment(text: string): string {
	return encodeURIComponent(
		text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
	);
}

/**
 * The path of a repository's page: `/<npub>/<hint>/<d>`, with the first hint. An identifier that a browser would take
 * for a step in the path (`.` and `..`) uses the naddr form. Round-trips through `parsePath`. Source: DESIGN "URLs".
 */
export function formatPath(address: RepositoryAddress): string {
	const { pubkey, identifier, relayHints } = address;
	if (identifier === '.' || identifier === '..') return `/${formatNaddr(address) ?? ''}`;
	const hint = relayHints[0];
	const segment = identifier === '-' ? '%2D' : encodeSegment(identifier);
	return `/${formatNpub(pubkey)}${hint ? `/${formatHint(hint)}` : ''}/${segment}`;
}

/** The address git remotes use: `nostr://<npub>/<hint>/<d>`, with the first hint only (NIP34-FACTS "Kinds"). */
export function formatNostrUrl({ pubkey, identifier, relayHints }: RepositoryAddress): string {
	const hint = relayHints[0];
	return `nostr://${formatNpub(pubkey)}${hint ? `/${formatHint(hint)}` : ''}/${encodeSegment(identifier)}`;
}

/** The address of a repository as somebody pasted it. */
export type Reference = RepositoryAddress;

/**
 * Reads whatever people paste: npub or hex with `d`, naddr, `nostr:`, `nostr://`, `30617:<hex>:<d>`, the address of a
 * page or of a clone on the web.
 * Errors: as data. A text with a private key in it is refused as a whole. Source: DESIGN "URLs"; CASES 5.
 */
export function parseReference(text: string): Result<Reference, ReferenceError> {
	return withoutPrivateKey(readReference(text));
}

function readReference(text: string): Result<Reference, ReferenceError> {
	const trimmed = withoutClone(text.trim());
	if (trimmed === '') return fail('empty');
	if (holdsPrivateKey(trimmed)) return fail('private-key');
	if (trimmed.length > longest) return fail('not-an-address');
	if (/^nostr:\/\//i.test(trimmed)) return parseNostrUrl(trimmed);
	if (/^https?:\/\//i.test(trimmed)) return parseWebUrl(trimmed);
	const coordinate = /^30617:([0-9a-f]{64}):(.+)$/is.exec(trimmed);
	const [, key, d] = coordinate ?? [];
	if (key !== undefined && d !== undefined) return withIdentifier(key, d);
	const bare = trimmed.replace(/^nostr:/i, '');
	const spaced = /^(\S+?)\s+(.+)$/s.exec(bare);
	if (spaced?.[1] !== undefined && spaced[2] !== undefined && !spaced[1].includes('/'))
		return withIdentifier(spaced[1], spaced[2]);
	const located = readSegments(bare.split('/'));
	if (located.ok) return ok(located.value.address);
	// A bare `%` is no broken escape where somebody typed an identifier by hand.
	const slash = bare.indexOf('/');
	if (located.error.kind === 'bad-encoding' && slash > 0)
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

function withIdentifier(owner: string, identifier: string): Result<Reference, ReferenceError> {
	const entity = parseEntity(owner);
	if (!entity.ok) return fail(entity.error === 'unreadable' ? 'unreadable-key' : 'not-an-address');
	if (entity.value.kind !== 'person') return fail('not-an-address');
	return ok({ pubkey: entity.value.pubkey, identifier, relayHints: entity.value.relayHints });
}

/** `nostr://[key@][ssh|https|http|git/]<owner>[/<hint>…]/<d>[?relay=…]`; the last segment is `d` (NIP34-FACTS "Kinds"). */
function parseNostrUrl(text: string): Result<Reference, ReferenceError> {
	const [path = '', query = ''] = text.slice('nostr://'.length).split('?', 2);
	const segments = trimEmpty(path.split('/'));
	const protocol = /^(?:[^@/]*@)?(?:ssh|https|http|git)$/i.test(segments[0] ?? '') ? segments.shift() : undefined;
	const owner = (segments.shift() ?? '').replace(protocol === undefined ? /^[^@]*@(?=n|[0-9a-f]{64}$)/i : /^$/, '');
	const entity = parseEntity(owner);
	if (!entity.ok) {
		if (entity.error === 'unreadable') return fail('unreadable-key');
		return fail(owner.includes('.') ? 'name-not-looked-up' : 'not-an-address');
	}
	const asked = query
		.split('&')
		.flatMap((pair) => (pair.startsWith('relay=') ? [decodeSegment(pair.slice('relay='.length)) ?? ''] : []));
	const inQuery = parseRelayUrls(asked.map((hint) => parseHint(hint) ?? ''));
	if (entity.value.kind === 'repository') {
		const { address } = entity.value;
		return ok({ ...address, relayHints: unite(inQuery, address.relayHints) });
	}
	if (entity.value.kind !== 'person') return fail('not-a-repository');
	const last = segments.pop();
	if (last === undefined || last === '') return fail('no-identifier');
	const identifier = decodeSegment(last);
	if (identifier === undefined) return fail('bad-encoding');
	const hints = parseRelayUrls(segments.map((segment) => parseHint(decodeSegment(segment) ?? '') ?? ''));
	return ok({
		pubkey: entity.value.pubkey,
		identifier,
		relayHints: unite(unite(hints, inQuery), entity.value.relayHints)
	});
}

/** The path of a page or a clone on the web, from the segment on that names somebody or something. */
function parseWebUrl(text: string): Result<Reference, ReferenceError> {
	let url: URL;
	try {
		url = new URL(text);
	} catch {
		return fail('not-an-address');
	}
	const segments = url.pathname.split('/').filter((segment) => segment !== '');
	const from = segments.findIndex((segment) => {
		const entity = parseEntity(decodeSegment(segment) ?? '');
		return entity.ok || entity.error === 'unreadable';
	});
	if (from === -1) return fail('not-an-address');
	const rest = segments.slice(from);
	// A clone address of a GRASP server: `/<npub>/<d>.git`, and the server is a relay too.
	if (rest[1]?.endsWith('.git')) {
		const identifier = decodeSegment(rest[1].slice(0, -'.git'.length));
		if (identifier === undefined) return fail('bad-encoding');
		const clone = withIdentifier(rest[0] ?? '', identifier);
		const server = settled(`${url.protocol === 'https:' ? 'wss' : 'ws'}://${url.host}`);
		return clone.ok && server ? ok({ ...clone.value, relayHints: unite([server], clone.value.relayHints) }) : clone;
	}
	const located = readSegments(rest);
	return located.ok ? ok(located.value.address) : located;
}
