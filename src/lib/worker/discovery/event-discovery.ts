import { compareNewestFirst, type CheckedEvent } from '#lib/core/event.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import { kinds } from '#lib/core/kinds.ts';
import { nameRepositories } from '#lib/core/named-repositories.ts';
import type { EventPointer } from '#lib/core/nip19.ts';
import type { RelayUrl } from '#lib/core/relay-url.ts';
import type { RepositoryAddress } from '#lib/core/view.ts';
import { Asking, type AskedRelays } from './asking.ts';
import type { DiscoveryHost } from './repository-discovery.ts';
import type { RelayStanding } from './view-relays.ts';
import { readWriteRelays } from './write-relays.ts';

/** What is known of an event that somebody opened, at one moment. */
export interface EventSnapshot {
	readonly found?: {
		readonly event: CheckedEvent;
		readonly from: RelayUrl;
		readonly repositories: readonly RepositoryAddress[];
	};
	readonly profiles: ReadonlyMap<Pubkey, CheckedEvent>;
	readonly relays: readonly RelayStanding[];
}

/** People whose names are asked for, at most. */
const mostPeople = 50;

/** Looks for one event by its id: on given relays, and on those that its author is said to write to. */
export class EventDiscovery {
	readonly #pointer: EventPointer;
	readonly #asking: Asking;
	readonly #host: DiscoveryHost;
	readonly #onSnapshot: (snapshot: EventSnapshot) => void;
	#found: EventSnapshot['found'];
	readonly #profiles = new Map<Pubkey, CheckedEvent>();

	constructor(
		pointer: EventPointer,
		given: AskedRelays,
		host: DiscoveryHost,
		onSnapshot: (snapshot: EventSnapshot) => void
	) {
		this.#pointer = pointer;
		this.#host = host;
		this.#onSnapshot = onSnapshot;
		this.#asking = new Asking({ ...given, hints: [...pointer.relayHints, ...given.hints] }, host, {
			onEvent: (event, from) => this.#take(event, from),
			onStep: () =>
				this.#onSnapshot({
					...(this.#found ? { found: this.#found } : {}),
					profiles: this.#profiles,
					relays: this.#asking.standings
				})
		});
	}

	async run(): Promise<void> {
		const { eventId, author } = this.#pointer;
		const lists = author ? [{ kinds: [kinds.relayList], authors: [author] }] : [];
		await this.#asking.run(this.#host, [{ ids: [eventId] }, ...lists]);
	}

	get isBegun(): boolean {
		return this.#asking.isBegun;
	}

	stop(): void {
		this.#asking.stop();
	}

	#take(event: CheckedEvent, from: RelayUrl): void {
		if (event.id === this.#pointer.eventId) {
			if (this.#found) return;
			const repositories = nameRepositories(event);
			this.#found = { event, from, repositories };
			const people = [event.pubkey, ...repositories.map(({ pubkey }) => pubkey)];
			const authors = [...new Set(people)].slice(0, mostPeople);
			return this.#asking.askMore([{ kinds: [kinds.profile], authors }]);
		}
		if (event.kind === kinds.relayList && event.pubkey === this.#pointer.author)
			return this.#asking.askThere(readWriteRelays(event));
		const known = this.#profiles.get(event.pubkey);
		if (event.kind === kinds.profile && (!known || compareNewestFirst(event, known) < 0))
			this.#profiles.set(event.pubkey, event);
	}
}
