import type { ForgeError, RecentRepository, StorageUse } from '#lib/worker/api.ts';
import type { ForgeClient } from './forge-client.svelte.ts';
import { presentError } from './present-error.ts';
import { Watched } from './watched.svelte.ts';

/** What this browser keeps for Countersign, for the page that shows and removes it. */
export class KeptData {
	#use: StorageUse | undefined = $state.raw();
	#said = $state('');
	readonly #forge: Pick<ForgeClient, 'call' | 'watch'>;
	readonly #recent: Watched<'recent'>;
	readonly dispose: () => void;

	constructor(forge: Pick<ForgeClient, 'call' | 'watch'>) {
		this.#forge = forge;
		this.#recent = new Watched(forge, 'recent', null);
		this.dispose = this.#recent.dispose;
		void this.#measure();
	}

	/** Undefined until it is known, and when the worker cannot tell. */
	get use(): StorageUse | undefined {
		return this.#use;
	}

	get repositories(): readonly RecentRepository[] {
		return this.#recent.status.kind === 'shown' ? this.#recent.status.value : [];
	}

	/** For a live region: what came of the last removal. */
	get said(): string {
		return this.#said;
	}

	async forget({ ownerPubkey: pubkey, identifier }: RecentRepository): Promise<void> {
		const done = await this.#forge.call('forget', { pubkey, identifier });
		this.#said = done.ok ? 'Forgotten.' : sayFailure(done.error);
		await this.#measure();
	}

	async removeEverything(): Promise<void> {
		const done = await this.#forge.call('removeEverything', null);
		this.#said = done.ok ? 'All that was read has been removed.' : sayFailure(done.error);
		await this.#measure();
	}

	async #measure(): Promise<void> {
		const use = await this.#forge.call('storageUse', null);
		this.#use = use.ok ? use.value : undefined;
	}
}

function sayFailure(error: ForgeError): string {
	const { title, remedy } = presentError(error);
	return `${title}. ${remedy}`;
}
