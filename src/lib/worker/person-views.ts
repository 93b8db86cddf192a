import type { CheckedEvent } from '#lib/core/event.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import type { PersonView } from './api.ts';
import { npubOf } from './npub-cache.ts';
import { profileName } from './profile-name.ts';

/** Somebody as pages show them. */
export type Person = (pubkey: Pubkey) => PersonView;

/** Draws people, each once, by the names that their kind 0 gives. */
export function drawPeople(profiles: ReadonlyMap<Pubkey, CheckedEvent>): Person {
	const people = new Map<Pubkey, PersonView>();
	return (pubkey) => {
		const known = people.get(pubkey);
		if (known) return known;
		const drawn = { pubkey, npub: npubOf(pubkey), name: profileName(profiles.get(pubkey)) };
		people.set(pubkey, drawn);
		return drawn;
	};
}
