import type { PersonRow, RepositoryPage, Standing } from '#lib/worker/api.ts';
import { nameNotFound, sayNotFound } from './present-coverage.ts';
import { presentLead } from './present-lead.ts';
import { sayLifecycle } from './present-lifecycle.ts';
import { nameInText } from './person-name.ts';
import { countOf, type Sentence } from './sentence.ts';
import { describeTime } from './time-words.ts';

/**
 * What a screen reader is told when a newer view arrives: the result once it is known, then each change of substance.
 * Nothing is told while relays are still being asked: each answer would be one more correction. In: the last view told of, if any. Out: undefined when there is nothing to tell.
 */
export function describeChange(
	before: RepositoryPage | undefined,
	after: RepositoryPage,
	nowSeconds: number
): string | undefined {
	if (!isResult(after)) return undefined;
	if (after.finding === 'not-found') {
		const words = notFoundInText(after);
		return before?.finding === 'not-found' && notFoundInText(before) === words ? undefined : words;
	}
	if (before === undefined || before.finding !== 'found') return describeResult(after, nowSeconds);
	const changes = [leadChange(before, after, nowSeconds), lifecycleChange(before, after, nowSeconds)];
	const people = describePeopleChange(before.people, after.people);
	return [...changes, people].filter(Boolean).join(' ') || undefined;
}

/** Whether a view is worth telling of: something is known, and every relay asked has answered or failed. */
export function isResult({ finding, coverage }: RepositoryPage): boolean {
	return finding !== 'looking' && coverage.settled;
}

function describeResult(page: RepositoryPage, nowSeconds: number): string {
	const lead = leadInText(page, nowSeconds);
	return `Found. ${lead}. ${countOf(page.confirmedCount, 'maintainer')} confirmed.`;
}

/** Without names and times in it, so no clock is needed. */
function notFoundInText({ coverage }: RepositoryPage): string {
	return nameNotFound(coverage) === 'Not found' ? 'Not found.' : sentenceInText(sayNotFound(coverage), 0);
}

function leadInText(page: RepositoryPage, nowSeconds: number): string {
	const words = presentLead(page);
	return `${page.lead.person ? 'Led by ' : ''}${sentenceInText(words.answer, nowSeconds)}`;
}

function leadChange(before: RepositoryPage, after: RepositoryPage, nowSeconds: number): string | undefined {
	const now = leadInText(after, nowSeconds);
	return leadInText(before, nowSeconds) === now ? undefined : `${now}.`;
}

function lifecycleChange(before: RepositoryPage, after: RepositoryPage, nowSeconds: number): string | undefined {
	if (before.lifecycle.kind === after.lifecycle.kind) return undefined;
	const words = sayLifecycle(after.lifecycle);
	return words && `${sentenceInText(words, nowSeconds)}.`;
}

const rank: Readonly<Record<Standing['kind'], string>> = {
	lead: 'a maintainer',
	maintainer: 'a maintainer',
	moderator: 'a moderator',
	invited: 'invited',
	'invited-moderator': 'invited as moderator',
	departed: 'gone',
	'removed-claiming': 'removed',
	declined: 'not a maintainer, by their own record',
	blocked: 'not to be counted'
};

function describePeopleChange(before: readonly PersonRow[], after: readonly PersonRow[]): string {
	const were = new Map(before.map((row) => [rowKey(row), row]));
	const are = new Set(after.map(rowKey));
	const changes: string[] = [];
	for (const row of after)
		if (!were.has(rowKey(row))) changes.push(`${nameInText(row.person)} is now ${rank[row.standing.kind]}.`);
	const stillThere = new Set(after.map((row) => row.person.pubkey));
	for (const row of before)
		if (!are.has(rowKey(row)) && !stillThere.has(row.person.pubkey))
			changes.push(`${nameInText(row.person)} is no longer ${rank[row.standing.kind]}.`);
	return changes.length > 4 ? `The people changed: ${countOf(changes.length, 'change')}.` : changes.join(' ');
}

const rowKey = (row: PersonRow) => `${row.person.pubkey} ${rank[row.standing.kind]}`;

/** A sentence without markup: names isolated, times in their short words. */
export function sentenceInText(sentence: Sentence, nowSeconds: number): string {
	return sentence
		.map((part) => {
			if (typeof part === 'string') return part;
			if (part.kind === 'person') return nameInText(part.person);
			if (part.kind === 'quote') return `\u2068${part.text}\u2069`;
			const words = describeTime(part.seconds, nowSeconds);
			return part.preposition ? words.afterVerb : words.short;
		})
		.join('');
}
