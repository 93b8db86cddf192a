/** Lets everything else that waits have its turn, without the pause a timer would add. */
export interface Turns {
	next(): Promise<void>;
	close(): void;
}

/**
 * Turns by way of a message to ourselves: timers are held back to 4 ms and more, messages are not. Node empties a port
 * before anything else has its turn, and has a way of its own.
 */
export function openTurns(): Turns {
	const { setImmediate } = globalThis as { setImmediate?: (callback: () => void) => unknown };
	if (setImmediate) return { next: () => new Promise((resolve) => setImmediate(resolve)), close: () => undefined };
	const { port1, port2 } = new MessageChannel();
	const waiting: (() => void)[] = [];
	port1.onmessage = () => waiting.shift()?.();
	return {
		next: () =>
			new Promise((resolve) => {
				waiting.push(resolve);
				port2.postMessage(null);
			}),
		close: () => port1.close()
	};
}
