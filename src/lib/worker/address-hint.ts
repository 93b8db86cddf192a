import { declaredRelays } from '#lib/core/metadata.ts';
import { parseRelayUrl, type RelayUrl } from '#lib/core/relay-url.ts';
import type { RepositoryAddress, RepositoryView } from '#lib/core/view.ts';

const longestUrl = 300;
const mostHints = 100;

/** An address that says where to look, if anybody knows: its own hint, else the first relay its owner declares. */
export function withHint(address: RepositoryAddress, view: RepositoryView): RepositoryAddress {
	const event = view.announcements.get(address.pubkey);
	const isBearable = (url: RelayUrl) => url.length <= longestUrl;
	const relayHints = address.relayHints.filter(isBearable).slice(0, mostHints);
	if (relayHints.length > 0 || !event) return { ...address, relayHints };
	for (const text of declaredRelays(event)) {
		const declared = parseRelayUrl(text);
		if (declared.ok && isBearable(declared.value)) return { ...address, relayHints: [declared.value] };
	}
	return { ...address, relayHints };
}
