import { formatPath } from '#lib/core/address.ts';
import { parseCoordinate } from '#lib/core/named-repositories.ts';
import { parseWebUrl } from '#lib/core/web-url.ts';
import type { ForkView } from './api.ts';
import { shorten } from './shorten.ts';

const longestText = 300;
/** What is longer, in UTF-16 units, is shown and not followed. */
const longestUrl = 2_000;

/**
 * What a `u` tag names. In: its values: a coordinate or an address of a git server, a relay, the author's key. Out: undefined
 * when it names nothing. Source: NIP34-FACTS "Kinds", 30617.
 */
export function readFork([text = '', relay]: readonly string[]): ForkView | undefined {
	if (text.trim() === '') return undefined;
	const shown = shorten(text, longestText);
	if (text.length > longestUrl) return { text: shown };
	const coordinate = parseCoordinate(text, relay);
	if (coordinate) return { text: shown, path: formatPath(coordinate) };
	const url = parseWebUrl(text);
	return url ? { text: shown, href: url.href } : { text: shown };
}
