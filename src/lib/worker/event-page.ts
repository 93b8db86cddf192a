import { formatPath } from '#lib/core/address.ts';
import type { EventId } from '#lib/core/ids.ts';
import type { EventPage, EventRole, FoundEventView } from './api.ts';
import { drawAsked } from './asked-view.ts';
import type { EventSnapshot } from './discovery/event-discovery.ts';
import { toSeconds } from './people-rows.ts';
import { drawPeople } from './person-views.ts';

/** What an event of each kind is to a repository. Source: NIP34-FACTS "Kinds". */
const roles: Readonly<Record<number, EventRole>> = {
	30617: 'announcement',
	30618: 'state',
	1617: 'patch',
	1618: 'pull-request',
	1619: 'pull-request-update',
	1621: 'issue',
	1624: 'cover-note',
	1630: 'status',
	1631: 'status',
	1632: 'status',
	1633: 'status',
	1111: 'comment',
	1985: 'label'
};

/** The page of an event that somebody opened. */
export function drawEventPage(eventId: EventId, snapshot: EventSnapshot, isBegun: boolean): EventPage {
	const coverage = drawAsked(snapshot.relays, isBegun);
	const event = drawFound(snapshot);
	if (event) return { eventId, finding: 'found', event, coverage };
	return { eventId, finding: coverage.settled ? 'not-found' : 'looking', coverage };
}

function drawFound({ found, profiles }: EventSnapshot): FoundEventView | undefined {
	if (!found) return undefined;
	const { event, from, repositories } = found;
	const person = drawPeople(profiles);
	return {
		role: roles[event.kind] ?? 'other',
		kind: event.kind,
		author: person(event.pubkey),
		createdAtSeconds: toSeconds(event.created_at),
		repositories: repositories.map(({ pubkey, identifier, relayHints }) => ({
			owner: person(pubkey),
			identifier,
			// Where the event was found the repository it names is likely known.
			path: formatPath({ pubkey, identifier, relayHints: relayHints.length > 0 ? relayHints : [from] })
		}))
	};
}
