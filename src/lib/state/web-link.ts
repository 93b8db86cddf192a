import { parseWebUrl } from '#lib/core/web-url.ts';
import { cleanText } from './clean-text.ts';

/** A link as somebody announced it: one to follow, or only text. */
export type WebLink =
	| { readonly kind: 'link'; readonly href: string; readonly text: string }
	| { readonly kind: 'text'; readonly text: string };

/** A link where the text is an address that may be followed. */
export function parseWebLink(value: string): WebLink {
	const text = value.trim();
	const url = parseWebUrl(text);
	if (!url) return { kind: 'text', text };
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
