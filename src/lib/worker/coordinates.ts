import { formatPath } from '#lib/core/address.ts';
import type { RepositoryView } from '#lib/core/view.ts';
import { withHint } from './address-hint.ts';
import type { CoordinateView } from './api.ts';
import { weightiestStandings } from './people-rows.ts';
import type { Person } from './person-views.ts';

const mostCoordinates = 100;

/**
 * The other coordinates of a repository: of everybody of it who has an announcement, those with a role in order of weight,
 * then the others. Whoever only names it from outside is none of it and has none here.
 */
export function drawCoordinates(view: RepositoryView, person: Person): CoordinateView[] {
	const standings = weightiestStandings(view);
	const inOrder = new Set([...standings.keys(), ...view.announcements.keys()]);
	inOrder.delete(view.selected.pubkey);
	const coordinates: CoordinateView[] = [];
	for (const pubkey of inOrder) {
		const event = view.announcements.get(pubkey);
		if (!event) continue;
		if (coordinates.length === mostCoordinates) break;
		const address = withHint({ pubkey, identifier: view.selected.identifier, relayHints: [] }, view);
		coordinates.push({
			person: person(pubkey),
			standing: standings.get(pubkey),
			path: formatPath(address),
			announcedAtSeconds: event.created_at
		});
	}
	return coordinates;
}
