import type { PersonView } from '#lib/worker/api.ts';
import { cleanText, foldText } from './clean-text.ts';
import { readAsLatin } from './look-alike.ts';

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
 * The people on one page whose names read the same: all of them are shown with their key. Names are compared without
 * case, width, marks and invisible characters, and with letters of other scripts as what they pass for. Source: CASES 35.
 */
export function findNamesakes(people: Iterable<PersonView>): ReadonlySet<string> {
	const byName = new Map<string, Set<string>>();
	for (const person of people) {
		const name = cleanName(person.name);
		if (name === undefined) continue;
		const key = readAsLatin(foldText(name));
		byName.set(key, (byName.get(key) ?? new Set()).add(person.pubkey));
	}
	return severalOf(byName);
}

/**
 * The people on one page whose keys are shortened to the same text: of all of them the whole key is shown. A key with
 * a wanted beginning and end can be made.
 */
export function findKeyTwins(people: Iterable<PersonView>): ReadonlySet<string> {
	const byShort = new Map<string, Set<string>>();
	for (const { npub, pubkey } of people) {
		const short = shortenNpub(npub);
		byShort.set(short, (byShort.get(short) ?? new Set()).add(pubkey));
	}
	return severalOf(byShort);
}

/** Everybody who shares what they are grouped by with somebody else. */
function severalOf(groups: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
	return new Set([...groups.values()].filter((keys) => keys.size > 1).flatMap((keys) => [...keys]));
}
