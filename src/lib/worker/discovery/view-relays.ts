import type { NoAnswerReason, RelayAnswer, RelayOutcome } from '#lib/core/evidence.ts';
import type { Filter } from '#lib/core/filter.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import type { RelayUrl } from '#lib/core/relay-url.ts';
import type { DropReason } from '#lib/worker/ingest/cheap-checks.ts';
import type { RelayPool } from '#lib/worker/relays/relay-pool.ts';
import { refuseRelay, type PageOrigin } from '#lib/worker/relays/relay-policy.ts';
import { RelayWatch, type WatchLimits } from '#lib/worker/relays/relay-watch.ts';
import { askedNothing, type Asked } from './questions.ts';
import type { RelayRole, WantedRelay } from './wanted.ts';

/**
 * What only the relay itself can have done. Of a relay that forges, or answers another question than was asked, nobody
 * knows what it left out. A shape or a size may be its author's fault.
 */
const doubtful: ReadonlySet<DropReason | 'junk'> = new Set(['id', 'signature', 'unasked'] as const);

/** One relay of a view, as it stands. */
export interface RelayStanding extends RelayAnswer {
	readonly roles: ReadonlySet<RelayRole>;
	readonly declaredBy: ReadonlySet<Pubkey>;
	readonly writtenBy: ReadonlySet<Pubkey>;
	/** Verified events it gave. */
	readonly eventCount: number;
	/** What it sent and was dropped; `junk`: frames that say nothing. */
	readonly drops: ReadonlyMap<DropReason | 'junk', number>;
	/** When the outcome became what it is, Unix seconds. */
	readonly outcomeAtSeconds: number;
	/** When it last gave a verified event, Unix seconds. */
	readonly lastEventAtSeconds?: number;
	/** How it failed last, also after it recovered. */
	readonly lastError?: RelayError;
	/** The last NOTICE. */
	readonly notice?: string;
}

interface RelayError {
	readonly reason: NoAnswerReason;
	readonly message?: string;
	readonly atSeconds: number;
}

interface Entry {
	readonly url: RelayUrl;
	wanted: WantedRelay;
	/** What its watch tells. */
	told: RelayOutcome;
	/** The same, unless it sent what makes its answer worth nothing. */
	outcome: RelayOutcome;
	/** Ids under which it sent what is forged or was not asked for, and nothing genuine since. */
	readonly doubts: Set<string>;
	readonly asked: Asked;
	readonly given: Set<string>;
	readonly drops: Map<DropReason | 'junk', number>;
	outcomeAtSeconds: number;
	lastEventAtSeconds?: number;
	lastError?: RelayError;
	notice?: string;
	watch?: RelayWatch;
}

/** What the relays of a view tell it. */
export interface ViewRelaysHandlers {
	/** An unchecked event. Out: whether it was asked for. */
	onEvent(url: RelayUrl, raw: unknown, filters: readonly Filter[]): boolean;
	onReconnected(url: RelayUrl): void;
	/** Something else can be said of a relay. */
	onChange(): void;
	whenDealtWith(url: RelayUrl, then: () => void): void;
}

/** The relays of one view: which it has, what each was asked and did. */
export class ViewRelays {
	readonly #entries = new Map<RelayUrl, Entry>();
	#pool: RelayPool | undefined;
	readonly #page: PageOrigin;
	readonly #trusted: ReadonlySet<RelayUrl>;
	readonly #handlers: ViewRelaysHandlers;
	readonly #limits: WatchLimits;
	readonly #nowSeconds: () => number;

	constructor(
		page: PageOrigin,
		trusted: ReadonlySet<RelayUrl>,
		handlers: ViewRelaysHandlers,
		limits: WatchLimits,
		nowSeconds: () => number = () => Math.floor(Date.now() / 1000)
	) {
		this.#page = page;
		this.#trusted = trusted;
		this.#handlers = handlers;
		this.#limits = limits;
		this.#nowSeconds = nowSeconds;
	}

	/** From now on relays can be asked. */
	usePool(pool: RelayPool): void {
		this.#pool = pool;
	}

	/** Makes these the relays of the view: new ones are contacted if they may be, those no longer wanted are let go. */
	want(relays: ReadonlyMap<RelayUrl, WantedRelay>): void {
		for (const [url, entry] of this.#entries) {
			if (relays.has(url)) continue;
			entry.watch?.close();
			this.#entries.delete(url);
		}
		for (const [url, wanted] of relays) {
			const known = this.#entries.get(url);
			const entry = known ?? this.#enter(url, wanted);
			entry.wanted = wanted;
			if (!entry.watch) this.#contact(entry);
		}
	}

