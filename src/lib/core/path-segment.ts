import { isLoopbackHost, parseRelayUrl, type RelayUrl } from './relay-url.ts';

/** Half of a surrogate pair with the other half missing: JSON can carry it, UTF-8 cannot. */
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The three bytes that UTF-8 would give a surrogate if it had a place for it. */
const surrogateBytes = /%ed%([ab][0-9a-f])%([89ab][0-9a-f])/gi;

/** Whether a text has an encoding in UTF-8. */
export function isWellFormed(text: string): boolean {
	return text.search(loneSurrogate) === -1;
}

/**
 * One segment of a path, decoded. Out: undefined where a `%` encodes nothing. A surrogate that stands alone is read as
 * `encodeSegment` writes it.
 */
export function decodeSegment(segment: string): string | undefined {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment.search(surrogateBytes) === -1 ? undefined : decodeSurrogates(segment);
	}
}

/** A text with its ASCII escapes undone. Unlike decoding this never fails, whatever else stands in the text. */
export function undoAsciiEscapes(text: string): string {
	return text.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function decodeSurrogates(segment: string): string | undefined {
	const parts = segment.split(surrogateBytes);
	let text = '';
	// Of three parts each the last two are the bytes of one surrogate.
	for (let i = 0; i < parts.length; i += 3) {
		try {
			text += decodeURIComponent(parts[i] ?? '');
		} catch {
			return undefined;
		}
		if (i + 2 >= parts.length) continue;
		const [high, low] = [Number.parseInt(parts[i + 1] ?? '', 16), Number.parseInt(parts[i + 2] ?? '', 16)];
		text += String.fromCharCode(0xd000 | ((high & 0x3f) << 6) | (low & 0x3f));
	}
	return text;
}

/** Several segments decoded; undefined when one cannot be. */
export function decodeSegments(segments: readonly string[]): string[] | undefined {
	const decoded = segments.map(decodeSegment);
	return decoded.every((text) => text !== undefined) ? decoded : undefined;
}

/** Percent-encodes one segment. Surrogates that stand alone get the three bytes that UTF-8 has no use for. */
export function encodeSegment(text: string): string {
	let encoded = '';
	let from = 0;
	for (const { index, 0: surrogate } of text.matchAll(loneSurrogate)) {
		const code = surrogate.charCodeAt(0);
		const bytes = [0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
		encoded +=
			encodeURIComponent(text.slice(from, index)) + bytes.map((byte) => `%${byte.toString(16).toUpperCase()}`).join('');
		from = index + 1;
	}
	return encoded + encodeURIComponent(text.slice(from));
}

/** A relay hint as a path segment writes it: a URL, or a host with a dot or a port, or localhost, without its scheme. */
export function parseHint(text: string): RelayUrl | undefined {
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

/** A relay hint as one path segment; `wss://` is left out where reading puts it back. */
export function formatHint(url: RelayUrl): string {
	const bare = url.replace(/^wss:\/\//, '');
	return encodeSegment(parseHint(bare) === url ? bare : url);
}

/** Relays of both lists, each once, in their order. */
export function uniteRelays(first: readonly RelayUrl[], second: readonly RelayUrl[]): RelayUrl[] {
	return [...new Set([...first, ...second])];
}
