import type { Pubkey } from './ids.ts';
import { formatName, type NameAddress } from './nip05.ts';
import { formatNaddr, formatNevent, formatNpub, formatPerson, type EventPointer } from './nip19.ts';
import { encodeSegment, formatHint } from './path-segment.ts';
import type { RelayUrl } from './relay-url.ts';
import type { RepositoryAddress } from './view.ts';

/**
 * The path of a repository's page: `/<npub>/<hint>/<d>`, with the first hint. An identifier that a browser would take
 * for a step in the path (`.` and `..`) uses the naddr form. Round-trips through `parsePath`. Source: DESIGN "URLs".
 */
export function formatPath(address: RepositoryAddress): string {
	const { pubkey, identifier, relayHints } = address;
	if (identifier === '.' || identifier === '..') return `/${formatNaddr(address) ?? ''}`;
	return `/${formatNpub(pubkey)}${formatTail(identifier, relayHints)}`;
}

/** The address git remotes use: `nostr://<npub>/<hint>/<d>`, with the first hint only (NIP34-FACTS "Kinds"). */
export function formatNostrUrl({ pubkey, identifier, relayHints }: RepositoryAddress): string {
	const [hint] = relayHints;
	return `nostr://${formatNpub(pubkey)}${hint ? `/${formatHint(hint)}` : ''}/${encodeSegment(identifier)}`;
}

/** The path of a person's page, with the hints that are known. Round-trips through `parsePath`. */
export function formatPersonPath(pubkey: Pubkey, relayHints: readonly RelayUrl[] = []): string {
	return `/${formatPerson(pubkey, relayHints)}`;
}

/** The path of the page that looks an event up. Round-trips through `parsePath`. */
export function formatEventPath(event: EventPointer): string {
	return `/${formatNevent(event)}`;
}

/** The path of the page that looks a name up, with what is asked of whoever that is. Round-trips through `parsePath`. */
export function formatNamePath(name: NameAddress, identifier?: string, relayHints: readonly RelayUrl[] = []): string {
	return `/${formatName(name)}${identifier === undefined ? '' : formatTail(identifier, relayHints)}`;
}

function formatTail(identifier: string, [hint]: readonly RelayUrl[]): string {
	const segment = identifier === '-' ? '%2D' : encodeSegment(identifier);
	return `${hint ? `/${formatHint(hint)}` : ''}/${segment}`;
}
