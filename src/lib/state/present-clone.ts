import { quoteForShell } from '#lib/core/shell.ts';
import { unreachable } from '#lib/core/result.ts';
import type { RepositoryPage, CloneCommand, CoverageViewModel } from '#lib/worker/api.ts';
import { asFarAsShown, certaintyOf, soFar } from './certainty.ts';

/** Why no command is offered for a value that somebody announced. */
export function sayRefusedClone(reason: NonNullable<CloneCommand['refused']>): string {
	switch (reason) {
		case 'control-characters':
			return 'No command: it holds control characters, which could act when pasted';
		case 'leading-dash':
			return 'No command: it begins with a dash, which git would take for an option';
		case 'unsafe-scheme':
			return 'No command: its scheme could run a program or read your files';
		case 'credentials':
			return 'No command: it holds a name or password';
		default:
			return unreachable(reason);
	}
}

/** That there is no place to clone from. */
export function sayNoClone(coverage: CoverageViewModel): string {
	return `Nobody who counts has named a place to clone from${asFarAsShown(certaintyOf(coverage))}.`;
}

/** What `git clone nostr://…` gives whoever has ngit. */
export function sayNostrClone(confirmedCount: number, coverage: CoverageViewModel): string {
	return confirmedCount > 0
		? 'Git gets what the maintainers signed.'
		: `Nobody is confirmed here${soFar(certaintyOf(coverage))}, so git finds no signed state.`;
}

/** How a clone that git made by itself is compared with what was signed; undefined when nothing signed names a commit. */
export interface CompareCommand {
	readonly branch: string;
	readonly command: string;
	readonly commit: string;
}

/** The command that prints the commit a fresh clone is at, and the one that the signed state names. */
export function findCompareCommand({ state }: RepositoryPage): CompareCommand | undefined {
	const { head, headCommit } = state ?? {};
	if (head?.kind !== 'branch' || headCommit === undefined) return undefined;
	const quoted = quoteForShell(`refs/remotes/origin/${head.name}`);
	return quoted.ok ? { branch: head.name, command: `git rev-parse ${quoted.value}`, commit: headCommit } : undefined;
}
