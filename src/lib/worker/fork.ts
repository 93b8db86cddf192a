import { formatPath } from '#lib/core/address.ts';
import { parsePubkey } from '#lib/core/ids.ts';
import { parseRelayUrls } from '#lib/core/relay-url.ts';
import type { ForkView } from './api.ts';
import { shorten } from './shorten.ts';

const longestText = 300;
const longestUrl = 2_000;

/**
 * What a `u` tag names. In: its values: a coordinate or an address of a git server, a relay, the author's key. Out: undefined
 * when it names nothing. Source: NIP34-FACTS "Kinds", 30617.
 */
export function readFork([text = '', relay = '']: readonly string[]): ForkView | undefined {
	if (text.trim() === '') return undefined;
	const shown = shorten(text, longestText);
	const [, key, identifier] = /^30617:([0-9a-f]{64}):(.+)$/s.exec(text) ?? [];
	const pubkey = parsePubkey(key);
	if (pubkey && identifier !== undefined && text.length <= longestUrl)
		return { text: shown, path: formatPath({ pubkey, identifier, relayHints: parseRelayUrls([relay]).slice(0, 1) }) };
	return isFollowed(text) ? { text: shown, href: new URL(text).href } : { text: shown };
}

/** Only http and https without credentials are followed. */
function isFollowed(text: string): boolean {
	if (text.length > longestUrl || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
	const { username, password } = new URL(text);
	return username === '' && password === '';
}
