import type { PageStorage } from './page-storage.ts';

/** How the page is lit: as the system is, or as the reader chose. */
export type Theme = 'system' | 'light' | 'dark';

/** Name of the choice in the browser's storage; `static/theme.js` reads the same before the first paint. */
export const themeKey = 'countersign-theme';

/** Puts a stored text into a theme; anything else is the system's. */
export function parseTheme(text: string | null | undefined): Theme {
	return text === 'light' || text === 'dark' ? text : 'system';
}

/** The reader's choice of light or dark: applied at once, remembered where the browser allows it. */
export class ThemeState {
	#theme: Theme = $state('system');
	readonly #storage: () => PageStorage;
	readonly #apply: (theme: Theme) => void;

	/** `storage` is asked for each time, because merely naming `localStorage` throws where it is refused. */
	constructor(storage: () => PageStorage, apply: (theme: Theme) => void) {
		this.#storage = storage;
		this.#apply = apply;
		this.#theme = this.#recall();
		apply(this.#theme);
	}

	get theme(): Theme {
		return this.#theme;
	}

	/** Lights the page by this choice and remembers it. */
	choose(theme: Theme): void {
		this.#theme = theme;
		this.#apply(theme);
		try {
			if (theme === 'system') this.#storage().removeItem(themeKey);
			else this.#storage().setItem(themeKey, theme);
		} catch {
			// Refused storage only means that the choice lasts as long as the tab.
		}
	}

	#recall(): Theme {
		try {
			return parseTheme(this.#storage().getItem(themeKey));
		} catch {
			return 'system';
		}
	}
}

/** Marks the document so that the style sheet lights it. */
export function applyTheme(root: HTMLElement, theme: Theme): void {
	if (theme === 'system') delete root.dataset.theme;
	else root.dataset.theme = theme;
}
