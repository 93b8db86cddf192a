import { err, ok, type Result } from '#lib/core/result.ts';

/** A frame from a client (NIP-01). What is in it is not judged yet. */
export type ClientFrame =
	| { readonly verb: 'EVENT'; readonly event: unknown }
	| { readonly verb: 'REQ'; readonly subscriptionId: string; readonly filters: readonly unknown[] }
	| { readonly verb: 'CLOSE'; readonly subscriptionId: string };

/** Reads a frame. Errors: what is wrong, in words for a NOTICE. */
export function readClientFrame(text: string, maxSubscriptionIdLength: number): Result<ClientFrame, string> {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return err('not JSON');
	}
	if (!Array.isArray(value)) return err('a frame is a list');
	const [verb, second, ...rest] = value as unknown[];
	if (verb === 'EVENT') return ok({ verb, event: second });
	if (verb !== 'REQ' && verb !== 'CLOSE') return err(`a frame begins with EVENT, REQ or CLOSE`);
	if (typeof second !== 'string' || second === '' || second.length > maxSubscriptionIdLength)
		return err(`${verb}: a subscription id is a text of 1 to ${maxSubscriptionIdLength} characters`);
	return ok(verb === 'REQ' ? { verb, subscriptionId: second, filters: rest } : { verb, subscriptionId: second });
}
