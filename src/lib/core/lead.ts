import type { Announcement } from './announcement.ts';
import type { Pubkey } from './ids.ts';
import type { Component } from './graph.ts';
import type { Speakers } from './speakers.ts';
import type { LeadProblem, LeadView } from './view.ts';

/**
 * What the walk from the selected author comes to. `lead`: an active self-M was reached. `rootless`: the selected author
 * has no active `M`, so the graph is rooted at them. `failed`: nobody is seeded.
 */
export type LeadWalk =
	| { readonly kind: 'lead'; readonly pubkey: Pubkey; readonly path: readonly Pubkey[] }
	| { readonly kind: 'rootless'; readonly selected: Announcement; readonly path: readonly Pubkey[] }
	| {
			readonly kind: 'failed';
			readonly source: 'pending' | 'conflict';
			readonly problem: LeadProblem;
			readonly path: readonly Pubkey[];
	  };

/**
 * Follows the one active `M` of each announcement from the selected author.
 * In: who speaks, the selected author. Out: the terminal lead, or that there is no pointer, or why there is no
 * continuation; the path as D18 writes it. Whoever the walk passes through forwards, whatever their own standing.
 * Source: guide "Lead resolution", "Why an explicit pointer cycle fails closed"; D16, D17, D18.
 */
export function walkToLead(speakers: Speakers, selected: Pubkey): LeadWalk {
	const path: Pubkey[] = [selected];
	const visited = new Set(path);
	const failed = (source: 'pending' | 'conflict', problem: LeadProblem): LeadWalk => ({
		kind: 'failed',
		source,
		problem,
		path
	});
	for (let at = selected; ;) {
		const speaker = speakers.get(at);
		if (speaker === undefined) return failed('pending', { kind: 'missing', at });
		if (speaker.kind === 'deleted') return failed('pending', { kind: 'deleted', at });
		const { leadTargets, standing } = speaker.announcement;
		const target = leadTargets[0];
		if (leadTargets.length > 1) return failed('conflict', { kind: 'two-pointers', at, targets: leadTargets });
		if (target === undefined) {
			if (at === selected) return { kind: 'rootless', selected: speaker.announcement, path };
			if (standing.kind === 'departed') return failed('conflict', { kind: 'departed', at });
			return failed('pending', { kind: standing.kind === 'blocked' ? 'unreadable' : 'points-nowhere', at });
		}
		if (target === at) {
			if (standing.kind !== 'maintain') return failed('pending', { kind: 'unreadable', at });
			return { kind: 'lead', pubkey: at, path };
		}
		path.push(target);
		if (visited.has(target)) return failed('conflict', { kind: 'cycle', at: target });
		visited.add(target);
		at = target;
	}
}

/** Who seeds the confirmed component: the lead, or without a pointer the selected author if they can maintain (D19). */
export function seedOf(walk: LeadWalk): Pubkey | undefined {
	if (walk.kind === 'lead') return walk.pubkey;
	if (walk.kind === 'rootless' && walk.selected.standing.kind === 'maintain') return walk.selected.author;
	return undefined;
}

/**
 * Names the lead and how that is known, once it is known who is confirmed.
 * Source: guide "Lead resolution" (the seven results); D16, D18, D19, D20.
 */
export function nameLead(walk: LeadWalk, component: Component): LeadView {
	const { path } = walk;
	if (walk.kind === 'failed') return { source: walk.source, path, problem: walk.problem };
	if (walk.kind === 'lead') return { pubkey: walk.pubkey, source: 'explicit', path };
	const { author, mode, records } = walk.selected;
	if (mode === 'indexed')
		return { source: records.some(({ letter }) => letter !== 'o') ? 'explicit_none' : 'none', path };
	if (mode === 'none' && component.confirmed.size === 1) return { pubkey: author, source: 'implicit_sole', path };
	const winner = countLegacyVotes(component);
	if (winner === undefined) return { source: 'none', path };
	return { pubkey: winner, source: 'legacy_inferred', path: winner === author ? path : [author, winner] };
}

/** D20: each confirmed author votes once for each other confirmed person they list, or point at when they are indexed. */
function countLegacyVotes({ confirmed, announcements }: Component): Pubkey | undefined {
	const votes = new Map<Pubkey, number>();
	let best = 0;
	for (const { author, mode, edges, leadTargets } of announcements) {
		for (const subject of mode === 'legacy' ? edges : leadTargets) {
			if (subject === author || !confirmed.has(subject)) continue;
			const count = (votes.get(subject) ?? 0) + 1;
			votes.set(subject, count);
			best = Math.max(best, count);
		}
	}
	const winners = [...votes].filter(([, count]) => count === best);
	return winners.length === 1 ? winners[0]?.[0] : undefined;
}
