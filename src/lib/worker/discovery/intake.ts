import type { CheckedEvent } from '#lib/core/event.ts';
import type { RelayUrl } from '#lib/core/relay-url.ts';
import { Ingest } from '#lib/worker/ingest/ingest.ts';
import type { DiscoveryHost, DiscoveryLimits } from './repository-discovery.ts';
import { ViewRelays } from './view-relays.ts';

/** What an intake tells. */
export interface IntakeHandlers {
	/** A verified event and the relay that gave it; the same event once for every relay that does. */
	onEvent(event: CheckedEvent, from: RelayUrl): void;
	/** Something else can be said of a relay. */
	onChange(): void;
}

/** Some relays, and the check of what they give. */
export interface Intake {
	readonly relays: ViewRelays;
	/** Ends both: sockets that nobody else holds close. */
	stop(): void;
}

/**
 * Wires relays to the check of what they give, and back: a relay has answered only once all it gave was checked, what is
 * dropped is noted of who sent it, and who sends too much is let go. `trusted` may be contacted wherever they are.
 */
export function openIntake(
	{ seen, page }: DiscoveryHost,
	trusted: ReadonlySet<RelayUrl>,
	limits: DiscoveryLimits,
	handlers: IntakeHandlers
): Intake {
	const ingest: Ingest = new Ingest(
		seen,
		{
			onEvent: (event, from) => {
				relays.noteEvent(from, event.id);
				handlers.onEvent(event, from);
			},
			onDrop: (from, reason, id) => relays.noteDrop(from, reason, id),
			onFlood: (from) => relays.refuse(from)
		},
		limits.ingest
	);
	const relays = new ViewRelays(
		page,
		trusted,
		{
			onEvent: (url, raw, filters) => ingest.take(url, raw, filters),
			onReconnected: (url) => ingest.expectRepeats(url),
			onChange: () => handlers.onChange(),
			whenDealtWith: (url, then) => ingest.whenChecked(url, then)
		},
		limits.watch
	);
	return {
		relays,
		stop() {
			ingest.stop();
			relays.close();
		}
	};
}
