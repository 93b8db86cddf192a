import { firstTagValue, type CheckedEvent } from '#lib/core/event.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import type { Evidence } from '#lib/core/evidence.ts';
import { isAddressable, kinds } from '#lib/core/kinds.ts';
import type { RelayUrl } from '#lib/core/relay-url.ts';
import { withAnswers } from '#lib/core/coverage.ts';
import { addressOf, deletionBoundary } from '#lib/core/deletion.ts';
import { findDroppedRoles, type DroppedRoles } from '#lib/core/dropped-roles.ts';
import { resolveRepository } from '#lib/core/resolve.ts';
import type { RepositoryAddress, RepositoryView } from '#lib/core/view.ts';
import type { ViewRow } from '#lib/worker/db/backend.ts';
import type { StoredEvent } from '#lib/worker/db/event-row.ts';
import { isForgotten, type TabNews } from '#lib/worker/db/tab-channel.ts';
import { viewKey } from '#lib/worker/db/view-key.ts';
import type { Store, StorageState } from '#lib/worker/db/store.ts';
import { ingestLimits, type IngestLimits } from '#lib/worker/ingest/ingest.ts';
import type { SeenEvents } from '#lib/worker/ingest/seen-events.ts';
import type { RelayPool } from '#lib/worker/relays/relay-pool.ts';
import type { PageOrigin } from '#lib/worker/relays/relay-policy.ts';
import { watchLimits, type WatchLimits } from '#lib/worker/relays/relay-watch.ts';
import { openIntake, type Intake } from './intake.ts';
import { nextQuestions } from './questions.ts';
import { ViewEvidence } from './view-evidence.ts';
import type { RelayStanding, ViewRelays } from './view-relays.ts';
import { findWanted, mostAuthors, type GivenRelays, type Wanted } from './wanted.ts';
import { readWriteRelays } from './write-relays.ts';

/** Where what is shown comes from: all from relays since the view was opened, this browser's copy in part, or nowhere. */
export type Origin =
	{ readonly kind: 'live' } | { readonly kind: 'cache'; readonly seenAtSeconds: number } | { readonly kind: 'nothing' };

/** All that is known of a repository at one moment. */
export interface RepositorySnapshot {
	readonly view: RepositoryView;
	readonly relays: readonly RelayStanding[];
	/** The newest kind 0 of each person, unproved in all it says. */
	readonly profiles: ReadonlyMap<Pubkey, CheckedEvent>;
	readonly origin: Origin;
	/** The newest selected and lead announcements were seen on an index relay or a write relay of their author (D36). */
	readonly seenWhereExpected: boolean;
	/** Relays that the lead path or confirmed people declare and that were not asked. */
	readonly declaredNotAskedCount: number;
	/** How many people were not asked about because the view names too many, by who names them (D36). */
	readonly peopleNotAsked: ReadonlyMap<Pubkey, number>;
	readonly storage: StorageState;
	/** Announcements that lost role records between two versions. */
	readonly droppedRoles: readonly DroppedRoles[];
}

export interface DiscoveryLimits {
	readonly watch: WatchLimits;
	readonly ingest: IngestLimits;
	/** While events stream in, the view is resolved at most this often. */
	readonly stepEveryMs: number;
	/** How often it is noted when the view was last live. */
	readonly noteEverySeconds: number;
}

export const discoveryLimits: DiscoveryLimits = {
	watch: watchLimits,
	ingest: ingestLimits,
	stepEveryMs: 50,
	noteEverySeconds: 60
};

/** What all views of a worker share. */
export interface DiscoveryHost {
	readonly pool: Promise<RelayPool>;
	readonly store: Promise<Store>;
	readonly seen: SeenEvents;
	readonly page: PageOrigin;
	readonly limits?: Partial<DiscoveryLimits>;
}

/** A view with what it makes wanted, and what both rest on: itself, and in short, to be compared. */
interface Understanding {
	readonly changes: number;
	readonly outcomes: string;
	readonly evidence: Evidence;
	readonly view: RepositoryView;
	readonly wanted: Wanted;
	/** Worked out when it is told. */
	droppedRoles?: readonly DroppedRoles[];
}

/** Stops the fixpoint within one step: every round needs new relays, and events cannot arrive meanwhile. */
const mostRounds = 4;

/**
 * Finds out whose repository it is, to a fixpoint and live: resolves what is known, asks whom and where the view then
 * wants, and again whenever something arrives. The store speaks first. Source: D36, D37.
 */
export class RepositoryDiscovery {
	readonly #address: RepositoryAddress;
	readonly #key: string;
	readonly #given: GivenRelays;
	readonly #onSnapshot: (snapshot: RepositorySnapshot) => void;
	readonly #limits: DiscoveryLimits;
	readonly #evidence: ViewEvidence;
	readonly #relays: ViewRelays;
	readonly #intake: Intake;
	readonly #seen: SeenEvents;
	#store: Store | undefined;
	#noted: ViewRow | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#steppedAtMs = -Infinity;
	#isStepping = false;
	#isStopped = false;
	#peopleRead = new Set<Pubkey>();
	#last: RepositorySnapshot | undefined;
	#understood: Understanding | undefined;
	#isForgotten = false;
	readonly #ends: (() => void)[] = [];

