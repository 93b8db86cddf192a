import { formatEventPath, formatNamePath, formatPath, formatPersonPath } from './format-address.ts';
import { encodeSegment } from './path-segment.ts';
import { longestAddress, readSegments, trimEmpty, type Opening, type ReferenceError } from './opening.ts';
import { err } from './result.ts';

export { formatEventPath, formatNamePath, formatNostrUrl, formatPath, formatPersonPath } from './format-address.ts';
export { formatNaddr, formatNpub, shortNpub } from './nip19.ts';
export type { Opening, ReferenceError } from './opening.ts';
export { parseOpening, parseReference, type Reference } from './reference.ts';

/** What a page's path asks for. */
export type PageAddress =
	| Opening
	| { readonly page: 'home' }
	| { readonly page: 'settings' }
	| { readonly page: 'not-an-address'; readonly error: ReferenceError };

/**
 * What a page's raw path asks for. The raw one, because `%2F` inside an identifier is no separator.
 * Never throws. Source: DESIGN "URLs".
 */
export function parsePath(pathname: string): PageAddress {
	const segments = trimEmpty(pathname.split('/', longestAddress));
	if (segments.length === 0) return { page: 'home' };
	// Nobody is called `-`, so that pages of our own have room behind it.
	if (segments.join('/') === '-/settings') return { page: 'settings' };
	const parsed = pathname.length > longestAddress ? err({ kind: 'too-long' } as const) : readSegments(segments);
	return parsed.ok ? parsed.value : { page: 'not-an-address', error: parsed.error };
}

/** The path of the page that opens something, a page of a repository behind `/-/`. */
export function formatOpening(opening: Opening): string {
	switch (opening.page) {
		case 'repository':
			return formatPath(opening.address) + formatSection(opening.section);
		case 'person':
			return opening.isBareHex ? `/${opening.pubkey}` : formatPersonPath(opening.pubkey, opening.relayHints);
		case 'event':
			return formatEventPath(opening.event);
		case 'name': {
			const { name, path, identifier, relayHints, section } = opening;
			if (path !== undefined) return formatNamePath(name) + path.split('/').map(encodeSegment).join('/');
			return formatNamePath(name, identifier, relayHints) + formatSection(section);
		}
	}
}

/** The page of a repository, behind its path. */
export function formatSection(section: readonly string[]): string {
	return section.length === 0 ? '' : `/-/${section.map(encodeSegment).join('/')}`;
}
