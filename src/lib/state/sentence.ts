import type { PersonView } from '#lib/worker/api.ts';
import { showUnseen } from './clean-text.ts';

/**
 * Words with people and times in them, as data: components decide how a person and a time look, so that a stranger's
 * name is isolated wherever it stands.
 */
export type Sentence = readonly SentencePart[];

/** One part of a sentence: our own words, somebody, a moment in Unix seconds, or a stranger's text. */
export type SentencePart =
	| string
	| { readonly kind: 'person'; readonly person: PersonView }
	| { readonly kind: 'time'; readonly seconds: number | undefined; readonly preposition: boolean }
	| { readonly kind: 'quote'; readonly text: string };

/** A moment to stand in a sentence, in Unix seconds: "3 days ago", "12 March 2025", "unknown time". */
export function atTime(seconds: number | undefined): SentencePart {
	return { kind: 'time', seconds, preposition: false };
}

/** The same after a verb: "3 days ago", "on 12 March 2025", "at an unknown time". */
export function onTime(seconds: number | undefined): SentencePart {
	return { kind: 'time', seconds, preposition: true };
}

/** A stranger's text to stand in a sentence: isolated, with nothing unseen in it, never mistaken for our own words. */
export function quoted(text: string): SentencePart {
	return { kind: 'quote', text: showUnseen(text) };
}

/** Builds a sentence: `say\`${person} points to nobody\``. A number is grouped; a sentence within is taken apart. */
export function say(
	strings: TemplateStringsArray,
	...values: readonly (string | number | PersonView | SentencePart | Sentence)[]
): Sentence {
	const parts: SentencePart[] = [];
	const add = (part: SentencePart) => {
		const last = parts.at(-1);
		if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
		else if (part !== '') parts.push(part);
	};
	strings.forEach((text, index) => {
		add(text);
		if (index >= values.length) return;
		const value = values[index];
		if (typeof value === 'number') add(groupDigits(value));
		else if (Array.isArray(value)) value.forEach(add);
		else if (typeof value === 'object' && 'pubkey' in value) add({ kind: 'person', person: value });
		else add(value as SentencePart);
	});
	return parts;
}

/** A list in words: "a", "a and b", "a, b and c". */
export function sayList(items: readonly (PersonView | string)[]): Sentence {
	return items.reduce<Sentence>((sentence, item, index) => {
		const joint = index === 0 ? '' : index === items.length - 1 ? ' and ' : ', ';
		return say`${sentence}${joint}${item}`;
	}, []);
}

/** A list of people that stays short: of more than `most` the first `shown`, and how many others there are. */
export function sayFew(
	people: readonly PersonView[],
	{ most, shown }: { readonly most: number; readonly shown: number }
): Sentence {
	if (people.length <= most) return sayList(people);
	return sayList([...people.slice(0, shown), countOf(people.length - shown, 'other')]);
}

/** A number in groups of three with thin spaces: 1234567 becomes "1 234 567". */
export function groupDigits(value: number): string {
	return String(value).replace(/\B(?=(\d{3})+$)/g, '\u2009');
}

/** A number with its noun: "1 relay", "2 relays". */
export function countOf(value: number, one: string, many = `${one}s`): string {
	return `${groupDigits(value)} ${value === 1 ? one : many}`;
}
