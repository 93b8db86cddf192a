import { formatNpub } from '#lib/core/address.ts';
import type { Pubkey } from '#lib/core/ids.ts';

/** Keys whose spelling is remembered, at most: more than one view can name and still be drawn whole. */
const mostKept = 5_000;
const known = new Map<Pubkey, string>();

/** `formatNpub`, spelt once for each key and not at every draw; the keys spelt first are forgotten first. */
export function npubOf(pubkey: Pubkey): string {
	const spelt = known.get(pubkey);
	if (spelt !== undefined) return spelt;
	const npub = formatNpub(pubkey);
	const [first] = known.keys();
	if (known.size >= mostKept && first !== undefined) known.delete(first);
	known.set(pubkey, npub);
	return npub;
}
