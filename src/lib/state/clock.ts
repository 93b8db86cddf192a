import { createSubscriber } from 'svelte/reactivity';

const tickMs = 30_000;

/** This device's clock, for words like "3 minutes ago"; whoever reads it in an effect is called again as it moves on. */
export class Clock {
	readonly #subscribe: () => void;
	readonly #now: () => number;

	constructor(now: () => number = () => Date.now()) {
		this.#now = now;
		this.#subscribe = createSubscriber((update) => {
			const timer = setInterval(update, tickMs);
			return () => clearInterval(timer);
		});
	}

	/** Unix seconds. */
	get nowSeconds(): number {
		this.#subscribe();
		return Math.floor(this.#now() / 1000);
	}
}
