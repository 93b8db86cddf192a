/** Lets everything else that waits have its turn, without the pause a timer would add. */
export interface Turns {
	next(): Promise<void>;
	close(): void;
}

/** Turns by way of a message to ourselves: timers are held back to 4 ms and more, messages are not. */
export function openTurns(): Turns {
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
