import type { CheckedEvent } from '#lib/core/event.ts';
import type { Filter } from '#lib/core/filter.ts';
import type { RelayUrl } from '#lib/core/relay-url.ts';
import { openIntake, type Intake } from './intake.ts';
import { discoveryLimits, type DiscoveryHost } from './repository-discovery.ts';
import type { RelayStanding } from './view-relays.ts';
import type { RelayRole, WantedRelay } from './wanted.ts';

/** What an asking tells. */
export interface AskingHandlers {
	onEvent(event: CheckedEvent, from: RelayUrl): void;
	/** Something arrived or became of a relay: in bursts once. */
	onStep(): void;
}

/** Where to ask whatever comes back. */
export interface AskedRelays {
	readonly hints: readonly RelayUrl[];
	readonly index: readonly RelayUrl[];
}

/**
 * A question to some relays that is no view of a repository: verified events come back, and what each relay did. The same
 * rules hold as for a view: who is contacted, how much is taken, what counts as an answer.
 */
export class Asking {
	readonly #intake: Intake;
	readonly #wanted = new Map<RelayUrl, WantedRelay>();
	readonly #handlers: AskingHandlers;
	readonly #stepEveryMs: number;
	#filters: readonly Filter[] = [];
	#timer: ReturnType<typeof setTimeout> | undefined;
	#isStopped = false;
	#isBegun = false;

	constructor(given: AskedRelays, host: DiscoveryHost, handlers: AskingHandlers) {
		this.#handlers = handlers;
		const limits = { ...discoveryLimits, ...host.limits };
		this.#stepEveryMs = limits.stepEveryMs;
		this.#intake = openIntake(host, new Set(given.index), limits, {
			onEvent: (event, from) => {
				this.#handlers.onEvent(event, from);
				this.#schedule();
			},
			onChange: () => this.#schedule()
		});
		this.#want('hint', given.hints);
		this.#want('index', given.index);
	}

	/** Begins, with relays as soon as there are any. Rejects when the transport cannot be loaded. */
	async run(host: DiscoveryHost, filters: readonly Filter[]): Promise<void> {
		this.#filters = filters;
		this.#handlers.onStep();
		const pool = await host.pool;
		if (this.#isStopped) return;
		this.#intake.relays.usePool(pool);
		this.#apply();
		this.#isBegun = true;
		this.#schedule();
	}

	/** Asks every relay for more as well. */
	askMore(filters: readonly Filter[]): void {
		if (this.#isStopped) return;
		this.#filters = [...this.#filters, ...filters];
		this.#apply();
	}

	/** Asks some relays as well, of which somebody says that they write there. */
	askThere(writeRelays: readonly RelayUrl[]): void {
		if (this.#isStopped) return;
		this.#want('write-relay', writeRelays);
		this.#apply();
	}

	/** Whether relays were asked: before that their silence says nothing. */
	get isBegun(): boolean {
		return this.#isBegun;
	}

	get standings(): RelayStanding[] {
		return this.#intake.relays.standings;
	}

	stop(): void {
		if (this.#isStopped) return;
		this.#isStopped = true;
		clearTimeout(this.#timer);
		this.#intake.stop();
	}

	#want(role: RelayRole, urls: readonly RelayUrl[]): void {
		for (const url of urls) {
			const known = this.#wanted.get(url);
			this.#wanted.set(url, {
				roles: new Set([...(known?.roles ?? []), role]),
				declaredBy: new Set(),
				writtenBy: new Set(),
				isAskedForState: false,
				isSurplus: false
			});
		}
	}

	#apply(): void {
		this.#intake.relays.want(this.#wanted);
		this.#intake.relays.ask(({ ids: asked }) => {
			const fresh = this.#filters.filter((filter) => !asked.has(JSON.stringify(filter)));
			for (const filter of fresh) asked.add(JSON.stringify(filter));
			return fresh;
		});
	}

	#schedule(): void {
		if (this.#isStopped) return;
		this.#timer ??= setTimeout(() => {
			this.#timer = undefined;
			// A socket may have become free for a relay that had none.
			this.#apply();
			this.#handlers.onStep();
		}, this.#stepEveryMs);
	}
}
