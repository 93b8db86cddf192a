import { parsePubkey, type Pubkey } from '#lib/core/ids.ts';
import { formatNpub, holdsPrivateKey, parseEntity } from '#lib/core/nip19.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import type { ForgeClient } from './forge-client.svelte.ts';
import type { PageStorage } from './page-storage.ts';

const lookingAsKey = 'countersign-looking-as';

/** Why a text names nobody to look as. */
export type PersonError =
	{ readonly kind: 'private-key' } | { readonly kind: 'not-a-person' } | { readonly kind: 'unreadable-key' };

/** Whom a text names: an npub, an nprofile, or a key in hex, in any case. */
export function parsePerson(text: string): Result<Pubkey, PersonError> {
	const word = text.trim().replace(/^nostr:/i, '');
	if (holdsPrivateKey(word)) return err({ kind: 'private-key' });
	const entity = parseEntity(word);
	if (!entity.ok) return err({ kind: entity.error === 'unreadable' ? 'unreadable-key' : 'not-a-person' });
	return entity.value.kind === 'person' ? ok(entity.value.pubkey) : err({ kind: 'not-a-person' });
}

/**
 * Whom the reader looks as: a key typed in, for this tab alone. Nothing is proved by it and nothing can be signed with it;
 * no extension is asked.
 */
export class LookingAs {
	#pubkey: Pubkey | undefined = $state.raw();
	readonly #forge: Pick<ForgeClient, 'call'>;
	readonly #storage: () => PageStorage;

	constructor(forge: Pick<ForgeClient, 'call'>, storage: () => PageStorage) {
		this.#forge = forge;
		this.#storage = storage;
		try {
			this.#choose(parsePubkey(storage().getItem(lookingAsKey)), false);
		} catch {
			// Refused storage only means that the choice lasts as long as the page.
		}
	}

	get pubkey(): Pubkey | undefined {
		return this.#pubkey;
	}

	get npub(): string | undefined {
		return this.#pubkey && formatNpub(this.#pubkey);
	}

	/** Looks as whom the text names. */
	choose(text: string): Result<null, PersonError> {
		const person = parsePerson(text);
		if (!person.ok) return person;
		this.#choose(person.value, true);
		return ok(null);
	}

	/** Looks as nobody again. */
	clear(): void {
		this.#choose(undefined, true);
	}

	#choose(pubkey: Pubkey | undefined, isNew: boolean): void {
		if (pubkey === undefined && !isNew) return;
		this.#pubkey = pubkey;
		void this.#forge.call('viewAs', pubkey === undefined ? {} : { pubkey });
		if (!isNew) return;
		try {
			if (pubkey === undefined) this.#storage().removeItem(lookingAsKey);
			else this.#storage().setItem(lookingAsKey, pubkey);
		} catch {
			// As above.
		}
	}
}

/** Whether a text may stand in the line where a key is typed: a private one never does. */
export function mayHoldPerson(text: string): boolean {
	return !holdsPrivateKey(text);
}
