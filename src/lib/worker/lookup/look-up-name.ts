import { nameUrl, parseName, readNamedKey, readNamedPath, type NameAddress, type NamedKey } from '#lib/core/nip05.ts';
import { isLocalHost } from '#lib/core/relay-url.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import { fetchJson, fetchLimits, type FetchError, type FetchLimits } from './fetch-json.ts';

/** Why a name led to nobody. */
export type LookupError =
	| FetchError
	| { readonly kind: 'unknown' }
	| { readonly kind: 'local-host' }
	| { readonly kind: 'unreadable'; readonly reason: 'bad-key' };

/** A name, and for a domain alone the path that it may know a repository by. */
export interface LookupQuery extends NameAddress {
	readonly path?: string;
}

/**
 * Whom a domain means by a name, asked once. With a path the domain is asked for a repository there first, and for its own
 * name when it knows none. From a page that is not on this machine no local host is asked.
 * Source: NIP-05; NIP34-FACTS "Kinds"; DESIGN "Never contacted".
 */
export async function lookUpName(
	query: LookupQuery,
	page: { readonly isLoopback: boolean },
	limits: FetchLimits = fetchLimits
): Promise<Result<NamedKey, LookupError>> {
	const { path } = query;
	const name = parseName(`${query.local}@${query.domain}`);
	if (!name) return err({ kind: 'unknown' });
	if (!page.isLoopback && isLocalHost(new URL(nameUrl(name)).hostname)) return err({ kind: 'local-host' });
	if (path !== undefined) {
		const found = await fetchJson(nameUrl(name, path), limits);
		const named = found.ok ? readNamedPath(found.value, path) : undefined;
		if (named) return ok(named);
		// A site that is not there is not there for the name either.
		if (!found.ok && found.error.kind === 'silent') return found;
	}
	const found = await fetchJson(nameUrl(name), limits);
	if (!found.ok) return found;
	const named = readNamedKey(found.value, name.local);
	if (named.ok) return named;
	return err(named.error === 'unknown' ? { kind: 'unknown' } : { kind: 'unreadable', reason: 'bad-key' });
}
