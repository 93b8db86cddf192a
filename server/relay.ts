import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { WebSocketServer } from 'ws';
import type { NostrEvent } from '#lib/core/event.ts';
import { closeServer, listenOn } from './listen.ts';
import type { ClientFrame } from './relay/client-frame.ts';
import { EventStore } from './relay/event-store.ts';
import { conductUnder, type RelayFault } from './relay/faults.ts';
import { takeIn, type Verdict } from './relay/intake.ts';
import { Journal } from './relay/journal.ts';
import { defaultLimits, relayInformation, type RelayLimits } from './relay/limits.ts';
import { Session } from './relay/session.ts';

export interface RelayOptions {
	/** 0, the default: any free one. */
	readonly port?: number;
	/** Where events are kept; without it they are in memory only. */
	readonly folder?: string;
	readonly name?: string;
	readonly limits?: Partial<RelayLimits>;
	readonly warn?: (message: string) => void;
}

/** A running relay, on this machine only. */
export interface Relay {
	/** `ws://127.0.0.1:<port>`; stays the same over `close` and `listen`. */
	readonly url: string;
	readonly port: number;
	readonly eventCount: number;
	readonly connectionCount: number;
	/** How many frames of each kind were read since it started. */
	readonly received: Readonly<Record<ClientFrame['verb'], number>>;
	/** Takes events in as if a client had sent them; with `keep: false` its folder does not get them. */
	publish(events: Iterable<NostrEvent>, options?: { readonly keep?: boolean }): Verdict[];
	/** Makes it fail from now on; undefined: no longer. */
	setFault(fault: RelayFault | undefined): void;
	/** Cuts all connections and refuses new ones until `listen`. */
	close(): Promise<void>;
	/** Listens again after `close`, on the same port and with the same events. */
	listen(): Promise<void>;
}

/**
 * Starts a NIP-01 relay with NIP-09 and NIP-11, bound to 127.0.0.1. Rejects when the port is taken or the folder is in use.
 */
export async function startRelay(options: RelayOptions = {}): Promise<Relay> {
	const limits = { ...defaultLimits, ...options.limits };
	const warn = options.warn ?? ((message: string) => console.warn(message));
	const store = new EventStore();
	const received = { EVENT: 0, REQ: 0, CLOSE: 0 };
	const sessions = new Set<Session>();
	let conduct = conductUnder(undefined);

	const information = JSON.stringify(relayInformation(options.name ?? 'Countersign local relay', limits));
	const server = createServer((request, response) => answerHttp(request, response, information));
	const sockets = new WebSocketServer({ server, maxPayload: limits.maxMessageBytes });
	// It repeats the errors of the server, which `listenOn` reports.
	sockets.on('error', () => undefined);

	const open = () => options.folder && Journal.open(options.folder, (record) => store.restore(record), warn);
	let journal = open() || undefined;
	const handOn = (event: NostrEvent) => sessions.forEach((session) => session.announce(event));
	const take = (event: unknown, isKept = true) => takeIn(event, { store, journal, handOn }, isKept);

	sockets.on('connection', (socket) => {
		const session = new Session(socket, {
			limits,
			conduct: () => conduct,
			takeIn: (event) => take(event),
			query: (filters, most = limits.maxLimit) => store.query(filters, Math.min(most, limits.maxLimit)),
			count: (verb) => received[verb]++
		});
		sessions.add(session);
		socket.on('close', () => sessions.delete(session));
	});

	const closeJournal = () => {
		journal?.close();
		journal = undefined;
	};
	const port = await listenOn(server, options.port ?? 0).catch((error: unknown) => {
		closeJournal();
		throw error;
	});

	return {
		url: `ws://127.0.0.1:${port}`,
		port,
		get eventCount() {
			return store.size;
		},
		get connectionCount() {
			return sessions.size;
		},
		received,
		publish: (events, { keep = true } = {}) => [...events].map((event) => take(event, keep)),
		setFault: (fault) => (conduct = conductUnder(fault)),
		async close() {
			sockets.clients.forEach((socket) => socket.terminate());
			await closeServer(server);
			closeJournal();
		},
		async listen() {
			journal = open() || undefined;
			await listenOn(server, port);
		}
	};
}

function answerHttp(request: IncomingMessage, response: ServerResponse, information: string): void {
	// Any page may ask a relay what it is (NIP-11).
	response.setHeader('Access-Control-Allow-Origin', '*');
	response.setHeader('Access-Control-Allow-Headers', '*');
	response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, OPTIONS');
	if (request.method === 'OPTIONS') return void response.writeHead(204).end();
	if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
	const isAsked = request.headers.accept?.includes('application/nostr+json') ?? false;
	const type = isAsked ? 'application/nostr+json' : 'text/plain; charset=utf-8';
	response.writeHead(200, { 'Content-Type': type, Vary: 'Accept' });
	response.end(isAsked ? information : 'A nostr relay. Connect with a nostr client.\n');
}
