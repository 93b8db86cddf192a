/** What `git check-ref-format` refuses anywhere: control characters, space, and `~ ^ : ? * [ \`. */
// eslint-disable-next-line no-control-regex -- control characters are the point
const refused = /[\u0000-\u0020\u007f~^:?*[\\]/;

/** Whether git takes a text as a full ref name, as `git check-ref-format` decides (D27). */
export function isRefName(name: string): boolean {
	if (!name.includes('/') || refused.test(name) || name.includes('..') || name.includes('@{')) return false;
	if (name.endsWith('.')) return false;
	return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
}
