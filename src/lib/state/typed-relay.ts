import { holdsPrivateKey } from '#lib/core/nip19.ts';
import { undoAsciiEscapes } from '#lib/core/path-segment.ts';
import { parseRelayUrl, type RelayUrl, type RelayUrlError } from '#lib/core/relay-url.ts';
import { err, type Result } from '#lib/core/result.ts';

/** Why a typed text is no relay. */
export type TypedRelayError = RelayUrlError | { readonly kind: 'private-key' };

/** Whether a text may stand in the line where a relay is typed: a private key never does, it would be sent there. */
export function mayHoldRelay(text: string): boolean {
	return !holdsPrivateKey(undoAsciiEscapes(text));
}

/** A relay as people type it: often without its scheme; then it is the encrypted one, but on this machine. */
export function parseTypedRelay(text: string): Result<RelayUrl, TypedRelayError> {
	if (!mayHoldRelay(text)) return err({ kind: 'private-key' });
	const plain = text.trim();
	if (/^[a-z][a-z0-9+.-]*:\/\//i.test(plain)) return parseRelayUrl(plain);
	if (/^(localhost|127\.|\[::1\])/i.test(plain)) return parseRelayUrl(`ws://${plain}`);
	// A bare word is a slip, not a relay: asked, it would only make the view look unsure.
	return /^[^/]*[.:]/.test(plain)
		? parseRelayUrl(`wss://${plain}`)
		: err({ kind: 'relay-url', reason: 'not-a-url', text: plain });
}
