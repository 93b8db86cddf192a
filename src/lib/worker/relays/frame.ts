/** What a relay says (NIP-01 "From relay to client", NIP-42); unknown verbs and malformed frames are none of these. */
export type RelayFrame =
	| { readonly verb: 'EVENT'; readonly id: string; readonly event: unknown }
	| { readonly verb: 'EOSE'; readonly id: string }
	| { readonly verb: 'CLOSED'; readonly id: string; readonly message: string }
	| { readonly verb: 'NOTICE'; readonly message: string }
	/** Well-formed, and nothing to us: no event was sent, no count asked for, and a sign-in is never answered. */
	| { readonly verb: 'OK' | 'AUTH' | 'COUNT' };

/** Every verb a relay may send: each needs a handler of ours, or the transport library acts on it by itself. */
export const relayVerbs = ['EVENT', 'EOSE', 'OK', 'CLOSED', 'NOTICE', 'AUTH', 'COUNT'] as const;

const longestMessage = 300;

/** Reads a parsed frame; undefined for what is malformed. */
export function parseFrame(frame: readonly unknown[]): RelayFrame | undefined {
	const [verb, second, third] = frame;
	if (typeof second !== 'string') return undefined;
	switch (verb) {
		case 'EVENT':
			return { verb, id: second, event: third };
		case 'EOSE':
			return { verb, id: second };
		case 'CLOSED':
			return { verb, id: second, message: typeof third === 'string' ? cut(third) : '' };
		case 'NOTICE':
			return { verb, message: cut(second) };
		case 'OK':
		case 'AUTH':
		case 'COUNT':
			return { verb };
		default:
			return undefined;
	}
}

/** Cuts a text, but no character in two. */
function cut(text: string): string {
	return text.slice(0, longestMessage).replace(/[\uD800-\uDBFF]$/, '');
}
