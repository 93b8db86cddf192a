import { addressOf, deletionBoundary, type DeletionsByAuthor } from './deletion.ts';
import { compareNewestFirst, type CheckedEvent } from './event.ts';
import { isOid, type Pubkey } from './ids.ts';
import { kinds } from './kinds.ts';
import { isRefName } from './ref-name.ts';
import { latestByAuthor } from './speakers.ts';
import type { Refs, RepositoryState } from './view.ts';

const peeled = '^{}';

/** Whether a value is one a ref may have: an object id, or `ref: ` and a ref name. */
function isRefValue(value: string | undefined): value is string {
	return isOid(value) || (value !== undefined && value.startsWith('ref: refs/') && isRefName(value.slice(5)));
}

/** Whether a tag is a ref we read: a branch, a tag or its peeled companion, or HEAD, with a value it may have. */
function isRef(name: string, value: string | undefined): value is string {
	if (!isRefValue(value)) return false;
	if (name === 'HEAD') return true;
	const full = isPeeled(name) ? name.slice(0, -peeled.length) : name;
	return (full.startsWith('refs/heads/') || full.startsWith('refs/tags/')) && isRefName(full);
}

function isPeeled(name: string): boolean {
	return name.startsWith('refs/tags/') && name.endsWith(peeled);
}

/**
 * The refs and the default branch of a state event's tags.
 * In: tags of kind 30618. Out: refs by full name, in tag order; a tag's peeled companion (`^{}`) is not one of its own.
 * Errors: none; what is no ref is listed in `ignored`, in tag order, and of a repeated name all but the last (which
 * counts). Source: D27.
 */
export function parseRefs(tags: readonly (readonly string[])[]): Refs {
	const last = new Map<string, number>();
	tags.forEach(([name = '', value], index) => isRef(name, value) && last.set(name, index));
	const refs = new Map<string, string>();
	const ignored: string[] = [];
	tags.forEach(([name = '', value = ''], index) => {
		if (name !== 'HEAD' && !name.startsWith('refs/')) return;
		if (last.get(name) !== index) ignored.push(name);
		else if (!isPeeled(name)) refs.set(name, value);
	});
	const head = refs.get('HEAD');
	refs.delete('HEAD');
	const target = head?.startsWith('ref: ') ? head.slice(5) : (head ?? defaultBranch(refs));
	return { refs, head: target, headIsMissing: target !== undefined && !isOid(target) && !refs.has(target), ignored };
}

/** Without a HEAD: `master`, then `main` (ngit's order), else the only branch, else none (D27). */
function defaultBranch(refs: ReadonlyMap<string, string>): string | undefined {
	for (const name of ['refs/heads/master', 'refs/heads/main']) if (refs.has(name)) return name;
	const branches = [...refs.keys()].filter((name) => name.startsWith('refs/heads/'));
	return branches.length === 1 ? branches[0] : undefined;
}

/**
 * Which state event counts: one whole event, the newest of those that confirmed maintainers speak through. A deleted
 * one drops out with its author; the next best of another author counts then, and that is said. With none left, the
 * newest deleted one is told, which is another thing than none ever seen.
 * In: states of any author, version and identifier. Source: guide "Coordinates and repository data"; D1, D3, D26.
 */
export function resolveState(
	states: readonly CheckedEvent[],
	deletions: DeletionsByAuthor,
	identifier: string,
	confirmed: ReadonlySet<Pubkey>
): { readonly state?: RepositoryState; readonly deletedState?: CheckedEvent } {
	let best: CheckedEvent | undefined;
	let newestDeleted: CheckedEvent | undefined;
	for (const [author, latest] of latestByAuthor(states, identifier)) {
		if (!confirmed.has(author)) continue;
		const requests = deletions.get(author);
		const address = addressOf(kinds.repositoryState, author, identifier);
		if (requests && deletionBoundary(latest, address, requests) !== undefined) {
			if (newestDeleted === undefined || compareNewestFirst(latest, newestDeleted) < 0) newestDeleted = latest;
		} else if (best === undefined || compareNewestFirst(latest, best) < 0) best = latest;
	}
	if (best === undefined) return newestDeleted ? { deletedState: newestDeleted } : {};
	const broughtUpByDeletion = newestDeleted !== undefined && compareNewestFirst(newestDeleted, best) < 0;
	return { state: { event: best, broughtUpByDeletion, ...parseRefs(best.tags) } };
}
