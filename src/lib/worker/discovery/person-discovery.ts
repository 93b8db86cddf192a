import { addressOf, deletionBoundary } from '#lib/core/deletion.ts';
import { compareNewestFirst, firstTagValue, type CheckedEvent } from '#lib/core/event.ts';
import type { Filter } from '#lib/core/filter.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import { kinds } from '#lib/core/kinds.ts';
import type { RelayUrl } from '#lib/core/relay-url.ts';
import { Asking, type AskedRelays } from './asking.ts';
import type { DiscoveryHost } from './repository-discovery.ts';
import type { RelayStanding } from './view-relays.ts';
import { readWriteRelays } from './write-relays.ts';

/** One repository that somebody announces: the version that speaks, where it was seen, and when they deleted it. */
export interface Announced {
	readonly event: CheckedEvent;
	readonly identifier: string;
	readonly seenOn: readonly RelayUrl[];
	/** Unix seconds. */
	readonly deletedAt?: number | bigint;
}

/** All that is known of what a person announces at one moment. */
export interface PersonSnapshot {
	readonly announced: readonly Announced[];
	readonly profile?: CheckedEvent;
	readonly relays: readonly RelayStanding[];
}

interface Latest {
	event: CheckedEvent;
	readonly seenOn: Set<RelayUrl>;
}

/** Repositories of one person that are remembered: who signs more is not read to the end. */
const mostRepositories = 2_000;

/** What one person announces, from given relays and those they write to (D1, D3, D36). Nothing of it is anybody's consent. */
export class PersonDiscovery {
	readonly #pubkey: Pubkey;
	readonly #asking: Asking;
	readonly #host: DiscoveryHost;
	readonly #onSnapshot: (snapshot: PersonSnapshot) => void;
	readonly #latest = new Map<string, Latest>();
	readonly #deletions = new Map<string, CheckedEvent>();
	readonly #alone = new Map<number, CheckedEvent>();
	readonly #askedIds = new Set<string>();

	constructor(pubkey: Pubkey, given: AskedRelays, host: DiscoveryHost, onSnapshot: (snapshot: PersonSnapshot) => void) {
		this.#pubkey = pubkey;
		this.#host = host;
		this.#onSnapshot = onSnapshot;
		this.#asking = new Asking(given, host, {
			onEvent: (event, from) => this.#take(event, from),
			onStep: () => this.#step()
		});
	}

	/** Reads what the store knows of the person, then goes on with relays until stopped. */
	async run(): Promise<void> {
		const store = await this.#host.store;
		const stored = await store.readPeople([this.#pubkey]);
		for (const { event, relays } of stored) {
			this.#host.seen.add(event);
			for (const url of relays) this.#take(event, url);
		}
		const authors = [this.#pubkey];
		await this.#asking.run(this.#host, [
			{ kinds: [kinds.profile, kinds.relayList], authors },
			{ kinds: [kinds.announcement], authors },
			{ kinds: [kinds.deletion], authors, '#k': [String(kinds.announcement)] }
		]);
	}

	get isBegun(): boolean {
		return this.#asking.isBegun;
	}

	stop(): void {
		this.#asking.stop();
	}

	#take(event: CheckedEvent, from: RelayUrl): void {
		if (event.pubkey !== this.#pubkey) return;
		switch (event.kind) {
			case kinds.announcement:
				return this.#takeAnnouncement(event, from);
			case kinds.deletion:
				this.#deletions.set(event.id, event);
				return;
			default: {
				const known = this.#alone.get(event.kind);
				if (known && compareNewestFirst(known, event) <= 0) return;
				this.#alone.set(event.kind, event);
				void this.#host.store.then((store) => store.keep(event, from));
				if (event.kind === kinds.relayList) this.#asking.askThere(readWriteRelays(event));
			}
		}
	}

	#takeAnnouncement(event: CheckedEvent, from: RelayUrl): void {
		const identifier = firstTagValue(event, 'd');
		if (identifier === undefined || identifier === '') return;
		const known = this.#latest.get(identifier);
		if (known?.event.id === event.id) known.seenOn.add(from);
		else if (known && compareNewestFirst(known.event, event) <= 0) return;
		else if (known || this.#latest.size < mostRepositories)
			this.#latest.set(identifier, { event, seenOn: new Set([from]) });
	}

	/** Asks whether what speaks was deleted by its id or its address, too. */
	#askDeletions(): void {
		const fresh = [...this.#latest].filter(([, { event }]) => !this.#askedIds.has(event.id));
		const filters: Filter[] = [];
		for (let i = 0; i < fresh.length; i += 100) {
			const some = fresh.slice(i, i + 100);
			for (const [, { event }] of some) this.#askedIds.add(event.id);
			const base = { kinds: [kinds.deletion], authors: [this.#pubkey] };
			filters.push(
				{ ...base, '#e': some.map(([, { event }]) => event.id) },
				{ ...base, '#a': some.map(([d]) => addressOf(kinds.announcement, this.#pubkey, d)) }
			);
		}
		if (filters.length > 0) this.#asking.askMore(filters);
	}

	#step(): void {
		this.#askDeletions();
		const deletions = [...this.#deletions.values()];
		const announced = [...this.#latest].map(([identifier, { event, seenOn }]): Announced => {
			const address = addressOf(kinds.announcement, this.#pubkey, identifier);
			const deletedAt = deletionBoundary(event, address, deletions);
			return { event, identifier, seenOn: [...seenOn], ...(deletedAt === undefined ? {} : { deletedAt }) };
		});
		announced.sort((a, b) => compareNewestFirst(a.event, b.event));
		const profile = this.#alone.get(kinds.profile);
		this.#onSnapshot({ announced, ...(profile ? { profile } : {}), relays: this.#asking.standings });
	}
}
