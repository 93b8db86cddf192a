import type { ForgeError, RecentRepository } from '#lib/worker/api.ts';
import type { ForgeClient } from './forge-client.svelte.ts';

/** The list of repositories opened before in this browser. */
export type RecentStatus =
	| { readonly kind: 'loading' }
	| { readonly kind: 'ready'; readonly value: readonly RecentRepository[] }
	| { readonly kind: 'failed'; readonly error: ForgeError };

/** Watches the repositories opened before in this browser. */
export class RecentState {
	#status: RecentStatus = $state.raw({ kind: 'loading' });
	readonly dispose: () => void;

	constructor(forge: Pick<ForgeClient, 'watch'>) {
		this.dispose = forge.watch('recent', null, (result) => {
			this.#status = result.ok ? { kind: 'ready', value: result.value } : { kind: 'failed', error: result.error };
		});
	}

	get status(): RecentStatus {
		return this.#status;
	}
}
