/**
 * The web address that a stranger's text is, if it may be followed: http or https, without credentials. Undefined for
 * anything else, which is shown as the text it is. Source: CASES 7.
 */
export function parseWebUrl(text: string): URL | undefined {
	if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
	const url = new URL(text);
	return url.username === '' && url.password === '' ? url : undefined;
}
