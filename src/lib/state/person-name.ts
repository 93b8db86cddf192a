import type { PersonView } from '#lib/worker/api.ts';
import { cleanText, foldText } from './clean-text.ts';

const longestName = 40;

/** A stranger's name as it may be shown, at most 40 letters. Out: undefined when nothing visible is left. */
export function cleanName(name: string | undefined): string | undefined {
	return cleanText(name?.replace(/\s+/g, ' '), longestName);
}

/** A public key's npub as shown beside a name: first 8 and last 4 characters. */
export function shortenNpub(npub: string): string {
	return npub.length > 12 ? `${npub.slice(0, 8)}…${npub.slice(-4)}` : npub;
}

/** What to call somebody in plain text, where no markup can isolate it: a title, an announcement to a screen reader. */
export function nameInText(person: PersonView): string {
	const name = cleanName(person.name);
	return name === undefined ? shortenNpub(person.npub) : `\u2068${name}\u2069`;
}

/**
 * The people on one page who go by the same name: both of them are shown with their key. Names are compared without
 * case, width, marks and invisible characters.
 */
export function findNamesakes(people: Iterable<PersonView>): ReadonlySet<string> {
	const byName = new Map<string, Set<string>>();
	for (const person of people) {
		const name = cleanName(person.name);
		if (name === undefined) continue;
		const key = foldText(name);
		byName.set(key, (byName.get(key) ?? new Set()).add(person.pubkey));
	}
	return new Set([...byName.values()].filter((keys) => keys.size > 1).flatMap((keys) => [...keys]));
}
