import type { CheckedEvent, NostrEvent } from '#lib/core/event.ts';
import { hashEvent } from '#lib/core/event.ts';

/**
 * Which ids have verified, and with which signature; the oldest are forgotten. An id stands here only once it verified
 * (D2): a forged copy that came first hides nothing.
 */
export class SeenEvents {
	readonly #signatures = new Map<string, string>();
	readonly #capacity: number;

	constructor(capacity = 50_000) {
		this.#capacity = capacity;
	}

	add({ id, sig }: CheckedEvent): void {
		this.#signatures.delete(id);
		this.#signatures.set(id, sig);
		if (this.#signatures.size <= this.#capacity) return;
		const [oldest] = this.#signatures.keys();
		if (oldest !== undefined) this.#signatures.delete(oldest);
	}

	has(id: string): boolean {
		return this.#signatures.has(id);
	}

	/**
	 * Another copy of an event that verified before, signature and all; undefined when the id is not known, is not this
	 * copy's hash, or comes with another signature, which then has to verify by itself. Costs a hash instead of a signature.
	 */
	recognise(copy: NostrEvent): CheckedEvent | undefined {
		if (this.#signatures.get(copy.id) !== copy.sig || hashEvent(copy) !== copy.id) return undefined;
		return copy as CheckedEvent;
	}
}
