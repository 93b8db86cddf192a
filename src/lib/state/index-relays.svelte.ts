import { parseRelayUrls } from '#lib/core/relay-url.ts';
import { ok, type Result } from '#lib/core/result.ts';
import type { PageStorage } from './page-storage.ts';
import { parseTypedRelay, type TypedRelayError } from './typed-relay.ts';

/** Name of the reader's own list in the browser's storage. */
export const indexRelaysKey = 'countersign-index-relays';

const mostRelays = 20;

/** The list a reader made, or undefined when there is none or it cannot be read. */
export function readOwnIndexRelays(storage: () => PageStorage): string[] | undefined {
	try {
		const list: unknown = JSON.parse(storage().getItem(indexRelaysKey) ?? 'null');
		return Array.isArray(list) && list.every((url) => typeof url === 'string')
			? parseRelayUrls(list).slice(0, mostRelays)
			: undefined;
	} catch {
		return undefined;
	}
}

/** Why a relay was not added. */
export type AddRelayError = TypedRelayError | { readonly kind: 'too-many-relays' } | { readonly kind: 'relay-there' };

/** The index relays: those of `config.json` until the reader makes a list of their own. */
export class IndexRelays {
	#own: readonly string[] | undefined = $state.raw();
	#isKept = $state(true);
	readonly #storage: () => PageStorage;
	readonly #given: () => readonly string[];
	readonly #onChange: (list: readonly string[]) => void;

	/** `given` are those of `config.json`; `onChange` is told what holds from now on. */
	constructor(storage: () => PageStorage, given: () => readonly string[], onChange: (list: readonly string[]) => void) {
		this.#storage = storage;
		this.#given = given;
		this.#onChange = onChange;
		this.#own = readOwnIndexRelays(storage);
	}

	get list(): readonly string[] {
		return this.#own ?? this.#given();
	}

	get isOwn(): boolean {
		return this.#own !== undefined;
	}

	/** False when the browser refused to remember the last change: it holds as long as the tab. */
	get isKept(): boolean {
		return this.#isKept;
	}

	add(text: string): Result<null, AddRelayError> {
		const url = parseTypedRelay(text);
		if (!url.ok) return url;
		if (this.list.includes(url.value)) return { ok: false, error: { kind: 'relay-there' } };
		if (this.list.length >= mostRelays) return { ok: false, error: { kind: 'too-many-relays' } };
		this.#set([...this.list, url.value]);
		return ok(null);
	}

	remove(url: string): void {
		this.#set(this.list.filter((other) => other !== url));
	}

	/** Back to those of `config.json`. */
	reset(): void {
		this.#set(undefined);
	}

	#set(own: readonly string[] | undefined): void {
		this.#own = own;
		this.#onChange(this.list);
		try {
			if (own === undefined) this.#storage().removeItem(indexRelaysKey);
			else this.#storage().setItem(indexRelaysKey, JSON.stringify(own));
			this.#isKept = true;
		} catch {
			this.#isKept = false;
		}
	}
}
