import type { WebSocket } from 'ws';
import type { NostrEvent } from '#lib/core/event.ts';
import { readClientFrame, type ClientFrame } from './client-frame.ts';
import type { Conduct, Outgoing } from './conduct.ts';
import { matches, readFilter, type Filter } from './filter.ts';
import type { Verdict } from './intake.ts';
import type { RelayLimits } from './limits.ts';

/** What a session needs of its relay. */
export interface SessionHost {
	readonly limits: RelayLimits;
	conduct(): Conduct;
	takeIn(event: unknown): Verdict;
	/** What it holds, of each filter so many at most or as many as the limits allow. */
	query(filters: readonly Filter[], mostPerFilter?: number): readonly NostrEvent[];
	count(verb: ClientFrame['verb']): void;
}

/** A client that reads nothing while this much waits for it is let go. */
const maxWaitingBytes = 32 * 1024 * 1024;
/** So many frames of one answer go out before everybody else has a turn. */
const burstFrames = 1_000;

/** One connection: reads frames, answers them, and passes news on to its subscriptions. */
export class Session {
	readonly #socket: WebSocket;
	readonly #host: SessionHost;
	readonly #subscriptions = new Map<string, readonly Filter[]>();
	#isDropped = false;

	constructor(socket: WebSocket, host: SessionHost) {
		this.#socket = socket;
		this.#host = host;
		// A frame too long or broken is an error of the socket, which closes itself.
		socket.on('error', () => this.#subscriptions.clear());
		socket.on('close', () => this.#subscriptions.clear());
		for (const frame of host.conduct().greeting) this.#send(frame);
		socket.on('message', (data: Buffer, isBinary) => {
			if (this.#isDropped) return;
			if (isBinary) this.#notice('frames are text');
			else this.#read(data.toString('utf8'));
		});
	}

	/** Sends news to every subscription that asked for it. */
	announce(event: NostrEvent): void {
		for (const [id, filters] of this.#subscriptions)
			if (filters.some((filter) => matches(filter, event)))
				for (const sent of this.#host.conduct().alter(event)) this.#send(['EVENT', id, sent]);
	}

	#read(text: string): void {
		const frame = readClientFrame(text, this.#host.limits.maxSubscriptionIdLength);
		if (!frame.ok) return this.#notice(frame.error);
		this.#host.count(frame.value.verb);
		if (this.#host.conduct().isSilent) return;
		switch (frame.value.verb) {
			case 'EVENT':
				return this.#publish(frame.value.event);
			case 'REQ':
				return this.#subscribe(frame.value.subscriptionId, frame.value.filters);
			case 'CLOSE':
				this.#subscriptions.delete(frame.value.subscriptionId);
		}
	}

	#publish(event: unknown): void {
		const id = (event as { readonly id?: unknown } | null | undefined)?.id;
		if (typeof id !== 'string') return this.#notice('EVENT: there is no event with an id');
		const refusal = this.#host.conduct().eventRefusal;
		const { accepted, message } =
			refusal === undefined ? this.#host.takeIn(event) : { accepted: false, message: refusal };
		this.#send(['OK', id, accepted, message]);
	}

	#subscribe(id: string, values: readonly unknown[]): void {
		const { maxFilters, maxSubscriptions } = this.#host.limits;
		const refuse = (message: string) => {
			this.#subscriptions.delete(id);
			this.#send(['CLOSED', id, message]);
		};
		if (values.length === 0) return refuse('invalid: there is no filter');
		if (values.length > maxFilters) return refuse(`invalid: more than ${maxFilters} filters`);
		if (!this.#subscriptions.has(id) && this.#subscriptions.size >= maxSubscriptions)
			return refuse(`rate-limited: more than ${maxSubscriptions} subscriptions`);
		const filters: Filter[] = [];
		for (const value of values) {
			const filter = readFilter(value);
			if (!filter.ok) return refuse(`invalid: ${filter.error}`);
			filters.push(filter.value);
		}
		const conduct = this.#host.conduct();
		const held = this.#host.query(filters, conduct.eventsPerFilter);
		const answer = conduct.answer({
			subscriptionId: id,
			filters,
			events: held.flatMap(conduct.alter),
			others: () => this.#host.query([{ tags: new Map() }]).filter((event) => !held.includes(event))
		});
		if (answer.then === 'subscribed') this.#subscriptions.set(id, filters);
		else this.#subscriptions.delete(id);
		this.#play(answer.frames[Symbol.iterator](), () => {
			if (answer.then === 'hang-up') this.#drop();
		});
	}

	/** Sends frames; a long answer in bursts, so that other sessions and relays of this process have their turn. */
	#play(frames: Iterator<Outgoing>, then: () => void): void {
		for (let sent = 0; sent < burstFrames; sent++) {
			if (this.#socket.readyState !== this.#socket.OPEN) return;
			const next = frames.next();
			if (next.done) return then();
			this.#send(next.value);
		}
		setImmediate(() => this.#play(frames, then));
	}

	/** Closes behind what was sent, so that this much arrives. */
	#drop(): void {
		this.#isDropped = true;
		this.#subscriptions.clear();
		this.#socket.close(1011);
	}

	#notice(message: string): void {
		this.#send(['NOTICE', `invalid: ${message}`]);
	}

	#send(frame: Outgoing): void {
		if (this.#host.conduct().isSilent) return;
		if (this.#socket.bufferedAmount > maxWaitingBytes) return this.#socket.terminate();
		this.#socket.send(Array.isArray(frame) ? JSON.stringify(frame) : (frame as string | Buffer));
	}
}
