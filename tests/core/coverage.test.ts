import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { resolveCoverage } from '#lib/core/coverage.ts';
import type { NoAnswerReason, RelayAnswer, RelayOutcome } from '#lib/core/evidence.ts';
import { parsePubkey, type Pubkey } from '#lib/core/ids.ts';
import { resolveWriteCoverage } from '#lib/core/write-coverage.ts';
import { parseRelayUrl, parseRelayUrls, type RelayUrl } from '#lib/core/relay-url.ts';

interface Case {
	readonly name: string;
	readonly page: 'https' | 'http';
	readonly declared: Record<string, string[]>;
	readonly outcomes: Record<string, 'answered' | 'waiting' | 'timeout' | 'closed' | 'auth-required' | 'error'>;
	readonly confirmed: string[];
	readonly selected: string;
	readonly lead: string | null;
	readonly nip65_write: Record<string, string[]>;
	readonly index: string[];
	readonly intent: 'declare-lead' | null;
	readonly named: string[];
	readonly removing: string[];
	readonly expect: {
		readonly settled: boolean;
		readonly counted: string[];
		readonly answered: number;
		readonly complete_enough_to_write: boolean;
		readonly unheard_named: string[];
		readonly silent_members: string[];
	};
}
const vectors = JSON.parse(
	readFileSync(new URL('../fixtures/vectors/coverage.json', import.meta.url), 'utf8')
) as unknown as { readonly cases: readonly Case[] };

function relay(text: string): RelayUrl {
	const parsed = parseRelayUrl(text);
	if (!parsed.ok) throw new Error(text);
	return parsed.value;
}
function person(text: string): Pubkey {
	const parsed = parsePubkey(text);
	if (!parsed) throw new Error(text);
	return parsed;
}
function failed(reason: NoAnswerReason): RelayOutcome {
	return { kind: 'failed', reason };
}
/** What the worker would report of a relay that behaves as a vector says, on a page of that scheme (D36). */
function outcomeOf(url: RelayUrl, outcome: Case['outcomes'][string], page: Case['page']): RelayOutcome {
	if (page === 'https' && url.startsWith('ws://')) return failed('insecure');
	if (outcome === 'answered' || outcome === 'waiting') return { kind: outcome };
	return failed(outcome === 'error' ? 'connection' : outcome);
}
function ask(declared: Record<string, string[]>, answers: readonly RelayAnswer[], who = Object.keys(declared)) {
	const declaredBy = new Map(who.map((key) => [person(key), parseRelayUrls(declared[key] ?? [])]));
	return resolveCoverage({ declaredBy, answers });
}

const alice = '1'.repeat(64);
const one = relay('wss://one.example');
const two = relay('wss://two.example');

describe('vectors: coverage.json', () => {
	test('the file has its 23 cases', () => expect(vectors.cases).toHaveLength(23));
	test.each(vectors.cases.map((entry) => [entry.name, entry] as const))('%s', (_, entry) => {
		const answers = Object.entries(entry.outcomes).map(([text, outcome]): RelayAnswer => {
			const url = relay(text);
			return { url, outcome: outcomeOf(url, outcome, entry.page) };
		});
		const who = entry.confirmed.length > 0 ? entry.confirmed : [entry.selected];
		const view = ask(entry.declared, answers, who);
		expect(view.settled).toBe(entry.expect.settled);
		// Whatever a write counts is among what reading waits for, and the same of it has answered.
		expect(view.declared).toEqual(expect.arrayContaining(entry.expect.counted));
		const counted = view.answered.filter((url) => entry.expect.counted.includes(url));
		expect(counted).toHaveLength(entry.expect.answered);

		const perPerson = (lists: Record<string, string[]>) =>
			new Map(Object.entries(lists).map(([key, urls]) => [person(key), parseRelayUrls(urls)]));
		const write = resolveWriteCoverage({
			selected: person(entry.selected),
			lead: entry.lead === null ? undefined : person(entry.lead),
			confirmed: entry.confirmed.map(person),
			settled: view.settled,
			answers,
			declared: perPerson(entry.declared),
			writeRelays: perPerson(entry.nip65_write),
			index: parseRelayUrls(entry.index),
			declaresLead: entry.intent === 'declare-lead',
			named: entry.named.map(person),
			removing: entry.removing.map(person)
		});
		expect({
			counted: [...write.counted].sort(),
			answered: write.answeredCount,
			settled: view.settled,
			complete_enough_to_write: write.isCompleteEnough,
			unheard_named: [...write.unheardNamed].sort(),
			silent_members: [...write.silentMembers].sort()
		}).toEqual(entry.expect);
	});
});

test('a declared relay that was never spoken of is waited for (D37)', () => {
	const view = ask({ [alice]: [one, two] }, [{ url: one, outcome: { kind: 'answered' } }]);
	expect(view).toMatchObject({ settled: false, answered: [one], waiting: [two], silent: [] });
});

test('a relay that was asked without being declared is waited for too (stricter than D37)', () => {
	const answers: RelayAnswer[] = [
		{ url: one, outcome: { kind: 'answered' } },
		{ url: two, outcome: { kind: 'waiting' } }
	];
	expect(ask({ [alice]: [one] }, answers).settled).toBe(false);
});

test.each(['timeout', 'closed', 'auth-required', 'partial', 'connection', 'insecure', 'flooded'] as const)(
	'%s settles and is silence, not an answer (D36)',
	(reason) => {
		const view = ask({ [alice]: [one] }, [{ url: one, outcome: failed(reason) }]);
		expect(view).toMatchObject({ settled: true, answered: [], waiting: [], silent: [one] });
	}
);

test('a relay that was not asked on purpose is neither waited for nor silent (D36)', () => {
	const view = ask({ [alice]: [one] }, [{ url: one, outcome: { kind: 'not-asked', reason: 'local-address' } }]);
	expect(view).toMatchObject({ declared: [one], settled: true, answered: [], waiting: [], silent: [] });
});

test('the ninth different relay of an author is not waited for (D37)', () => {
	const many = Array.from({ length: 9 }, (_, i) => `wss://r${i}.example`);
	const twice = [many[0] ?? '', ...many];
	const answers = many.slice(0, 8).map((text): RelayAnswer => ({ url: relay(text), outcome: { kind: 'answered' } }));
	const view = ask({ [alice]: twice }, answers);
	expect(view.declared).toHaveLength(8);
	expect(view.settled).toBe(true);
});

test('one host is one relay, however it is written (D39)', () => {
	const view = ask({ [alice]: ['wss://One.Example', 'wss://one.example:443/', 'wss://one.example/'] }, [
		{ url: one, outcome: { kind: 'answered' } }
	]);
	expect(view).toMatchObject({ declared: [one], settled: true, answered: [one] });
});
