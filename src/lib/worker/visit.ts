import { parsePubkey, type Pubkey } from '#lib/core/ids.ts';
import type { RepositoryView } from '#lib/core/view.ts';
import type { ChangesView, ChangeView, LifecycleView, PersonView, Standing } from './api.ts';
import type { VisitSummary } from './db/backend.ts';
import { weightiestStandings } from './people-rows.ts';

/** With more people than this nobody is compared: the summary would be larger than what it sums up. */
const mostPeople = 2_000;
const mostChanges = 50;
const longestName = 300;

/** What a next visit will compare with. In: a settled view, now in Unix seconds. */
export function summariseVisit(view: RepositoryView, nowSeconds: number): VisitSummary {
	const standings = weightiestStandings(view);
	const { state, metadata, lead, lifecycle } = view;
	return {
		atSeconds: nowSeconds,
		lead: lead.pubkey,
		lifecycle: lifecycle.kind,
		name: metadata.name?.value.slice(0, longestName),
		state: state && { id: state.event.id, by: state.event.pubkey, createdAtSeconds: state.event.created_at },
		standings: standings.size > mostPeople ? undefined : [...standings]
	};
}

/**
 * What is different, most important first; undefined when nothing is.
 * In: summaries of two settled views of one browser. It never forgets what it saw, so a difference is always due to
 * something newer, never to a relay that is silent now (D35, D37).
 */
export function compareVisits(
	before: VisitSummary,
	after: VisitSummary,
	person: (pubkey: Pubkey) => PersonView
): ChangesView | undefined {
	const changes: ChangeView[] = [];
	const who = (key: string | undefined) => {
		const pubkey = parsePubkey(key);
		return pubkey && person(pubkey);
	};
	if (before.lifecycle !== after.lifecycle)
		changes.push({
			kind: 'lifecycle',
			before: before.lifecycle as LifecycleView['kind'],
			after: after.lifecycle as LifecycleView['kind']
		});
	if (before.lead !== after.lead) changes.push({ kind: 'lead', before: who(before.lead), after: who(after.lead) });
	if (before.standings && after.standings)
		for (const { pubkey, ...change } of compareStandings(before.standings, after.standings)) {
			const named = who(pubkey);
			if (named) changes.push({ kind: 'standing', person: named, ...change });
		}
	const by = after.state && who(after.state.by);
	if (after.state && by && after.state.id !== before.state?.id)
		changes.push({ kind: 'state', by, createdAtSeconds: after.state.createdAtSeconds });
	if (before.name !== after.name) changes.push({ kind: 'name', before: before.name, after: after.name });
	if (changes.length === 0) return undefined;
	return {
		sinceSeconds: before.atSeconds,
		list: changes.slice(0, mostChanges),
		omittedCount: Math.max(0, changes.length - mostChanges)
	};
}

interface StandingChange {
	readonly pubkey: string;
	readonly before?: Standing['kind'];
	readonly after?: Standing['kind'];
}

/** That somebody leads, or no longer does, stands in the list already. */
function* compareStandings(
	before: NonNullable<VisitSummary['standings']>,
	after: NonNullable<VisitSummary['standings']>
): Generator<StandingChange> {
	const were = new Map(before);
	const are = new Map(after);
	for (const pubkey of new Set([...are.keys(), ...were.keys()])) {
		const was = were.get(pubkey) as Standing['kind'] | undefined;
		const is = are.get(pubkey) as Standing['kind'] | undefined;
		if (was === is || (is === 'lead' && was === 'maintainer') || (was === 'lead' && is === 'maintainer')) continue;
		if (is === 'lead' && was === undefined) continue;
		yield { pubkey, before: was, after: is };
	}
}
