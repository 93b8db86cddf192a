import { isPubkey, type Pubkey } from './ids.ts';
import { kinds } from './kinds.ts';
import { isLoopbackHost, parseRelayUrls, type RelayUrl } from './relay-url.ts';
import { err, ok, type Result } from './result.ts';

/** A NIP-05 name: `alice` at `example.com`, in lower case; `_` is the domain's own. The domain may have a port. */
export interface NameAddress {
	readonly local: string;
	readonly domain: string;
}

/** Endings that files have and domains have not: `/index.html` asks nobody. */
const fileEndings = new Set([
	'html',
	'htm',
	'txt',
	'xml',
	'ico',
	'png',
	'jpg',
	'svg',
	'json',
	'php',
	'css',
	'map',
	'js'
]);

/**
 * Reads `somebody@domain`, or a domain alone as `_@domain`.
 * In: one word, in any case. Out: undefined when it is no name. Source: NIP-05; NIP34-FACTS "Kinds".
 */
export function parseName(text: string): NameAddress | undefined {
	if (text.length > 320) return undefined;
	const at = text.lastIndexOf('@');
	const local = at === -1 ? '_' : text.slice(0, at).toLowerCase();
	const domain = parseDomain(text.slice(at + 1).toLowerCase());
	if (domain === undefined || !/^[a-z0-9._+-]+$/.test(local)) return undefined;
	return { local, domain };
}

/** A host with a dot, or this machine, and a port if it has one. */
function parseDomain(text: string): string | undefined {
	const [host = '', port, ...more] = text.split(':');
	if (more.length > 0 || (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535))) return undefined;
	if (host === 'localhost') return text;
	const labels = host.split('.');
	if (labels.length < 2 || !labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label)))
		return undefined;
	const ending = labels.at(-1) ?? '';
	return fileEndings.has(ending) || (/^\d+$/.test(ending) && !isLoopbackHost(host)) ? undefined : text;
}

/** A name as people write it: the domain's own without `_@`. */
export function formatName({ local, domain }: NameAddress): string {
	return local === '_' ? domain : `${local}@${domain}`;
}

/** Where a name is asked about, or with a path the repository there. Plain http only on this machine. Source: NIP-05; NIP34-FACTS "Kinds". */
export function nameUrl({ local, domain }: NameAddress, path?: string): string {
	const scheme = isLoopbackHost(domain.replace(/:\d+$/, '')) ? 'http' : 'https';
	const query = path === undefined ? `name=${encodeURIComponent(local)}` : `path=${encodeURIComponent(path)}`;
	return `${scheme}://${domain}/.well-known/nostr.json?${query}`;
}

/** What a `nostr.json` says of a name or a path. */
export interface NamedKey {
	readonly pubkey: Pubkey;
	readonly relayHints: readonly RelayUrl[];
	/** For a path: the repository's `d`. */
	readonly identifier?: string;
}

/** No more hints are taken from a domain. */
const mostRelays = 8;

/**
 * Whom a `nostr.json` names.
 * In: parsed JSON and the local part. Errors: it does not know the name, or gives it something that is no key in lower-case
 * hex (D5). Source: NIP-05.
 */
export function readNamedKey(json: unknown, local: string): Result<NamedKey, 'unknown' | 'bad-key'> {
	const key = ownValue(ownValue(json, 'names'), local);
	if (key === undefined) return err('unknown');
	if (!isPubkey(key)) return err('bad-key');
	return ok({ pubkey: key, relayHints: readRelays(ownValue(ownValue(json, 'relays'), key)) });
}

/**
 * The repository that a `nostr.json` names for a path: `{"/path": {filter: {kinds, authors, "#d"}, relays}}` of exactly
 * one author and `d`. Undefined when it names none. Source: NIP34-FACTS "Kinds" (`?path=`).
 */
export function readNamedPath(json: unknown, path: string): NamedKey | undefined {
	const entry = ownValue(json, path);
	const filter = ownValue(entry, 'filter');
	const [pubkey, ...others] = listOf(ownValue(filter, 'authors'));
	const [identifier, ...more] = listOf(ownValue(filter, '#d'));
	const isAnnouncement = listOf(ownValue(filter, 'kinds')).every((kind) => kind === kinds.announcement);
	if (!isPubkey(pubkey) || others.length > 0 || more.length > 0 || !isAnnouncement) return undefined;
	if (typeof identifier !== 'string' || identifier === '') return undefined;
	return { pubkey, identifier, relayHints: readRelays(ownValue(entry, 'relays')) };
}

function readRelays(value: unknown): RelayUrl[] {
	const texts = listOf(value).filter((text) => typeof text === 'string');
	return parseRelayUrls(texts).slice(0, mostRelays);
}

/** Only what the document itself has: `constructor` is nobody's name. */
function ownValue(value: unknown, key: string): unknown {
	if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
	return (value as Record<string, unknown>)[key];
}

function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? (value as unknown[]) : [];
}
