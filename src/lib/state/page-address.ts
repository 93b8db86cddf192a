import { parsePath } from '#lib/core/address.ts';
import { holdsPrivateKey } from '#lib/core/nip19.ts';
import { undoAsciiEscapes } from '#lib/core/path-segment.ts';

/** The address of the start page that says a private key was found in another one. */
export const privateKeyRemoved = '/#private-key-removed';

/**
 * What a page's own address has to be replaced by, or undefined when it may stay: a private key leaves it, wherever it
 * stands, and so does a hash that cannot be decoded, at which Kit would stop.
 * In: the whole address. Out: an address of this site, without the cause.
 */
export function replacementFor(href: string): string | undefined {
	if (holdsPrivateKey(undoAsciiEscapes(href)) || isRefusedAddress(href)) return privateKeyRemoved;
	const at = href.indexOf('#');
	return at === -1 || decode(href.slice(at)) !== undefined ? undefined : href.slice(0, at);
}

/** Whether the path names a repository by a private key that shows only once decoded, inside an naddr for example. */
function isRefusedAddress(href: string): boolean {
	const asked = parsePath(href.replace(/^[a-z]+:\/\/[^/?#]*|[?#].*$/gi, ''));
	return asked.page === 'not-an-address' && asked.error.kind === 'private-key';
}

/** The value is handed back because a build drops a call whose value nobody uses, and with it what it throws. */
function decode(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}
