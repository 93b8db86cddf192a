/** What a key press does, wherever nobody is typing. */
export type ShortcutAction = 'help' | 'open-box' | 'home' | 'settings';

/** A shortcut as the help lists it. */
export interface Shortcut {
	readonly action: ShortcutAction;
	/** Keys to press one after the other, as they are printed on them. */
	readonly keys: readonly string[];
	readonly words: string;
}

/** The one list of shortcuts: the help shows it, and the page listens by it. */
export const shortcuts: readonly Shortcut[] = [
	{ action: 'open-box', keys: ['/'], words: 'Go to the box that opens a repository' },
	{ action: 'home', keys: ['g', 'h'], words: 'Go to the start page' },
	{ action: 'settings', keys: ['g', 's'], words: 'Go to the settings' },
	{ action: 'help', keys: ['?'], words: 'Show this help' }
];

/** Keys that a browser has of its own, worth telling on a page like this one. */
export const browserKeys: readonly { readonly keys: readonly string[]; readonly words: string }[] = [
	{ keys: ['Tab'], words: 'Go to the next link or button; with Shift to the one before' },
	{ keys: ['Enter'], words: 'Follow a link, press a button; on a short key, copy the whole' },
	{ keys: ['Esc'], words: 'Close a dialog or an explanation' }
];

/** Keys in the notation of the library that listens: each also with Shift, with which some keyboards write them. */
export function bindingsOf({ keys }: Shortcut): string[] {
	const plain = keys.join(' ');
	return /^\p{L}/u.test(plain) ? [plain] : [plain, `Shift+${plain}`];
}

/** Whether a key press is meant for what it lands on: a field, or a dialog that is open. */
export function isForField(target: EventTarget | null): boolean {
	return target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog') !== null;
}
