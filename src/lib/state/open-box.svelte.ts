import { formatOpening, parseOpening } from '#lib/core/address.ts';
import { holdsPrivateKey } from '#lib/core/nip19.ts';
import { presentError, type ErrorWords, type PresentableError } from './present-error.ts';

/** A piece of text about to be put into a field, and where. Positions count UTF-16 units, as a field's do. */
export interface Insertion {
	readonly text: string;
	readonly start: number;
	readonly end: number;
}

/** The box that opens a repository. A private key never stays in it, not for the time of a key press. */
export class OpenBoxState {
	#text = $state('');
	#error: PresentableError | undefined = $state.raw();

	/** `refused`: a private key was found elsewhere, such as in the page's own address. */
	constructor(refused: 'private-key' | undefined = undefined) {
		if (refused) this.#error = { kind: refused };
	}

	get text(): string {
		return this.#text;
	}

	get words(): ErrorWords | undefined {
		return this.#error && presentError(this.#error);
	}

	/** Takes what the field now holds; with a private key in it, all of it is scrubbed. */
	set text(text: string) {
		if (holdsPrivateKey(text)) this.#scrub();
		else if (text !== this.#text) {
			this.#text = text;
			this.#error = undefined;
		}
	}

	/** Whether an insertion may go into the field at all. One that would complete a private key may not, and scrubs the rest. */
	mayInsert({ text, start, end }: Insertion): boolean {
		const after = this.#text.slice(0, start) + text + this.#text.slice(end);
		if (!holdsPrivateKey(after)) return true;
		this.#scrub();
		return false;
	}

	/** The path to go to; undefined when the text names nothing, and then `words` say why. */
	submit(): string | undefined {
		const opening = parseOpening(this.#text);
		if (!opening.ok) {
			if (opening.error.kind === 'private-key') this.#scrub();
			else this.#error = opening.error;
			return undefined;
		}
		this.#text = '';
		this.#error = undefined;
		return formatOpening(opening.value);
	}

	/** Takes the words back; what stands in the box stays. Whether there were any. */
	clearWords(): boolean {
		const had = this.#error !== undefined;
		this.#error = undefined;
		return had;
	}

	#scrub(): void {
		this.#text = '';
		this.#error = { kind: 'private-key' };
	}
}
