const shownForMs = 2_000;

/** Copies a text and says for a moment how that went. */
export class Copying {
	#outcome: 'idle' | 'copied' | 'refused' = $state('idle');
	#timer: ReturnType<typeof setTimeout> | undefined;

	get outcome(): 'idle' | 'copied' | 'refused' {
		return this.#outcome;
	}

	/** Never throws: a browser may refuse its clipboard. */
	async copy(text: string): Promise<void> {
		try {
			await navigator.clipboard.writeText(text);
			this.#outcome = 'copied';
		} catch {
			this.#outcome = 'refused';
		}
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => (this.#outcome = 'idle'), shownForMs);
	}
}
