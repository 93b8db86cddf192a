import { err, ok, type Result } from './result.ts';

declare const brand: unique symbol;

/** A relay address in its one spelling (D39). Minted only by `parseRelayUrl`. */
export type RelayUrl = string & { readonly [brand]: 'relay-url' };

/** Why a text names no relay we would ever contact. */
export type RelayUrlError = {
	readonly kind: 'relay-url';
	readonly reason: 'not-a-url' | 'scheme' | 'credentials';
	readonly text: string;
};

const slash = 47;

/** No relay has a longer address; what is longer would only be carried about. */
const longest = 1_000;

/**
 * The one spelling of a relay address: lower-case scheme and host, default port dropped, no query of its own lost,
 * no fragment, trailing slashes of the path dropped. Other paths are kept: they are other relays.
 * In: any text, with `ws://` or `wss://`. Errors: as data. Source: D39.
 */
export function parseRelayUrl(text: string): Result<RelayUrl, RelayUrlError> {
	const fail = (reason: RelayUrlError['reason']) => err({ kind: 'relay-url', reason, text } as const);
	const trimmed = text.length > longest ? '' : text.trim();
	if (!/^wss?:\/\//i.test(trimmed)) return fail('scheme');
	// The URL parser would silently take these out, and name another relay than the one written.
	if (/[\p{Cc}\s]/u.test(trimmed)) return fail('not-a-url');
	let url: URL;
	try {
		url = new URL(trimmed);
	} catch {
		return fail('not-a-url');
	}
	if (url.username !== '' || url.password !== '') return fail('credentials');
	if (url.hostname === '') return fail('not-a-url');
	// No regular expression: from each of many slashes it would look for the end again.
	const { pathname } = url;
	let length = pathname.length;
	while (pathname.charCodeAt(length - 1) === slash) length--;
	const path = pathname.slice(0, length);
	return ok(`${url.protocol}//${url.host}${path}${url.search}` as RelayUrl);
}

/** Every relay address in some texts, each once, in their order; what is none is left out. */
export function parseRelayUrls(texts: readonly string[]): RelayUrl[] {
	return relayUrlParser()(texts);
}

/** `parseRelayUrls` for many lists that repeat each other: each text is parsed once for as long as the parser is kept. */
export function relayUrlParser(): (texts: readonly string[]) => RelayUrl[] {
	const known = new Map<string, RelayUrl | undefined>();
	const read = (text: string) => {
		let url = known.get(text);
		if (url === undefined && !known.has(text)) {
			const parsed = parseRelayUrl(text);
			url = parsed.ok ? parsed.value : undefined;
			known.set(text, url);
		}
		return url;
	};
	return (texts) => {
		const found = texts.flatMap((text) => read(text) ?? []);
		return found.length < 2 ? found : [...new Set(found)];
	};
}

/** Whether a host is this machine itself: `localhost`, names under it, 127.0.0.0/8 and ::1. */
export function isLoopbackHost(hostname: string): boolean {
	const host = hostname
		.toLowerCase()
		.replace(/^\[|\]$/g, '')
		.replace(/\.$/, '');
	return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Names that stand for a network of one's own: bare ones and those under such an ending. */
const localEndings = ['local', 'internal', 'home.arpa', 'lan', 'home', 'localdomain', 'intranet', 'corp', 'private'];

/**
 * Whether a host lies on this machine or in its own network, or is no host that a relay may have: loopback, private,
 * link-local, reserved and multicast addresses, also inside an IPv6 address, `.local` and the like, bare names. From a
 * page that is not itself loopback such a host is never contacted unless a person typed it into settings (DESIGN, "Never
 * contacted"). In: a host as the URL parser writes it.
 */
export function isLocalHost(hostname: string): boolean {
	if (isLoopbackHost(hostname)) return true;
	const host = hostname
		.toLowerCase()
		.replace(/^\[|\]$/g, '')
		.replace(/\.$/, '');
	if (host.includes(':')) return isLocalIpv6(host);
	const parts = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(host);
	if (parts) return isLocalIpv4(parts.slice(1).map(Number));
	return !host.includes('.') || localEndings.some((ending) => host.endsWith(`.${ending}`));
}

function isLocalIpv4([first = 0, second = 0, third = 0]: readonly number[]): boolean {
	return (
		first === 0 ||
		first === 10 ||
		first === 127 ||
		(first === 100 && second >= 64 && second <= 127) ||
		(first === 169 && second === 254) ||
		(first === 172 && second >= 16 && second <= 31) ||
		(first === 192 && (second === 168 || (second === 0 && third === 0))) ||
		(first === 198 && (second === 18 || second === 19)) ||
		first >= 224
	);
}

/** An address that carries an IPv4 one (mapped, compatible, NAT64, 6to4) is as local as that. */
function isLocalIpv6(host: string): boolean {
	if (host === '::' || /^f[cd]|^fe[89a-f]|^ff/.test(host)) return true;
	const carried =
		/^(?:::ffff:|::|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host) ??
		/^2002:([0-9a-f]{1,4}):([0-9a-f]{1,4})?:/.exec(host);
	if (!carried) return /^(?:::|64:ff9b::)[0-9a-f]{0,4}$/.test(host);
	const [high, low] = [Number.parseInt(carried[1] ?? '0', 16), Number.parseInt(carried[2] ?? '0', 16)];
	return isLocalIpv4([high >> 8, high & 255, low >> 8, low & 255]);
}
