import { redirect } from '@sveltejs/kit';
import { holdsPrivateKey } from '#lib/core/nip19.ts';
import type { LayoutLoad } from './$types';

export const ssr = false;
export const prerender = false;
/** A trailing slash is part of nobody's identifier; Kit must not rewrite the path that we parse ourselves. */
export const trailingSlash = 'ignore';

/** A private key in the page's own address leaves it, and the tab's history, before anything is shown. */
export const load: LayoutLoad = ({ url }) => {
	if (holdsPrivateKey(unescaped(url.href))) redirect(307, '/#private-key-removed');
};

/** With its ASCII escapes undone. Unlike decodeURIComponent this never fails, whatever else stands in the address. */
function unescaped(href: string): string {
	return href.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
