import type { AskedView } from './api.ts';
import type { RelayStanding } from './discovery/view-relays.ts';
import { drawPeople } from './person-views.ts';
import { drawRelay } from './repository-page.ts';

/** What the relays of a question did, plain. */
export function drawAsked(relays: readonly RelayStanding[], isBegun: boolean): AskedView {
	const nameless = drawPeople(new Map());
	const asked = relays.filter(({ outcome }) => outcome.kind !== 'not-asked');
	return {
		settled: isBegun && asked.every(({ outcome }) => outcome.kind !== 'waiting'),
		askedCount: asked.length,
		answeredCount: asked.filter(({ outcome }) => outcome.kind === 'answered').length,
		relays: relays.map((relay, index) => drawRelay(relay, index, nameless))
	};
}
