/** No frame of a relay may be longer, in UTF-16 units; what is longer is never parsed. */
const largestFrame = 1_000_000;

/** Why a frame was not handed on: longer than anybody should parse, or no text. */
export type RefusedFrame = 'oversize' | 'junk';

type MessageListener = (event: MessageEvent) => void;

/**
 * Replaces the scope's WebSocket by one that hands on text frames of bearable size alone, and closes at the first other
 * one. The transport library parses whatever it is given, so this has to stand before it. `onRefused` is told the URL and why;
 * `onText` is asked before a text is handed on, and keeps it back by `false`. What `isOurs`
 * denies has a guard of its own around this one.
 */
export function guardSockets(
	scope: { WebSocket: typeof WebSocket },
	onRefused: (url: string, why: RefusedFrame) => void,
	onText: (url: string, text: string) => boolean = () => true,
	isOurs: (url: string) => boolean = () => true
): void {
	class GuardedSocket extends scope.WebSocket {
		readonly #askedFor: string;
		/** Of the moment it was made: later another guard of this scope may ask for the same address. */
		readonly #isOurs: boolean;
		readonly #screened = new WeakMap<MessageListener, MessageListener>();

		constructor(url: string | URL, protocols?: string | string[]) {
			super(url, protocols);
			this.#askedFor = String(url);
			this.#isOurs = isOurs(this.#askedFor);
		}

		override get onmessage(): WebSocket['onmessage'] {
			return super.onmessage;
		}

		override set onmessage(listener: MessageListener | null) {
			super.onmessage = listener && this.#screen(listener);
		}

		override addEventListener(type: string, listener: never, options?: boolean | AddEventListenerOptions): void {
			super.addEventListener(type, (type === 'message' ? this.#screen(listener) : listener) as EventListener, options);
		}

		override removeEventListener(type: string, listener: never, options?: boolean | EventListenerOptions): void {
			super.removeEventListener(type, (this.#screened.get(listener) ?? listener) as never, options);
		}

		#screen(listener: MessageListener): MessageListener {
			const screened: MessageListener = (event) => {
				if (!this.#isOurs) return listener.call(this, event);
				if (typeof event.data === 'string' && event.data.length <= largestFrame) {
					if (onText(this.#askedFor, event.data)) listener.call(this, event);
					return;
				}
				onRefused(this.#askedFor, typeof event.data === 'string' ? 'oversize' : 'junk');
				this.close(4000);
			};
			this.#screened.set(listener, screened);
			return screened;
		}
	}
	scope.WebSocket = GuardedSocket;
}
