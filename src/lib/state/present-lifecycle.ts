import { unreachable } from '#lib/core/result.ts';
import type { LifecycleView, StateView } from '#lib/worker/api.ts';
import { onTime, quoted, say, type Sentence } from './sentence.ts';

/** What became of the coordinate, in words; undefined while it simply lives or was not found. */
export function sayLifecycle(lifecycle: LifecycleView): Sentence | undefined {
	switch (lifecycle.kind) {
		case 'live':
		case 'not-found':
			return undefined;
		case 'archived':
			return say`Archived by ${lifecycle.by} ${onTime(lifecycle.atSeconds)}`;
		case 'deleted':
			return say`Deleted by ${lifecycle.by} ${onTime(lifecycle.atSeconds)}`;
		case 'restarted':
			return say`Started anew by ${lifecycle.by} ${onTime(lifecycle.atSeconds)}`;
		default:
			return unreachable(lifecycle);
	}
}

/** The default branch of a signed state, in words. */
export function sayHead(head: StateView['head']): Sentence {
	if (head === undefined) return say`No default branch`;
	switch (head.kind) {
		case 'branch':
			return say`${quoted(head.name)}`;
		case 'missing-branch':
			return say`${quoted(head.name)}, which this state does not contain`;
		case 'detached':
			return say`None: HEAD is detached at ${quoted(head.name.slice(0, 12))}`;
		default:
			return unreachable(head.kind);
	}
}
