import { err, type Result } from '#lib/core/result.ts';

/** The part of a Worker, a MessagePort or a worker's own scope that the port needs. */
export interface Channel {
	postMessage(message: unknown): void;
	addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/** What can be watched or called, by name: its parameters and what comes back. Of itself, so that interfaces fit. */
type Contract<T> = Record<keyof T, { readonly params: unknown; readonly value: unknown }>;

type Request =
	| {
			readonly port: 'request';
			readonly verb: 'call' | 'watch';
			readonly id: number;
			readonly name: string;
			readonly params: unknown;
	  }
	| { readonly port: 'request'; readonly verb: 'cancel'; readonly id: number };
type Reply = { readonly port: 'reply'; readonly id: number; readonly value: Result<unknown, unknown> };

/** The asking side of a channel. */
export interface PortClient<Calls extends Contract<Calls>, Watches extends Contract<Watches>, E> {
	call<K extends keyof Calls & string>(name: K, params: Calls[K]['params']): Promise<Result<Calls[K]['value'], E>>;
	/** Calls back on every value until the returned dispose is called; nothing arrives after that. */
	watch<K extends keyof Watches & string>(
		name: K,
		params: Watches[K]['params'],
		onValue: (value: Result<Watches[K]['value'], E>) => void
	): () => void;
}

/** Asks over a channel. Answers to what was disposed are dropped. */
export function openPort<Calls extends Contract<Calls>, Watches extends Contract<Watches>, E>(
	channel: Channel
): PortClient<Calls, Watches, E> {
	const open = new Map<number, (value: Result<never, E>) => void>();
	let lastId = 0;
	channel.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
		if (data?.port === 'reply') open.get(data.id)?.(data.value as Result<never, E>);
	});
	function ask(
		verb: 'call' | 'watch',
		name: string,
		params: unknown,
		onReply: (value: Result<never, E>) => void
	): number {
		const id = ++lastId;
		open.set(id, onReply);
		channel.postMessage({ port: 'request', verb, id, name, params } satisfies Request);
		return id;
	}
	return {
		call: (name, params) =>
			new Promise((resolve) => {
				const id = ask('call', name, params, (value) => {
					open.delete(id);
					resolve(value);
				});
			}),
		watch(name, params, onValue) {
			const id = ask('watch', name, params, onValue);
			return () => {
				if (open.delete(id)) channel.postMessage({ port: 'request', verb: 'cancel', id } satisfies Request);
			};
		}
	};
}

/** The answering side: one handler for each name. A handler's `signal` is aborted when the asker no longer listens. */
export type Handlers<Calls extends Contract<Calls>, Watches extends Contract<Watches>, E> = {
	readonly calls: { [K in keyof Calls]: (params: Calls[K]['params']) => Promise<Result<Calls[K]['value'], E>> };
	readonly watches: {
		[K in keyof Watches]: (
			params: Watches[K]['params'],
			push: (value: Result<Watches[K]['value'], E>) => void,
			signal: AbortSignal
		) => void;
	};
};

/** Answers over a channel. What a handler throws is our own bug: it reaches the asker as `onBug` puts it. */
export function servePort<Calls extends Contract<Calls>, Watches extends Contract<Watches>, E>(
	channel: Channel,
	{ calls, watches }: Handlers<Calls, Watches, E>,
	onBug: (reason: unknown) => E
): void {
	const running = new Map<number, AbortController>();
	channel.addEventListener('message', ({ data }: MessageEvent<Request>) => {
		if (data?.port !== 'request') return;
		const { id } = data;
		if (data.verb === 'cancel') {
			running.get(id)?.abort();
			running.delete(id);
			return;
		}
		const reply = (value: Result<unknown, E>) => channel.postMessage({ port: 'reply', id, value } satisfies Reply);
		if (data.verb === 'call') {
			Promise.resolve()
				.then(() => (calls[data.name as keyof Calls] ?? unknown)(data.params as never))
				.then(reply, (reason) => reply(err(onBug(reason))));
			return;
		}
		const controller = new AbortController();
		running.set(id, controller);
		try {
			(watches[data.name as keyof Watches] ?? unknown)(
				data.params,
				(value) => !controller.signal.aborted && reply(value),
				controller.signal
			);
		} catch (reason) {
			reply(err(onBug(reason)));
		}
	});
	function unknown(): never {
		throw new Error('no such request');
	}
}
