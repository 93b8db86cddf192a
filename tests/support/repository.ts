import type { CheckedEvent } from '#lib/core/event.ts';
import { gatherEvidence, type RelayAnswer } from '#lib/core/evidence.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import { kinds } from '#lib/core/kinds.ts';
import { resolveRepository } from '#lib/core/resolve.ts';
import type { RepositoryView } from '#lib/core/view.ts';
import { mint, people } from './graphs.ts';

export const [alice, bob, carol, dave] = people as [Pubkey, Pubkey, Pubkey, Pubkey];
export const identifier = 'tested';

/** An announcement of the tested repository, at some seconds. */
export function announce(pubkey: Pubkey, createdAtSeconds: number, tags: readonly (readonly string[])[]): CheckedEvent {
	return mint({
		pubkey,
		created_at: createdAtSeconds,
		kind: kinds.announcement,
		content: '',
		tags: [['d', identifier], ...tags]
	});
}

/** A state of the tested repository. */
export function state(
	pubkey: Pubkey,
	createdAtSeconds: number,
	tags: readonly (readonly string[])[] = []
): CheckedEvent {
	return mint({
		pubkey,
		created_at: createdAtSeconds,
		kind: kinds.repositoryState,
		content: '',
		tags: [['d', identifier], ...tags]
	});
}

/** A deletion request with the given `e` and `a` tags. */
export function requestDeletion(
	pubkey: Pubkey,
	createdAtSeconds: number,
	tags: readonly (readonly string[])[]
): CheckedEvent {
	return mint({ pubkey, created_at: createdAtSeconds, kind: kinds.deletion, content: '', tags });
}

/** The view of the tested repository from a coordinate. */
export function viewFrom(
	pubkey: Pubkey,
	events: readonly CheckedEvent[],
	relays: readonly RelayAnswer[] = []
): RepositoryView {
	return resolveRepository(gatherEvidence(events, relays), { pubkey, identifier, relayHints: [] });
}

/** Alice leads, Bob has accepted. */
export function pairTags(): { alice: string[][]; bob: string[][] } {
	return {
		alice: [
			['M', alice],
			['m', bob, '20'],
			['maintainers', alice, bob]
		],
		bob: [
			['M', alice, '20'],
			['m', bob, '20'],
			['maintainers', alice, bob]
		]
	};
}
