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
