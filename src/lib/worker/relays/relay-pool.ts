import type { Filter } from '#lib/core/filter.ts';
import type { RelayUrl } from '#lib/core/relay-url.ts';
import type { RelayFrame } from './frame.ts';
import type { RefusedFrame } from './guarded-socket.ts';
import type { RelaySocket, Transport } from './transport.ts';

/** How a request's stored events ended: all sent, or refused by the relay. After `eose` it stays live. */
export type RequestEnd = { readonly kind: 'eose' } | { readonly kind: 'closed'; readonly message: string };

/** Why a relay is left alone: it sent too much in all, or one frame that nobody should parse. */
export type Refusal = 'flooded' | RefusedFrame;

/** Who asks on a connection: what happens to it. */
export interface ConnectionUser {
	onUp(): void;
	onDown(): void;
	/** The relay misbehaved and is not contacted again while anybody holds it. */
	onRefused(why: Refusal): void;
	onNotice(message: string): void;
	/** A text arrived that is no frame. */
	onJunk(): void;
}

/** One user's hold on a relay. */
export interface Connection {
	readonly isUp: boolean;
	/** Asks on this very connection; when it goes down the request is gone. Returns its close. */
	request(filters: readonly Filter[], onEvent: (raw: unknown) => void, onEnd: (end: RequestEnd) => void): () => void;
	/** Drops the relay for good, for everybody who holds it. */
	refuse(why: Refusal): void;
	close(): void;
}

/** How a pool behaves; every time in milliseconds. */
export interface PoolLimits {
	readonly sockets: number;
	/** Frames that belong to no request of ours or say nothing, until the relay is dropped for good. */
	readonly unasked: number;
	/** What one relay may send while anybody holds it, in UTF-16 units, until it is dropped for good. */
	readonly received: number;
	/** How long a connection must have stood before the pauses between tries begin anew. */
	readonly steadyMs: number;
	readonly firstRetryMs: number;
	readonly lastRetryMs: number;
}

export const poolLimits: PoolLimits = {
	sockets: 40,
	unasked: 1_000,
	received: 32_000_000,
	steadyMs: 30_000,
	firstRetryMs: 1_000,
	lastRetryMs: 60_000
};

interface Request {
	readonly user: ConnectionUser;
	readonly onEvent: (raw: unknown) => void;
	readonly onEnd: (end: RequestEnd) => void;
	hasEnded: boolean;
}

/** One relay's socket, shared by all who ask on it. */
class Link {
	readonly users = new Set<ConnectionUser>();
	readonly requests = new Map<string, Request>();
	isUp = false;
	refused: Refusal | undefined;
	#retry: ReturnType<typeof setTimeout> | undefined;
	#attempts = 0;
	#unasked = 0;
	#received = 0;
	#upSinceMs = 0;
	readonly #limits: PoolLimits;
	readonly #socket: RelaySocket;

