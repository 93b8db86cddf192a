declare const brand: unique symbol;

/** A public key: 64 lower-case hex digits. Minted only by `parsePubkey` and by the event check. */
export type Pubkey = string & { readonly [brand]: 'pubkey' };

/** An event id: 64 lower-case hex digits. Minted only by `parseEventId` and by the event check. */
export type EventId = string & { readonly [brand]: 'event-id' };

/** A git object id: 40 or 64 lower-case hex digits. */
export type Oid = string & { readonly [brand]: 'oid' };

/** Digits 0-9 and a-f only, without a regular expression: this runs once for every tag of every announcement. */
function isLowerHex(text: string): boolean {
	for (let i = 0; i < text.length; i++) {
		const code = text.charCodeAt(i);
		if (!((code >= 48 && code <= 57) || (code >= 97 && code <= 102))) return false;
	}
	return true;
}

/** Whether a text is a public key as it may stand in an event: exactly 64 lower-case hex digits (D2, D5). */
export function isPubkey(text: unknown): text is Pubkey {
	return typeof text === 'string' && text.length === 64 && isLowerHex(text);
}

/** The public key a text is, or undefined. Upper case, npub and other lengths are none (D5). */
export function parsePubkey(text: unknown): Pubkey | undefined {
	return isPubkey(text) ? text : undefined;
}

/** Whether a text is an event id: exactly 64 lower-case hex digits (D2). */
export function isEventId(text: unknown): text is EventId {
	return typeof text === 'string' && text.length === 64 && isLowerHex(text);
}

/** Whether a text is a signature: exactly 128 lower-case hex digits (D2). */
export function isSignature(text: unknown): text is string {
	return typeof text === 'string' && text.length === 128 && isLowerHex(text);
}

/** Whether a text is a git object id, SHA-1 or SHA-256, in lower case (D27). */
export function isOid(text: unknown): text is Oid {
	return typeof text === 'string' && (text.length === 40 || text.length === 64) && isLowerHex(text);
}
