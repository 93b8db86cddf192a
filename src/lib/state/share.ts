import { encode } from 'uqr';
import type { AddressView } from '#lib/worker/api.ts';

/** Everything by which a repository is passed on. */
export interface ShareLinks {
	/** The address of its page on this site. */
	readonly page: string;
	readonly nostrUrl: string;
	/** Not every identifier fits one. */
	readonly naddr?: string;
}

/** The links to a repository. In: its address and the origin of this site. */
export function shareLinks({ path, nostrUrl, naddr }: AddressView, origin: string): ShareLinks {
	return { page: origin + path, nostrUrl, ...(naddr === '' ? {} : { naddr }) };
}

/** Dark and light squares, rows from the top; undefined when the text is too long for a code. */
export function drawQrCode(text: string): readonly (readonly boolean[])[] | undefined {
	try {
		// A border of four squares is part of the code: readers need it (ISO 18004).
		return encode(text, { ecc: 'M', border: 4 }).data;
	} catch {
		return undefined;
	}
}
