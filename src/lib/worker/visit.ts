import type { RelayAnswer } from '#lib/core/evidence.ts';
import { parsePubkey, type Pubkey } from '#lib/core/ids.ts';
import type { RepositoryView } from '#lib/core/view.ts';
import type { ChangesView, ChangeView, LifecycleView, PersonView, Standing } from './api.ts';
import type { VisitSummary } from './db/backend.ts';
import { toSeconds, weightiestStandings } from './people-rows.ts';

/** With more people than this nobody is compared: the summary would be larger than what it sums up. */
const mostPeople = 2_000;
const mostChanges = 50;
const longestName = 300;

/** What a view rests on, and how much of what could be asked was. */
export interface VisitedSnapshot {
	readonly view: RepositoryView;
	readonly relays: readonly RelayAnswer[];
	readonly declaredNotAskedCount: number;
	readonly peopleNotAsked: ReadonlyMap<Pubkey, number>;
}

/** What a next visit will compare with. In: a settled view, now in Unix seconds. */
export function summariseVisit(snapshot: VisitedSnapshot, nowSeconds: number): VisitSummary {
	const { view } = snapshot;
	const standings = weightiestStandings(view);
	const signedAt = signingTimes(view);
	const { state, metadata, lead, lifecycle, selected, confirmed, coverage } = view;
	const deciding = [selected.pubkey, ...(lead.pubkey === undefined ? confirmed : [lead.pubkey])];
	return {
		atSeconds: nowSeconds,
		isWhole: coverage.settled && coverage.silent.length === 0 && wasAllAsked(snapshot),
		decidedAtSeconds: Math.max(0, ...deciding.slice(0, mostPeople).map((pubkey) => signedAt.get(pubkey) ?? 0)),
		lead: lead.pubkey,
		lifecycle: lifecycle.kind,
		name: metadata.name?.value.slice(0, longestName),
		state: state && { id: state.event.id, by: state.event.pubkey, createdAtSeconds: state.event.created_at },
		standings:
			standings.size > mostPeople
				? undefined
				: [...standings].map(([pubkey, { kind }]) => [pubkey, kind, signedAt.get(pubkey) ?? 0] as const)
	};
}

/** Where somebody was left out because there were too many, what is found later may have been there before. */
function wasAllAsked({ relays, declaredNotAskedCount, peopleNotAsked }: VisitedSnapshot): boolean {
	const isLeftOut = relays.some(({ outcome }) => outcome.kind === 'not-asked' && outcome.reason === 'too-many-relays');
	return declaredNotAskedCount === 0 && peopleNotAsked.size === 0 && !isLeftOut;
}

/** When each person last signed what the view rests on: their announcement, or its deletion. */
function signingTimes(view: RepositoryView): Map<Pubkey, number> {
	const times = new Map<Pubkey, number>();
	for (const [pubkey, event] of view.announcements) times.set(pubkey, event.created_at);
	for (const { pubkey, at, how } of view.departed)
		if (how === 'deleted-announcement') times.set(pubkey, toSeconds(at) ?? 0);
	if (view.lifecycle.kind === 'deleted') times.set(view.lifecycle.by, toSeconds(view.lifecycle.at) ?? 0);
	return times;
}

/**
 * What is different, most important first; undefined when nothing is.
 * In: summaries of two settled views of one browser. Where a relay was silent the last time, a difference is told only when
 * somebody signed since: what is merely found later is no change (D35). This browser forgets nothing it saw, so that a
 * relay that is silent now changes nothing (D37).
 */
export function compareVisits(
	before: VisitSummary,
	after: VisitSummary,
	person: (pubkey: Pubkey) => PersonView
): ChangesView | undefined {
	const changes: ChangeView[] = [];
	const isProved = (signedAtSeconds: number) => before.isWhole || signedAtSeconds > before.atSeconds;
	const who = (key: string | undefined) => {
		const pubkey = parsePubkey(key);
		return pubkey && person(pubkey);
	};
	const isDecided = isProved(after.decidedAtSeconds);
	if (isDecided && before.lifecycle !== after.lifecycle)
		changes.push({
			kind: 'lifecycle',
			before: before.lifecycle as LifecycleView['kind'],
			after: after.lifecycle as LifecycleView['kind']
		});
	if (isDecided && before.lead !== after.lead)
		changes.push({ kind: 'lead', before: who(before.lead), after: who(after.lead) });
	if (before.standings && after.standings)
		for (const { pubkey, signedAtSeconds, ...change } of compareStandings(before.standings, after.standings)) {
			const named = who(pubkey);
			if (named && (isDecided || isProved(signedAtSeconds)))
				changes.push({ kind: 'standing', person: named, ...change });
		}
	const by = after.state && who(after.state.by);
	if (after.state && by && after.state.id !== before.state?.id && isProved(after.state.createdAtSeconds))
		changes.push({ kind: 'state', by, createdAtSeconds: after.state.createdAtSeconds });
	if (isDecided && before.name !== after.name) changes.push({ kind: 'name', before: before.name, after: after.name });
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
	readonly signedAtSeconds: number;
}

/** That somebody leads, or no longer does, stands in the list already. */
function* compareStandings(
	before: NonNullable<VisitSummary['standings']>,
	after: NonNullable<VisitSummary['standings']>
): Generator<StandingChange> {
	const were = new Map(before.map(([pubkey, standing]) => [pubkey, standing] as const));
	const are = new Map(after.map(([pubkey, standing]) => [pubkey, standing] as const));
	const signedAt = new Map(after.map(([pubkey, , at]) => [pubkey, at] as const));
	for (const pubkey of new Set([...are.keys(), ...were.keys()])) {
		const was = were.get(pubkey) as Standing['kind'] | undefined;
		const is = are.get(pubkey) as Standing['kind'] | undefined;
		if (was === is || (is === 'lead' && was === 'maintainer') || (was === 'lead' && is === 'maintainer')) continue;
		if (is === 'lead' && was === undefined) continue;
		yield { pubkey, before: was, after: is, signedAtSeconds: signedAt.get(pubkey) ?? 0 };
	}
}
