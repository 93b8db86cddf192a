/** A text of bounded length, in UTF-16 units; what was cut off is shown by an ellipsis, and no character is cut in two. */
export function shorten(text: string, longest: number): string {
	if (text.length <= longest) return text;
	return `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
