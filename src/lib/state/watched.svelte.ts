import type { ForgeError, ForgeWatches } from '#lib/worker/api.ts';
import type { ForgeClient } from './forge-client.svelte.ts';

/** What a watch has brought so far; a failure keeps the last value. */
export type WatchedStatus<T> =
	| { readonly kind: 'loading' }
	| { readonly kind: 'shown'; readonly value: T }
	| { readonly kind: 'failed'; readonly error: ForgeError; readonly value?: T };

/** The latest value of one watch, from when it is made until it is disposed. */
export class Watched<K extends keyof ForgeWatches> {
	#status: WatchedStatus<ForgeWatches[K]['value']> = $state.raw({ kind: 'loading' });
	readonly dispose: () => void;

	constructor(forge: Pick<ForgeClient, 'watch'>, name: K, params: ForgeWatches[K]['params']) {
		this.dispose = forge.watch(name, params, (result) => {
			const { value } = this;
			this.#status = result.ok
				? { kind: 'shown', value: result.value }
				: { kind: 'failed', error: result.error, ...(value === undefined ? {} : { value }) };
		});
	}

	get status(): WatchedStatus<ForgeWatches[K]['value']> {
		return this.#status;
	}

	get value(): ForgeWatches[K]['value'] | undefined {
		return this.#status.kind === 'loading' ? undefined : this.#status.value;
	}
}
