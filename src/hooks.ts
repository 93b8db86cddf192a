import type { Reroute } from '@sveltejs/kit';
import { parsePath } from '#lib/core/address.ts';

/** The page behind a path, by our own reading of the raw path: Kit's loses `%2F` and blanks on a broken `%`. */
export const reroute: Reroute = ({ url }) => {
	const { page } = parsePath(url.pathname);
	return page === 'home' ? '/' : `/${page}`;
};
