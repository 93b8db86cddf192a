import { cleanText } from './clean-text.ts';

/** A link as somebody announced it: one to follow, or only text. */
export type WebLink =
	| { readonly kind: 'link'; readonly href: string; readonly text: string }
	| { readonly kind: 'text'; readonly text: string };

/** Only http and https without credentials are followed; anything else is shown as the text it is. */
export function parseWebLink(value: string): WebLink {
	const text = value.trim();
	if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return { kind: 'text', text };
	const url = new URL(text);
	if (url.username !== '' || url.password !== '') return { kind: 'text', text };
	return { kind: 'link', href: url.href, text: url.href.replace(/^https:\/\//, '').replace(/\/$/, '') };
}

/**
 * Links as they may be shown: each once, however it was written, in visible characters, and none that has nothing to
 * see. The address that is followed stays whole.
 */
export function parseWebLinks(values: readonly string[]): WebLink[] {
	const shown = new Map<string, WebLink>();
	for (const link of values.map(parseWebLink)) {
		const text = cleanText(link.text, 300);
		if (text === undefined) continue;
		const key = link.kind === 'link' ? `link ${link.href}` : `text ${text}`;
		if (!shown.has(key)) shown.set(key, { ...link, text });
	}
	return [...shown.values()];
}
