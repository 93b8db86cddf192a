import { parseRelayUrl, type RelayUrl, type RelayUrlError } from '#lib/core/relay-url.ts';
import { err, type Result } from '#lib/core/result.ts';

/** A relay as people type it: often without its scheme; then it is the encrypted one, but on this machine. */
export function parseTypedRelay(text: string): Result<RelayUrl, RelayUrlError> {
	const plain = text.trim();
	if (/^[a-z][a-z0-9+.-]*:\/\//i.test(plain)) return parseRelayUrl(plain);
	if (/^(localhost|127\.|\[::1\])/i.test(plain)) return parseRelayUrl(`ws://${plain}`);
	// A bare word is a slip, not a relay: asked, it would only make the view look unsure.
	return /^[^/]*[.:]/.test(plain)
		? parseRelayUrl(`wss://${plain}`)
		: err({ kind: 'relay-url', reason: 'not-a-url', text: plain });
}
