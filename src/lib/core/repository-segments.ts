import { decodeSegment, decodeSegments, parseHint } from './path-segment.ts';
import { parseEntity } from './nip19.ts';
import type { RelayUrl } from './relay-url.ts';

/** What stands behind the owner in a path. */
export interface RepositorySegments {
	readonly hint?: RelayUrl;
	/** Without one the path names the owner alone. */
	readonly identifier?: string;
	/** The page of the repository, decoded; empty for the repository itself. */
	readonly section: readonly string[];
	/** The other identifier that the same path may mean, because a name in it is that of a page too. */
	readonly otherwise?: string;
}

/** First words of the pages that GitWorkshop has behind a repository, in all its versions. */
const pageWords = new Set([
	...['issues', 'issue', 'prs', 'pr', 'proposals', 'proposal', 'patches', 'tree', 'blob', 'raw', 'commits', 'commit'],
	...['about', 'edit', 'settings', 'actions', 'branches', 'tags', 'releases']
]);

/**
 * Reads the raw segments behind an owner: `[<hint>/]<d>[/-/<page>…]`, or the same as GitWorkshop writes it, without the
 * `-`. One segment is `d`. Of two the first is a hint when it has a dot or a port or is localhost; else both are one `d`,
 * but for the name of one of GitWorkshop's pages in the second place. Of more, a page's name tells where `d` ends.
 * Out: undefined when a segment cannot be decoded. Source: DESIGN "URLs".
 */
export function readRepositorySegments(rest: readonly string[]): RepositorySegments | undefined {
	const dash = rest.indexOf('-', 1);
	const front = dash === -1 ? rest : rest.slice(0, dash);
	const behind = dash === -1 ? [] : rest.slice(dash + 1);
	const [first] = front;
	if (first === undefined || (first === '-' && rest.length > 1)) return { section: [] };
	const decoded = decodeSegments(front);
	const page = decodeSegments(behind);
	if (!decoded || !page) return undefined;
	const hint = decoded.length > 1 ? parseHint(decoded[0] ?? '') : undefined;
	const read = (from: number, to: number): RepositorySegments => ({
		hint: from === 1 ? hint : undefined,
		identifier: decoded.slice(from, to).join('/'),
		section: [...decoded.slice(to), ...page]
	});
	if (decoded.length === 1) return read(0, 1);
	const cut = dash === -1 ? front.findIndex((segment, at) => at > 0 && isPage(segment)) : -1;
	if (decoded.length === 2) {
		if (hint) return read(1, 2);
		return cut === 1 ? { ...read(0, 1), otherwise: decoded.join('/') } : read(0, 2);
	}
	if (cut > 0) return read(cut > 1 && hint ? 1 : 0, cut);
	return hint ? read(1, 2) : read(0, 1);
}

/** A page's name as it stands in the raw path, or the event that a page is about. */
function isPage(segment: string): boolean {
	if (pageWords.has(segment)) return true;
	if (!/^n(ote|event)1/i.test(segment)) return false;
	const entity = parseEntity(decodeSegment(segment) ?? '');
	return entity.ok && entity.value.kind === 'event';
}
