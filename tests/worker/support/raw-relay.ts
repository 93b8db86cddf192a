import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { parseRelayUrl, type RelayUrl } from '#lib/core/relay-url.ts';

/** What a scripted relay does with a frame it receives. */
export type Script = (frame: [verb: string, id: string, ...rest: never[]], socket: WebSocket) => void;

export interface RawRelay {
	readonly url: RelayUrl;
	readonly received: readonly unknown[][];
	send(frame: unknown): void;
	drop(): void;
	close(): Promise<void>;
}

/** A relay that does what the local one never would: forges, floods, refuses, forgets. */
export async function startRawRelay(script: Script): Promise<RawRelay> {
	const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
	await new Promise((resolve) => server.once('listening', resolve));
	const received: unknown[][] = [];
	server.on('connection', (socket) =>
		socket.on('message', (data: Buffer) => {
			const frame = JSON.parse(data.toString()) as Parameters<Script>[0];
			received.push(frame);
			script(frame, socket);
		})
	);
	const url = parseRelayUrl(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
	if (!url.ok) throw new Error('no url');
	return {
		url: url.value,
		received,
		send: (frame) => server.clients.forEach((client) => client.send(JSON.stringify(frame))),
		drop: () => server.clients.forEach((client) => client.close()),
		close: () =>
			new Promise((resolve) => {
				server.clients.forEach((client) => client.terminate());
				server.close(() => resolve());
			})
	};
}

/** Sends a frame. */
export function say(socket: WebSocket, ...frame: unknown[]): void {
	socket.send(JSON.stringify(frame));
}