	/** Asks every relay that is contacted for what `next` says it still has to be asked. */
	ask(next: (asked: Asked, wanted: WantedRelay) => Filter[]): void {
		for (const { watch, asked, wanted } of this.#entries.values()) watch?.add(next(asked, wanted));
	}

	/** Asks every relay all its questions anew; those that are away are called at once. */
	askAgain(): void {
		this.#pool?.retryNow();
		for (const { watch } of this.#entries.values()) watch?.askAgain();
	}

	noteEvent(url: RelayUrl, id: string): void {
		const entry = this.#entries.get(url);
		if (!entry) return;
		entry.given.add(id);
		entry.lastEventAtSeconds = this.#nowSeconds();
		if (entry.doubts.delete(id)) this.#judge(entry);
	}

	noteDrop(url: RelayUrl, reason: DropReason | 'junk', id = ''): void {
		const entry = this.#entries.get(url);
		if (!entry) return;
		entry.drops.set(reason, (entry.drops.get(reason) ?? 0) + 1);
		if (doubtful.has(reason)) entry.doubts.add(id);
		this.#judge(entry);
		this.#handlers.onChange();
	}

	refuse(url: RelayUrl): void {
		this.#entries.get(url)?.watch?.refuse();
	}

	get standings(): RelayStanding[] {
		return [...this.#entries.values()].map(({ url, outcome, wanted, given, drops, ...entry }) => ({
			url,
			outcome,
			roles: wanted.roles,
			declaredBy: wanted.declaredBy,
			writtenBy: wanted.writtenBy,
			eventCount: given.size,
			drops,
			outcomeAtSeconds: entry.outcomeAtSeconds,
			lastEventAtSeconds: entry.lastEventAtSeconds,
			lastError: entry.lastError,
			notice: entry.notice
		}));
	}

	/** Which relays there are and what each did, to be compared. */
	get outcomes(): string {
		return JSON.stringify([...this.#entries.values()].map(({ url, outcome }) => [url, outcome]));
	}

	close(): void {
		for (const { watch } of this.#entries.values()) watch?.close();
		this.#entries.clear();
	}

	#enter(url: RelayUrl, wanted: WantedRelay): Entry {
		const refusal = refuseRelay(url, this.#page, this.#trusted);
		const entry: Entry = {
			url,
			wanted,
			told: refusal ?? { kind: 'waiting' },
			outcome: refusal ?? { kind: 'waiting' },
			doubts: new Set(),
			asked: askedNothing(),
			given: new Set(),
			drops: new Map(),
			outcomeAtSeconds: this.#nowSeconds()
		};
		this.#entries.set(url, entry);
		return entry;
	}

	#contact(entry: Entry): void {
		const { url, wanted, outcome } = entry;
		const isFull = outcome.kind === 'not-asked' && outcome.reason === 'too-many-relays';
		if (!isFull && outcome.kind !== 'waiting') return;
		if (wanted.isSurplus) entry.told = { kind: 'not-asked', reason: 'too-many-relays' };
		else if (this.#pool) {
			entry.watch = RelayWatch.open(
				this.#pool,
				url,
				{
					onEvent: (raw, filters) => this.#handlers.onEvent(url, raw, filters),
					onOutcome: (told) => {
						entry.told = told;
						this.#judge(entry);
						this.#handlers.onChange();
					},
					onReconnected: () => {
						entry.doubts.clear();
						this.#handlers.onReconnected(url);
					},
					onNotice: (message) => {
						entry.notice = message;
						this.#handlers.onChange();
					},
					onJunk: () => this.noteDrop(url, 'junk'),
					whenDealtWith: (then) => this.#handlers.whenDealtWith(url, then)
				},
				this.#limits
			);
			entry.told = entry.watch ? { kind: 'waiting' } : { kind: 'not-asked', reason: 'too-many-relays' };
		}
		this.#judge(entry);
	}

	/** What a relay did, from what its watch tells and what it sent. */
	#judge(entry: Entry): void {
		const outcome: RelayOutcome =
			entry.told.kind === 'answered' && entry.doubts.size > 0 ? { kind: 'failed', reason: 'unsound' } : entry.told;
		if (JSON.stringify(outcome) === JSON.stringify(entry.outcome)) return;
		entry.outcome = outcome;
		entry.outcomeAtSeconds = this.#nowSeconds();
		if (outcome.kind !== 'failed') return;
		const { reason, message } = outcome;
		entry.lastError = { reason, message, atSeconds: entry.outcomeAtSeconds };
	}
}
