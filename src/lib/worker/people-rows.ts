import type { Boundary } from '#lib/core/boundary.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import type { RepositoryView } from '#lib/core/view.ts';
import type { PersonRow, PersonView, Standing } from './api.ts';

/** The last second that a JavaScript date holds. */
const lastSecond = 8_640_000_000_000;

/** A moment as pages show it; undefined when no calendar holds it. */
export function toSeconds(at: Boundary | undefined): number | undefined {
	return typeof at === 'number' && at <= lastSecond ? at : undefined;
}

/** Rows of people that a page holds; whoever is selected is never left out for it. */
const mostRows = 500;

/** Everybody with a standing in the repository, in order of weight; somebody with two standings has two rows. */
export function listPeople(
	view: RepositoryView,
	person: (pubkey: Pubkey) => PersonView
): { readonly rows: PersonRow[]; readonly omittedCount: number } {
	const lead = view.lead.pubkey;
	const rows: PersonRow[] = [];
	let omittedCount = 0;
	const add = (people: readonly Pubkey[], standing: (pubkey: Pubkey) => Standing) => {
		for (const pubkey of people) {
			const isSelected = pubkey === view.selected.pubkey;
			if (rows.length >= mostRows && !isSelected) omittedCount++;
			else rows.push({ person: person(pubkey), standing: standing(pubkey), isSelected });
		}
	};
	const is = (kind: Exclude<Standing['kind'], 'departed' | 'removed-claiming'>) => () => ({ kind });
	if (lead !== undefined) add([lead], is('lead'));
	add(
		view.confirmed.filter((pubkey) => pubkey !== lead),
		is('maintainer')
	);
	add(view.moderators, is('moderator'));
	add(view.invited, is('invited'));
	add(view.invitedModerators, is('invited-moderator'));
	for (const { pubkey, at, how } of view.departed)
		add([pubkey], () => ({ kind: 'departed', atSeconds: toSeconds(at), how }));
	for (const { kind, author, at } of view.health)
		if (kind === 'removed-but-claiming') add([author], () => ({ kind: 'removed-claiming', atSeconds: toSeconds(at) }));
	add(view.declined, is('declined'));
	add(view.blocked, is('blocked'));
	return { rows, omittedCount };
}