	constructor(transport: Transport, url: RelayUrl, limits: PoolLimits) {
		this.#limits = limits;
		this.#socket = transport.open(url, {
			onUp: () => {
				this.isUp = true;
				this.#upSinceMs = performance.now();
				for (const user of [...this.users]) user.onUp();
			},
			onDown: () => this.#down(),
			onFrame: (frame) => this.#take(frame),
			onText: (length) => {
				this.#received += length;
				if (this.#received > limits.received) this.refuse('flooded');
				return this.refused === undefined;
			},
			onNoise: () => {
				this.#noteUnasked();
				for (const user of [...this.users]) user.onJunk();
			},
			onRefused: (why) => this.refuse(why)
		});
		this.#socket.connect();
	}

	/** Tries again at once instead of when its pause is over. */
	retryNow(): void {
		if (this.isUp || this.refused !== undefined) return;
		this.#attempts = 0;
		this.#socket.connect();
	}

	send(frame: readonly unknown[]): void {
		if (this.isUp) this.#socket.send(frame);
	}

	refuse(why: Refusal): void {
		if (this.refused !== undefined) return;
		this.refused = why;
		this.close();
		for (const user of [...this.users]) user.onRefused(why);
	}

	close(): void {
		clearTimeout(this.#retry);
		this.isUp = false;
		this.requests.clear();
		this.#socket.close();
	}

	#down(): void {
		// Who answers and then drops us at once is not called again at once.
		if (this.isUp && performance.now() - this.#upSinceMs >= this.#limits.steadyMs) this.#attempts = 0;
		this.isUp = false;
		this.requests.clear();
		clearTimeout(this.#retry);
		const { firstRetryMs, lastRetryMs } = this.#limits;
		// Up to half as long again, so that many tabs do not come back in one moment.
		const delayMs = Math.min(firstRetryMs * 2 ** this.#attempts++, lastRetryMs) * (1 + Math.random() / 2);
		this.#retry = setTimeout(() => this.#socket.connect(), delayMs);
		for (const user of [...this.users]) user.onDown();
	}

	/** What was under way when we closed a request is no misdeed; a relay that goes on for ever is. */
	#noteUnasked(): void {
		if (++this.#unasked > this.#limits.unasked) this.refuse('flooded');
	}

	#take(frame: RelayFrame): void {
		if (!('id' in frame)) {
			this.#noteUnasked();
			if (frame.verb === 'NOTICE') for (const user of [...this.users]) user.onNotice(frame.message);
			return;
		}
		const request = this.requests.get(frame.id);
		switch (frame.verb) {
			case 'EVENT':
				return request ? request.onEvent(frame.event) : this.#noteUnasked();
			case 'EOSE':
				// Once a request: who repeats it wins no more by it.
				if (!request || request.hasEnded) return this.#noteUnasked();
				request.hasEnded = true;
				this.#unasked = 0;
				return request.onEnd({ kind: 'eose' });
			case 'CLOSED':
				if (!request) return this.#noteUnasked();
				this.requests.delete(frame.id);
				return request.onEnd({ kind: 'closed', message: frame.message });
		}
	}
}

/** All connections of this worker: one socket a relay, never more than `limits.sockets` at once. */
export class RelayPool {
	readonly #links = new Map<RelayUrl, Link>();
	readonly #transport: Transport;
	readonly #limits: PoolLimits;
	#lastId = 0;

	constructor(transport: Transport, limits: PoolLimits = poolLimits) {
		this.#transport = transport;
		this.#limits = limits;
	}

	get socketCount(): number {
		return this.#links.size;
	}

	/** The network is back: relays that are down are tried at once. */
	retryNow(): void {
		for (const link of this.#links.values()) link.retryNow();
	}

	/** A hold on a relay, or undefined when there are as many sockets as there may be. */
	connect(url: RelayUrl, user: ConnectionUser): Connection | undefined {
		let link = this.#links.get(url);
		if (!link) {
			if (this.#links.size >= this.#limits.sockets) return undefined;
			link = new Link(this.#transport, url, this.#limits);
			this.#links.set(url, link);
		}
		return this.#hold(url, link, user);
	}

	#hold(url: RelayUrl, link: Link, user: ConnectionUser): Connection {
		link.users.add(user);
		const { refused } = link;
		if (refused !== undefined) queueMicrotask(() => link.users.has(user) && user.onRefused(refused));
		return {
			get isUp() {
				return link.isUp;
			},
			request: (filters, onEvent, onEnd) => {
				const id = `q${++this.#lastId}`;
				link.requests.set(id, { user, onEvent, onEnd, hasEnded: false });
				link.send(['REQ', id, ...filters]);
				return () => {
					if (link.requests.delete(id)) link.send(['CLOSE', id]);
				};
			},
			refuse: (why) => link.refuse(why),
			close: () => {
				if (!link.users.delete(user)) return;
				for (const [id, request] of link.requests) {
					if (request.user !== user) continue;
					link.requests.delete(id);
					link.send(['CLOSE', id]);
				}
				if (link.users.size > 0) return;
				link.close();
				this.#links.delete(url);
			}
		};
	}
}
