import type { RelayOutcome } from '#lib/core/evidence.ts';
import { isLocalHost, type RelayUrl } from '#lib/core/relay-url.ts';

/** The page the worker works for. */
export interface PageOrigin {
	/** Served over https: a browser then opens no `ws://`. */
	readonly isSecure: boolean;
	/** Served from this very machine: only then are local addresses contacted unasked. */
	readonly isLoopback: boolean;
}

/**
 * Why a relay is not contacted at all, or undefined when it may be. `trusted` are the relays that a person typed in or
 * that the settings name; whatever else comes from events and links. Source: D36; DESIGN "Never contacted".
 */
export function refuseRelay(
	url: RelayUrl,
	page: PageOrigin,
	trusted: ReadonlySet<RelayUrl>
): Extract<RelayOutcome, { kind: 'failed' | 'not-asked' }> | undefined {
	const { protocol, hostname } = new URL(url);
	// First what nobody can change by typing the address in.
	if (page.isSecure && protocol === 'ws:') return { kind: 'failed', reason: 'insecure' };
	if (!page.isLoopback && !trusted.has(url) && isLocalHost(hostname))
		return { kind: 'not-asked', reason: 'local-address' };
	return undefined;
}
