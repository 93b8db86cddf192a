import { redirect } from '@sveltejs/kit';
import { replacementFor } from '#lib/state/page-address.ts';
import type { LayoutLoad } from './$types';

export const ssr = false;
export const prerender = false;
/** A trailing slash is part of nobody's identifier; Kit must not rewrite the path that we parse ourselves. */
export const trailingSlash = 'ignore';

/** What must not stay in the page's own address leaves it, and the tab's history, before anything is shown. */
export const load: LayoutLoad = ({ url }) => {
	const replacement = replacementFor(url.href);
	if (replacement !== undefined) redirect(307, replacement);
};