	constructor(
		address: RepositoryAddress,
		given: GivenRelays,
		host: DiscoveryHost,
		onSnapshot: (snapshot: RepositorySnapshot) => void
	) {
		this.#address = address;
		this.#key = viewKey(address);
		this.#given = given;
		this.#onSnapshot = onSnapshot;
		this.#limits = { ...discoveryLimits, ...host.limits };
		this.#seen = host.seen;
		this.#evidence = new ViewEvidence(address.identifier);
		this.#intake = openIntake(host, new Set([...given.added, ...given.index]), this.#limits, {
			onEvent: (event, from) => this.#take(event, from),
			onChange: () => this.#schedule()
		});
		this.#relays = this.#intake.relays;
	}

	/** Reads the store, then goes on with relays until stopped. Rejects when the transport cannot be loaded. */
	async run(host: DiscoveryHost): Promise<void> {
		const store = await host.store;
		if (this.#isStopped) return;
		const [stored, noted] = await Promise.all([
			store.readRepository(this.#address.identifier, [this.#address.pubkey]),
			store.readView(this.#key)
		]);
		if (this.#isStopped) return;
		this.#store = store;
		this.#noted = noted;
		this.#ends.push(
			store.watchNews((news) => void this.#hear(news)),
			store.watchStorage(() => this.#schedule())
		);
		this.#addStored(stored);
		// Names and relay lists too, so that the first view from the store has them.
		// Most of them have signed something here: the store looks for theirs while the view is resolved.
		const authors = this.#readPeople([...new Set(stored.map(({ event }) => event.pubkey))].slice(0, mostAuthors));
		await Promise.all([authors, this.#readPeople(this.#understand().wanted.authors)]);
		if (this.#isStopped) return;
		this.#step();
		const pool = await host.pool;
		if (this.#isStopped) return;
		this.#relays.usePool(pool);
		this.#schedule();
	}

	/** Ends everything: sockets that nobody else holds close, what was learnt is written. */
	stop(): void {
		if (this.#isStopped) return;
		this.#isStopped = true;
		clearTimeout(this.#timer);
		if (this.#last) this.#note(this.#last, true);
		for (const end of this.#ends) end();
		this.#intake.stop();
		void this.#store?.flush();
	}

	/** Asks every relay anew. What is shown stays until they say otherwise. */
	refresh(): void {
		this.#relays.askAgain();
		this.#schedule();
	}

	/** Another tab stored something that may be of this view, or a reader had it forgotten: then nothing of it is kept any more. */
	async #hear(news: TabNews): Promise<void> {
		if (isForgotten(news, this.#key)) this.#isForgotten = true;
		if (news.kind !== 'stored' || !this.#store) return;
		const stored = await this.#store.readEvents(news.ids);
		const { identifier } = this.#address;
		const ofView = stored.filter(({ event }) =>
			isAddressable(event.kind) ? firstTagValue(event, 'd') === identifier : this.#peopleRead.has(event.pubkey)
		);
		if (!this.#isStopped && this.#addStored(ofView)) this.#schedule();
	}

	#take(event: CheckedEvent, from: RelayUrl): void {
		if (!this.#isForgotten) this.#store?.keep(event, from);
		if (this.#evidence.addLive(event, from)) this.#schedule();
	}

	#schedule(): void {
		if (this.#isStopped || this.#isStepping || !this.#store || this.#timer !== undefined) return;
		const waitMs = Math.max(0, this.#steppedAtMs + this.#limits.stepEveryMs - performance.now());
		this.#timer = setTimeout(() => {
			this.#timer = undefined;
			this.#step();
		}, waitMs);
	}

	/** Resolves what is known, extends the questions by what that makes wanted, and tells. */
	#step(): void {
		this.#isStepping = true;
		let understood = this.#understand();
		for (let round = 0; round < mostRounds; round++) {
			const before = this.#relays.outcomes;
			const { authors, stateAuthors, relays } = understood.wanted;
			const speaking = this.#speaking(authors);
			this.#relays.want(relays);
			this.#relays.ask((asked, { isAskedForState }) =>
				nextQuestions(asked, this.#address.identifier, {
					authors,
					stateAuthors: isAskedForState ? stateAuthors : [],
					speaking
				})
			);
			void this.#readPeople(authors).then((isNew) => isNew && this.#schedule());
			if (this.#relays.outcomes === before) break;
			understood = this.#understand();
		}
		this.#isStepping = false;
		this.#steppedAtMs = performance.now();
		const { view, wanted } = understood;
		const { standings } = this.#relays;
		const asked = new Set(standings.flatMap(({ url, outcome }) => (outcome.kind === 'not-asked' ? [] : [url])));
		const snapshot: RepositorySnapshot = {
			view,
			relays: standings,
			profiles: this.#evidence.newest(kinds.profile),
			origin: this.#origin(view),
			seenWhereExpected: this.#isSeenWhereExpected(view),
			declaredNotAskedCount: [...wanted.declared].filter((url) => !asked.has(url)).length,
			peopleNotAsked: wanted.peopleNotAsked,
			storage: this.#store?.storage ?? { kind: 'memory', reason: 'refused' },
			droppedRoles: (understood.droppedRoles ??= findDroppedRoles(understood.evidence, view))
		};
		this.#note(snapshot, false);
		this.#last = snapshot;
		this.#onSnapshot(snapshot);
	}

	/** What all that is known amounts to; resolved once for as long as no event says anything else, whatever relays do. */
	#understand(): Understanding {
		const { changes } = this.#evidence;
		const { outcomes, standings } = this.#relays;
		const known = this.#understood;
		if (known?.changes !== changes) {
			const evidence = this.#evidence.gather(standings);
			const view = resolveRepository(evidence, this.#address);
			return (this.#understood = { changes, outcomes, evidence, view, wanted: this.#want(view) });
		}
		if (known.outcomes === outcomes) return known;
		return (this.#understood = { ...known, outcomes, view: withAnswers(known.view, standings) });
	}

	/** What some people say now: whether that was deleted by its id is asked. */
	#speaking(authors: readonly Pubkey[]): CheckedEvent[] {
		const newest = [kinds.announcement, kinds.repositoryState].map((kind) => this.#evidence.newest(kind));
		return newest.flatMap((by) => authors.flatMap((author) => by.get(author) ?? []));
	}

	#want(view: RepositoryView): Wanted {
		return findWanted(view, this.#evidence.newest(kinds.relayList), this.#given);
	}

	/** Adds what the store knows of people who became known. Whether that says anything new. */
	async #readPeople(authors: readonly Pubkey[]): Promise<boolean> {
		const fresh = authors.filter((author) => !this.#peopleRead.has(author));
		if (fresh.length === 0 || !this.#store) return false;
		for (const author of fresh) this.#peopleRead.add(author);
		return this.#addStored(await this.#store.readPeople(fresh));
	}

	#addStored(stored: readonly StoredEvent[]): boolean {
		for (const { event } of stored) this.#seen.add(event);
		return this.#evidence.addStored(stored);
	}

	/** The view rests on the announcements of the lead path and of confirmed people. */
	#origin({ announcements, lead, confirmed, coverage, lifecycle }: RepositoryView): Origin {
		const rests = [...new Set([...lead.path, ...confirmed])].flatMap((person) => announcements.get(person)?.id ?? []);
		if (rests.length === 0 && lifecycle.kind === 'not-found') return { kind: 'nothing' };
		// That some relay has answered says nothing of what only this browser remembers.
		const isGiven = rests.every((id) => this.#evidence.isLive(id));
		const isHeard = rests.length > 0 || coverage.answered.length > 0;
		if (isGiven && isHeard && (lifecycle.kind !== 'deleted' || this.#isDeletionLive(lifecycle.by)))
			return { kind: 'live' };
		const kept = rests.map((id) => this.#evidence.keptAtSeconds(id) ?? 0);
		return { kind: 'cache', seenAtSeconds: this.#noted?.seenAtSeconds ?? Math.max(0, ...kept) };
	}

	/** Whether a relay gave a request that deletes what somebody said last; the announcement itself may be gone from all. */
	#isDeletionLive(by: Pubkey): boolean {
		const latest = this.#evidence.newest(kinds.announcement).get(by);
		const address = addressOf(kinds.announcement, by, this.#address.identifier);
		return this.#evidence
			.gather([])
			.deletions.some(
				(request) =>
					request.pubkey === by &&
					this.#evidence.isLive(request.id) &&
					deletionBoundary(latest, address, [request]) !== undefined
			);
	}

	#isSeenWhereExpected(view: RepositoryView): boolean {
		const relayLists = this.#evidence.newest(kinds.relayList);
		const people = [view.selected.pubkey, view.lead.pubkey ?? view.selected.pubkey];
		return people.every((person) => {
			const event = view.announcements.get(person);
			if (!event) return true;
			const list = relayLists.get(person);
			const expected = [...this.#given.index, ...(list ? readWriteRelays(list) : [])];
			const seen = this.#evidence.relaysOf(event.id);
			return expected.some((url) => seen.has(url));
		});
	}

	/** Notes that the view is live now, for the next time it comes from the store. */
	#note({ origin, view }: RepositorySnapshot, isLast: boolean): void {
		const { answered } = view.coverage;
		if (this.#isForgotten || origin.kind !== 'live' || answered.length === 0) return;
		const nowSeconds = Math.floor(Date.now() / 1000);
		const age = nowSeconds - (this.#noted?.seenAtSeconds ?? 0);
		const isSame = JSON.stringify(this.#noted?.answered) === JSON.stringify(answered);
		if (isSame && !isLast && age < this.#limits.noteEverySeconds) return;
		this.#noted = { key: this.#key, seenAtSeconds: nowSeconds, answered };
		void this.#store?.keepView(this.#noted);
	}
}
