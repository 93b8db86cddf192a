import type { RelayUrl } from '#lib/core/relay-url.ts';
import { parseFrame, relayVerbs, type RelayFrame } from './frame.ts';
import { guardSockets, type RefusedFrame } from './guarded-socket.ts';

/** What happens on one relay's socket. */
export interface SocketEvents {
	onUp(): void;
	/** The socket closed or could not be opened. Nothing is retried unless `connect` is called. */
	onDown(): void;
	onFrame(frame: RelayFrame): void;
	/** A text arrived, of so many UTF-16 units, that has not been read yet; false keeps it from being read. */
	onText(length: number): boolean;
	/** A text was read and says nothing to us: no frame, or of a verb nobody knows. */
	onNoise(): void;
	/** The relay sent a frame that nobody should parse. */
	onRefused(why: RefusedFrame): void;
}

/** One relay, connected to on demand. */
export interface RelaySocket {
	/** Opens the socket, unless it is open or opening. */
	connect(): void;
	/** Sends a client frame; only while up. */
	send(frame: readonly unknown[]): void;
	/** Closes for good: nothing happens on it any more. */
	close(): void;
}

/** A part of this worker could not be loaded: no network, or a newer version is being served. */
export class MissingPart extends Error {}

/** Makes every socket of this worker. */
export interface Transport {
	open(url: RelayUrl, events: SocketEvents): RelaySocket;
}

/**
 * Loads NDK and makes it a bare transport: it owns the pool and the sockets, our handlers take every frame before it
 * does. Its back-off is not used: it never tries again after a connection that failed, and goes on after a removal.
 * Rejects with `MissingPart` when NDK cannot be loaded.
 */
export async function openTransport(): Promise<Transport> {
	const open = new Map<string, SocketEvents>();
	guardSockets(
		globalThis,
		(url, why) => open.get(url)?.onRefused(why),
		(url, text) => {
			const events = open.get(url);
			// What still comes after we closed is nobody's to read.
			if (!events?.onText(text.length)) return false;
			// NDK itself would answer some of these, and tells nobody of the rest.
			const isKnown = relayVerbs.some((verb) => text.startsWith(`["${verb}",`)) || isFrame(text);
			if (!isKnown) events.onNoise();
			return isKnown;
		},
		// Another transport of this scope judges its own.
		(url) => open.has(url)
	);
	const { default: NDK, NDKRelay } = await import('@nostr-dev-kit/ndk').catch((reason: unknown) => {
		throw new MissingPart(String(reason));
	});
	const ndk = new NDK({ explicitRelayUrls: [], enableOutboxModel: false, autoConnectUserRelays: false });
	// Its pool has reconnections of its own: after a relay flaps, and after several went away in one moment.
	Object.assign(ndk.pool, { handleFlapping: () => undefined, handleSystemWideReconnection: () => undefined });
	return {
		open(url, events) {
			const relay = new NDKRelay(url, undefined, ndk);
			// It adds a slash to every path, which other paths and queries do not survive, and a timer that never ends.
			Object.assign(relay, { url, updateValidationRatio: () => undefined });
			let closed = false;
			const down = () => {
				relay.connectivity.resetReconnectionState();
				if (!closed) events.onDown();
			};
			for (const verb of relayVerbs)
				relay.registerProtocolHandler(verb, (_, data) => {
					const frame = parseFrame(data);
					// NDK swallows what its handlers throw; a microtask keeps the order and lets our bugs be seen.
					queueMicrotask(() => {
						if (closed) return;
						if (frame) events.onFrame(frame);
						else events.onNoise();
					});
				});
			relay.on('connect', () => !closed && events.onUp());
			relay.on('disconnect', down);
			open.set(url, events);
			ndk.pool.addRelay(relay, false);
			return {
				connect() {
					relay.connect().catch(down);
				},
				send(frame) {
					void relay.connectivity.send(JSON.stringify(frame));
				},
				close() {
					closed = true;
					open.delete(url);
					// Its pool may still hold a timer that connects again.
					relay.connect = async () => undefined;
					relay.connectivity.resetReconnectionState();
					relay.connectivity.disconnect();
					ndk.pool.removeRelay(url);
				}
			};
		}
	};
}

/** Whether a text, however it is spaced, is a frame of a verb that has a handler of ours. */
function isFrame(text: string): boolean {
	try {
		const frame: unknown = JSON.parse(text);
		const verbs: readonly unknown[] = relayVerbs;
		return Array.isArray(frame) && verbs.includes(frame[0]);
	} catch {
		return false;
	}
}
