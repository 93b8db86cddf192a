import { checkIdAndSignature, type CheckedEvent, type NostrEvent } from '#lib/core/event.ts';
import type { Filter } from '#lib/core/filter.ts';
import { isEventId } from '#lib/core/ids.ts';
import type { RelayUrl } from '#lib/core/relay-url.ts';
import { checkCheaply, type DropReason } from './cheap-checks.ts';
import type { SeenEvents } from './seen-events.ts';
import { openTurns } from './time-slices.ts';

/** What becomes of what relays give. */
export interface IngestHandlers {
	/** A verified event and the relay that gave it; the same event once for every relay that does. */
	onEvent(event: CheckedEvent, from: RelayUrl): void;
	/** `id`: the one that the dropped event came under, when it has the shape of an event. */
	onDrop(from: RelayUrl, reason: DropReason, id?: string): void;
	/** A relay gave more than a view may cost: it should be dropped. */
	onFlood(from: RelayUrl): void;
}

export interface IngestLimits {
	/** Events of one relay that are looked at in one view; those known already have a budget of the same size. */
	readonly eventsPerRelay: number;
	/** How long checking may go on before everything else has its turn. */
	readonly sliceMs: number;
}

export const ingestLimits: IngestLimits = { eventsPerRelay: 5_000, sliceMs: 16 };

/** What one relay gave that is still to be checked, in order; a function marks a place in it. */
interface Intake {
	readonly queue: (NostrEvent | (() => void))[];
	fresh: number;
	known: number;
}

/**
 * Checks what relays give for one view. Cheap checks come first and at once; signatures wait in one queue a relay, served
 * in turn so that a flood from one relay holds up no other, in slices of 16 ms.
 */
export class Ingest {
	readonly #intakes = new Map<RelayUrl, Intake>();
	readonly #turns = openTurns();
	#running = false;
	#stopped = false;
	readonly #seen: SeenEvents;
	readonly #handlers: IngestHandlers;
	readonly #limits: IngestLimits;

	constructor(seen: SeenEvents, handlers: IngestHandlers, limits: IngestLimits = ingestLimits) {
		this.#seen = seen;
		this.#handlers = handlers;
		this.#limits = limits;
	}

	/** Takes an event as parsed, with the filters it was asked by. Out: whether it is one that these ask for. */
	take(from: RelayUrl, raw: unknown, filters: readonly Filter[]): boolean {
		if (this.#stopped) return false;
		const intake = this.#intakeOf(from);
		const checked = checkCheaply(raw, filters);
		const isKnown = checked.ok && this.#seen.has(checked.value.id);
		const count = isKnown ? ++intake.known : ++intake.fresh;
		if (count > this.#limits.eventsPerRelay) {
			this.#handlers.onDrop(from, 'over-budget');
			if (count === this.#limits.eventsPerRelay + 1) this.#handlers.onFlood(from);
		} else if (!checked.ok) this.#handlers.onDrop(from, checked.error, claimedId(raw));
		else this.#enqueue(intake, checked.value);
		return checked.ok || checked.error === 'oversize';
	}

	/** Calls back when everything that a relay gave so far has been checked. */
	whenChecked(from: RelayUrl, then: () => void): void {
		if (!this.#stopped) this.#enqueue(this.#intakeOf(from), then);
	}

	/** A relay was asked anew on a new connection and will repeat itself. */
	expectRepeats(from: RelayUrl): void {
		this.#intakeOf(from).known = 0;
	}

	stop(): void {
		this.#stopped = true;
		this.#intakes.clear();
		this.#turns.close();
	}

	#intakeOf(from: RelayUrl): Intake {
		let intake = this.#intakes.get(from);
		if (!intake) this.#intakes.set(from, (intake = { queue: [], fresh: 0, known: 0 }));
		return intake;
	}

	#enqueue(intake: Intake, job: Intake['queue'][number]): void {
		intake.queue.push(job);
		if (this.#running) return;
		this.#running = true;
		void this.#run();
	}

	async #run(): Promise<void> {
		// What arrives in one burst is checked in one go.
		await this.#turns.next();
		let sliceStart = performance.now();
		for (let busy = true; busy && !this.#stopped;) {
			busy = false;
			for (const [from, { queue }] of this.#intakes) {
				const job = queue.shift();
				if (job === undefined) continue;
				busy = true;
				if (typeof job === 'function') job();
				else this.#check(from, job);
				if (performance.now() - sliceStart < this.#limits.sliceMs) continue;
				await this.#turns.next();
				sliceStart = performance.now();
			}
		}
		this.#running = false;
	}

	#check(from: RelayUrl, copy: NostrEvent): void {
		// Only here, not on arrival: of several copies under way each is tried until one has verified.
		const known = this.#seen.recognise(copy);
		if (known) return this.#handlers.onEvent(known, from);
		const checked = checkIdAndSignature(copy);
		if (!checked.ok) return this.#handlers.onDrop(from, checked.error, copy.id);
		this.#seen.add(checked.value);
		this.#handlers.onEvent(checked.value, from);
	}
}

function claimedId(raw: unknown): string | undefined {
	const id = (raw as { readonly id?: unknown } | null | undefined)?.id;
	return isEventId(id) ? id : undefined;
}
