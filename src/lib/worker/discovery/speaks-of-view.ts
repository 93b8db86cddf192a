import { addressOf } from '#lib/core/deletion.ts';
import type { CheckedEvent } from '#lib/core/event.ts';
import { kinds } from '#lib/core/kinds.ts';

/**
 * Whether a deletion request belongs to a view: it names an address of its author under the view's identifier, or the id
 * of an event of the view, or says by kind that it is about an announcement whose address it leaves out. Those are the
 * ones that relays are asked for; the store remembers more, which a browser that opens this view alone would never see.
 * In: a checked event of kind 5, the ids of the view's events. Source: D3, D36.
 */
export function speaksOfView(
	{ pubkey, tags }: CheckedEvent,
	identifier: string,
	ids: { has(id: string): boolean }
): boolean {
	const addresses = [kinds.announcement, kinds.repositoryState].map((kind) => addressOf(kind, pubkey, identifier));
	let namesAddress = false;
	let namesKind = false;
	for (const [name, value = ''] of tags) {
		if (name === 'a' && addresses.includes(value)) return true;
		if (name === 'e' && ids.has(value)) return true;
		if (name === 'a') namesAddress = true;
		if (name === 'k' && value === String(kinds.announcement)) namesKind = true;
	}
	return namesKind && !namesAddress;
}
