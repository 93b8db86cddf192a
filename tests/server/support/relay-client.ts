import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { NostrEvent } from '#lib/core/event.ts';

const deadlineMs = 20_000;

/** A client that speaks raw frames: what a test sends is what a relay gets. */
export class RelayClient {
	readonly socket: WebSocket;
	readonly #frames: unknown[][] = [];
	#wake: () => void = () => undefined;
	/** The close code, once the connection is gone. */
	closeCode: number | undefined;

	private constructor(url: string) {
		this.socket = new WebSocket(url);
		this.socket.on('message', (data: Buffer) => {
			this.#frames.push(JSON.parse(data.toString('utf8')) as unknown[]);
			this.#wake();
		});
		this.socket.on('error', () => undefined);
		this.socket.on('close', (code) => {
			this.closeCode = code;
			this.#wake();
		});
	}

	/** Connects, or rejects when nobody listens. */
	static async connect(url: string): Promise<RelayClient> {
		const client = new RelayClient(url);
		const closed = once(client.socket, 'close').then(() => Promise.reject(new Error(`${url} refused`)));
		await Promise.race([once(client.socket, 'open'), closed]);
		closed.catch(() => undefined);
		return client;
	}

	send(...frame: unknown[]): void {
		this.sendText(JSON.stringify(frame));
	}

	sendText(text: string | Buffer): void {
		this.socket.send(text);
	}

	/** The next frame; rejects after 20 s or when the connection closes without one. */
	async next(): Promise<unknown[]> {
		await this.#until(() => this.#frames.length > 0 || this.closeCode !== undefined);
		const frame = this.#frames.shift();
		if (!frame) throw new Error(`the connection closed with ${this.closeCode}`);
		return frame;
	}

	/** Waits until the connection is gone. Out: what came before that and was not read. */
	async closed(): Promise<unknown[][]> {
		await this.#until(() => this.closeCode !== undefined);
		return this.#frames.splice(0);
	}

	/** Publishes one event. Out: accepted or not, and the words. */
	async publish(event: NostrEvent): Promise<[boolean, string]> {
		this.send('EVENT', event);
		const [verb, id, accepted, message] = await this.next();
		if (verb !== 'OK' || id !== event.id) throw new Error(`no OK for ${event.id}: ${String(verb)} ${String(id)}`);
		return [accepted as boolean, message as string];
	}

	/** Asks, reads up to EOSE, and ends the subscription. */
	async stored(subscriptionId: string, ...filters: unknown[]): Promise<NostrEvent[]> {
		const events = await this.listen(subscriptionId, ...filters);
		this.send('CLOSE', subscriptionId);
		return events;
	}

	/** Asks and reads up to EOSE; the subscription stays open. */
	async listen(subscriptionId: string, ...filters: unknown[]): Promise<NostrEvent[]> {
		this.send('REQ', subscriptionId, ...filters);
		const events: NostrEvent[] = [];
		for (;;) {
			const [verb, id, event] = await this.next();
			if (id !== subscriptionId) throw new Error(`a frame of ${String(id)}`);
			if (verb === 'EOSE') return events;
			if (verb !== 'EVENT') throw new Error(`${String(verb)}: ${String(event)}`);
			events.push(event as NostrEvent);
		}
	}

	/** Proves that nothing came before the answer to a question asked now. */
	async expectSilenceUntilAnswer(): Promise<void> {
		this.send('REQ', 'fence', { ids: ['0'.repeat(64)] });
		const frame = await this.next();
		if (frame[0] !== 'EOSE' || frame[1] !== 'fence') throw new Error(`unexpected: ${JSON.stringify(frame)}`);
	}

	close(): void {
		this.socket.terminate();
	}

	#until(isReached: () => boolean): Promise<void> {
		if (isReached()) return Promise.resolve();
		return new Promise((resolve, reject) => {
			const timer = setTimeout(() => reject(new Error(`nothing came within ${deadlineMs} ms`)), deadlineMs);
			this.#wake = () => {
				if (!isReached()) return;
				clearTimeout(timer);
				resolve();
			};
		});
	}
}
