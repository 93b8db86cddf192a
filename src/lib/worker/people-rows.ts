import type { Boundary } from '#lib/core/boundary.ts';
import type { Role } from '#lib/core/history-copies.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import type { RepositoryView } from '#lib/core/view.ts';
import type { PersonRow, PersonView, SinceView, Standing } from './api.ts';

/** The last second that a JavaScript date holds. */
const lastSecond = 8_640_000_000_000;

/** A moment as pages show it; undefined when no calendar holds it. */
export function toSeconds(at: Boundary | undefined): number | undefined {
	return typeof at === 'number' && at <= lastSecond ? at : undefined;
}

/** Rows of people that a page holds; whoever is selected is never left out for it. */
const mostRows = 500;

/** Everybody with a standing in the repository, in order of weight; somebody with two standings comes twice. */
export function* standingsOf(view: RepositoryView): Generator<readonly [Pubkey, Standing]> {
	const lead = view.lead.pubkey;
	if (lead !== undefined) yield [lead, { kind: 'lead' }];
	for (const pubkey of view.confirmed) if (pubkey !== lead) yield [pubkey, { kind: 'maintainer' }];
	for (const pubkey of view.moderators) yield [pubkey, { kind: 'moderator' }];
	for (const pubkey of view.invited) yield [pubkey, { kind: 'invited' }];
	for (const pubkey of view.invitedModerators) yield [pubkey, { kind: 'invited-moderator' }];
	for (const { pubkey, at, how } of view.departed) yield [pubkey, { kind: 'departed', atSeconds: toSeconds(at), how }];
	for (const { kind, author, at } of view.health)
		if (kind === 'removed-but-claiming') yield [author, { kind: 'removed-claiming', atSeconds: toSeconds(at) }];
	for (const pubkey of view.declined) yield [pubkey, { kind: 'declined' }];
	for (const pubkey of view.blocked) yield [pubkey, { kind: 'blocked' }];
}

/** Each person's weightiest standing. */
export function weightiestStandings(view: RepositoryView): Map<Pubkey, Standing> {
	const standings = new Map<Pubkey, Standing>();
	for (const [pubkey, standing] of standingsOf(view)) if (!standings.has(pubkey)) standings.set(pubkey, standing);
	return standings;
}

/** The rows of the people list, and how many are left out of it. */
export function listPeople(
	view: RepositoryView,
	person: (pubkey: Pubkey) => PersonView,
	nowSeconds: number
): { readonly rows: PersonRow[]; readonly omittedCount: number } {
	const rows: PersonRow[] = [];
	let omittedCount = 0;
	for (const [pubkey, standing] of standingsOf(view)) {
		const isSelected = pubkey === view.selected.pubkey;
		if (rows.length >= mostRows && !isSelected) omittedCount++;
		else
			rows.push({
				person: person(pubkey),
				standing,
				isSelected,
				since: findSince(view, { pubkey, standing, nowSeconds }, person)
			});
	}
	return { rows, omittedCount };
}

const roleHeld: { readonly [K in Standing['kind']]?: Role } = {
	lead: 'maintainer',
	maintainer: 'maintainer',
	moderator: 'moderator'
};

/**
 * The start of the interval that is open, and whose assignment says so: the nearest one's. Nothing of what starts after now:
 * that it is dated in the future is told by itself.
 */
function findSince(
	{ history }: RepositoryView,
	{ pubkey, standing, nowSeconds }: { pubkey: Pubkey; standing: Standing; nowSeconds: number },
	person: (pubkey: Pubkey) => PersonView
): SinceView | undefined {
	const role = roleHeld[standing.kind];
	if (role === undefined) return undefined;
	const { intervals, grounds } = history.of(pubkey, role);
	const open = intervals.at(-1);
	if (open === undefined || open.end !== undefined || open.start > nowSeconds) return undefined;
	const [by] = grounds.flatMap(({ ground, end }) =>
		ground.kind === 'assigned' && end === undefined ? [ground.by] : []
	);
	return { seconds: open.start === 0 ? undefined : toSeconds(open.start), by: by && person(by) };
}
