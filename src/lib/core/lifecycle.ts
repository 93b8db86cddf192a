import type { Announcement } from './announcement.ts';
import { laterOf, type Boundary } from './boundary.ts';
import { activeStart, closedIntervals, intervalsOf, type RoleRecord } from './roles.ts';
import type { Speaker } from './speakers.ts';
import type { Lifecycle, LeadView } from './view.ts';

/**
 * What became of the selected coordinate, as its author signed it. Absence is only ever `not-found`.
 * In: how the selected author speaks, and who leads. Errors: none.
 * Source: guide "A removed maintainer archives or restarts the coordinate"; D32, D33, D34, D35.
 */
export function resolveLifecycle(selected: Speaker | undefined, lead: LeadView): Lifecycle {
	if (selected === undefined) return { kind: 'not-found' };
	if (selected.kind === 'deleted') {
		const by = lead.path[0];
		return by === undefined ? { kind: 'not-found' } : { kind: 'deleted', at: selected.at, by };
	}
	const { announcement } = selected;
	const archivedAt = archiveBoundary(announcement);
	if (archivedAt !== undefined) return { kind: 'archived', at: archivedAt, by: announcement.author };
	if (lead.source === 'explicit' && lead.pubkey === announcement.author) {
		const restart = findRestart(announcement);
		if (restart) return { kind: 'restarted', ...restart, by: announcement.author };
	}
	return { kind: 'live' };
}

/**
 * Own self-roles as maintainer, and pointers at a lead: what an archive or a restart is read from. Of a self-`defer` the
 * earlier, closed intervals are history like any other (D12); the one that ends in `defer` has no numeric end.
 */
function relationships({ author, records }: Announcement): RoleRecord[] {
	return records.filter(
		({ letter, subject, state }) => state !== 'malformed' && (letter === 'M' || (letter === 'm' && subject === author))
	);
}

/** D32. Undefined while anything the author signed about themselves is active, or when nothing they signed has ended. */
function archiveBoundary(announcement: Announcement): Boundary | undefined {
	const { author, records, standing, leadTargets } = announcement;
	if (standing.kind === 'blocked' || leadTargets.length > 0) return undefined;
	const own = records.filter(({ subject }) => subject === author);
	if (own.length === 0 || own.some(({ active }) => active)) return undefined;
	let at: Boundary | undefined;
	for (const { boundaries } of relationships(announcement)) {
		for (let i = 1; i < boundaries.length; i += 2) at = laterOf(at ?? 0, boundaries[i] as Boundary);
	}
	return at;
}

/** D34. A restart is an own self-M that opens after a real gap; touching is a promotion. */
function findRestart(announcement: Announcement): { at: Boundary; previousEnd: Boundary } | undefined {
	const { author } = announcement;
	let at: Boundary | undefined;
	for (const record of relationships(announcement)) {
		if (record.letter !== 'M' || record.subject !== author || !record.active) continue;
		const start = activeStart(record);
		if (at === undefined || start < at) at = start;
	}
	if (at === undefined) return undefined;
	let previousEnd: Boundary | undefined;
	for (const record of relationships(announcement)) {
		const intervals = record.state === 'self-defer' ? closedIntervals(record) : intervalsOf(record);
		for (const { start, end } of intervals) {
			if (end === 'defer' || start >= at) continue;
			if (end === undefined || end >= at) return undefined;
			previousEnd = laterOf(previousEnd ?? end, end);
		}
	}
	return previousEnd === undefined ? undefined : { at, previousEnd };
}
