import { err, type Result } from '#lib/core/result.ts';
import { openPort, type Channel, type PortClient } from '#lib/port/port.ts';
import type { ForgeCalls, ForgeError, ForgeWatches, WorkerSettings } from '#lib/worker/api.ts';
import { noSettings, type AppSettings } from './app-settings.ts';

/** The worker as this class needs it: a channel that also says when its script could not run. */
export interface WorkerChannel extends Channel {
	addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
	addEventListener(type: 'error' | 'messageerror', listener: (event: Event) => void): void;
}

/** What is known of the page's surroundings, to tell the worker whom it may contact. */
export type PageOrigin = Pick<WorkerSettings, 'pageIsSecure' | 'pageIsLoopback'>;

/** The one line to the worker. It is configured before anything is asked; what is asked earlier waits for that. */
export class ForgeClient {
	#settings: AppSettings = $state.raw(noSettings);
	#failure: ForgeError | undefined = $state.raw();
	readonly #port: PortClient<ForgeCalls, ForgeWatches, ForgeError>;
	readonly #ready: Promise<void>;
	readonly #origin: PageOrigin;
	#onFailure: readonly ((error: ForgeError) => void)[] = [];

	/** Starts asking at once. `settings` come from `config.json`; `ownIndexRelays` go before the ones in it. */
	constructor(
		channel: WorkerChannel,
		settings: Promise<AppSettings>,
		origin: PageOrigin,
		ownIndexRelays: readonly string[] | undefined = undefined
	) {
		this.#port = openPort(channel);
		const fail = (event: Event) => this.#fail(event);
		channel.addEventListener('error', fail);
		channel.addEventListener('messageerror', fail);
		this.#origin = origin;
		this.#ready = this.#configure(settings, ownIndexRelays);
	}

	get settings(): AppSettings {
		return this.#settings;
	}

	/** Set once the worker cannot be used any more; every watch is told as well. */
	get failure(): ForgeError | undefined {
		return this.#failure;
	}

	/** Calls back on every value until the returned dispose is called. */
	watch<K extends keyof ForgeWatches>(
		name: K,
		params: ForgeWatches[K]['params'],
		onValue: (value: Result<ForgeWatches[K]['value'], ForgeError>) => void
	): () => void {
		let dispose = () => {};
		let disposed = false;
		const onFailure = (error: ForgeError) => onValue(err(error));
		this.#onFailure = [...this.#onFailure, onFailure];
		void this.#ready.then(() => {
			if (disposed) return;
			if (this.#failure) onFailure(this.#failure);
			else dispose = this.#port.watch(name, params, onValue);
		});
		return () => {
			disposed = true;
			this.#onFailure = this.#onFailure.filter((listener) => listener !== onFailure);
			dispose();
		};
	}

	/** Asks once, after the worker has been configured. A worker that cannot be used any more answers with that. */
	async call<K extends keyof ForgeCalls>(
		name: K,
		params: ForgeCalls[K]['params']
	): Promise<Result<ForgeCalls[K]['value'], ForgeError>> {
		await this.#ready;
		return this.#failure ? err(this.#failure) : this.#port.call(name, params);
	}

	/** Asks these index relays in every view that is opened from now on. */
	async useIndexRelays(indexRelays: readonly string[]): Promise<void> {
		await this.#ready;
		this.#tellSettings(indexRelays);
	}

	async #configure(settings: Promise<AppSettings>, ownIndexRelays: readonly string[] | undefined): Promise<void> {
		this.#settings = await settings;
		this.#tellSettings(ownIndexRelays ?? this.#settings.indexRelays);
	}

	#tellSettings(indexRelays: readonly string[]): void {
		const answer = this.#port.call('configure', { indexRelays: [...indexRelays], ...this.#origin });
		// The port keeps their order, so nobody has to wait for the answer; only a refusal is of interest.
		void answer.then((result) => {
			if (!result.ok) this.#tell(result.error);
		});
	}

	#fail(event: Event): void {
		const message = 'message' in event && typeof event.message === 'string' ? event.message : '';
		this.#tell({ kind: 'worker-failed', message });
	}

	#tell(error: ForgeError): void {
		this.#failure = error;
		for (const listener of this.#onFailure) listener(error);
	}
}
