import { WebSocket as NodeWebSocket } from 'ws';

/** Every socket made in this process, with the stack that made it. */
export const made: { readonly url: string; readonly socket: NodeWebSocket; readonly stack: string }[] = [];

class CountedSocket extends NodeWebSocket {
	constructor(url: string | URL, protocols?: string | string[]) {
		super(url, protocols);
		made.push({ url: String(url), socket: this, stack: new Error('made here').stack ?? '' });
	}
}

/** Gives Node the WebSocket that browsers have, and counts its uses. */
export function useNodeSockets(): void {
	globalThis.WebSocket = CountedSocket as unknown as typeof WebSocket;
}

/** How many sockets are open or opening. */
export function openSockets(): number {
	return made.filter(({ socket }) => socket.readyState <= NodeWebSocket.OPEN).length;
}
