import { describe, expect, test } from 'vitest';
import { gatherEvidence } from '#lib/core/evidence.ts';
import type { CheckedEvent } from '#lib/core/event.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import type { RelayUrl } from '#lib/core/relay-url.ts';
import { resolveRepository } from '#lib/core/resolve.ts';
import { askedNothing, nextQuestions } from '#lib/worker/discovery/questions.ts';
import { findWanted } from '#lib/worker/discovery/wanted.ts';
import { readWriteRelays } from '#lib/worker/discovery/write-relays.ts';
import { announce, identifier, people, sign } from './support/events.ts';

const { alice, bob, carol, dave, eve } = people;
const nowhere = { hints: [], added: [], index: [] };
const stranger = (i: number) => i.toString(16).padStart(64, '0') as Pubkey;

function want(announcements: readonly CheckedEvent[], lists: readonly CheckedEvent[] = [], given = nowhere) {
	const address = { pubkey: alice.pubkey, identifier, relayHints: [] };
	const view = resolveRepository(gatherEvidence(announcements), address);
	const byAuthor = (events: readonly CheckedEvent[]) => new Map(events.map((event) => [event.pubkey, event]));
	return findWanted(view, byAuthor(lists), given);
}

describe('whom a view asks about (D36)', () => {
	test('the selected author before anything is known', () => {
		expect(want([]).authors).toEqual([alice.pubkey]);
	});

	test('whomever a confirmed or the selected author names, and nobody that only others name', () => {
		const { authors, stateAuthors } = want([
			announce('alice', 1, [
				['m', '@alice'],
				['m', '@bob'],
				['o', '@carol', '5', '6']
			]),
			announce('bob', 1, [
				['m', '@alice'],
				['maintainers', '@eve']
			]),
			announce('carol', 1, [['m', '@dave']])
		]);
		expect(new Set(authors)).toEqual(new Set([alice.pubkey, bob.pubkey, carol.pubkey]));
		expect(new Set(stateAuthors)).toEqual(new Set([alice.pubkey, bob.pubkey]));
	});

	test('the lead path with its next target, whoever it leads over', () => {
		const { authors } = want([
			announce('alice', 1, [['M', '@bob']]),
			announce('bob', 1, [
				['M', '@carol'],
				['m', '@dave']
			])
		]);
		expect(authors).toEqual([alice.pubkey, bob.pubkey, carol.pubkey]);
	});

	test('at most 2,000 people, one who names thousands does not crowd out whom another names, and who is left out counts for who names them', () => {
		const many = Array.from({ length: 5_000 }, (_, i) => ['m', stranger(i)]);
		const { authors, peopleNotAsked } = want([
			announce('alice', 1, [['m', '@alice'], ['m', '@bob'], ...many]),
			announce('bob', 1, [
				['m', '@alice'],
				['m', '@bob'],
				['m', '@eve'],
				['m', '@dave']
			])
		]);
		expect(authors).toHaveLength(2_000);
		expect(authors).toEqual(expect.arrayContaining([eve.pubkey, dave.pubkey]));
		expect(peopleNotAsked).toEqual(new Map([[alice.pubkey, 3_004]]));
		expect(want([announce('alice', 1, [['m', '@bob']])]).peopleNotAsked).toEqual(new Map());
	});
});

describe('where a view asks (D36, D39)', () => {
	test('given relays first; then one of each author in turn; then write relays', () => {
		const [hint, index] = ['wss://hint.example', 'wss://index.example'] as RelayUrl[];
		const { relays } = want(
			[
				announce('alice', 1, [
					['m', '@alice'],
					['m', '@bob'],
					['m', '@carol'],
					['relays', 'wss://A1.example/', 'wss://a2.example', 'wss://both.example']
				]),
				announce('bob', 1, [
					['m', '@alice'],
					['relays', 'wss://b1.example', 'wss://both.example', 'not a relay']
				]),
				announce('carol', 1, [['relays', 'wss://never.example']])
			],
			[
				sign('carol', 10002, 1, [
					['r', 'wss://c1.example'],
					['r', 'wss://a2.example'],
					['r', 'wss://c3.example']
				])
			],
			{ hints: [hint as RelayUrl], added: [], index: [index as RelayUrl] } as never
		);
		expect([...relays].map(([url, { roles }]) => [url.slice(6), ...roles])).toEqual([
			['hint.example', 'hint'],
			['index.example', 'index'],
			['a1.example', 'declared'],
			['b1.example', 'declared'],
			['a2.example', 'declared', 'write-relay'],
			['both.example', 'declared'],
			['c1.example', 'write-relay']
		]);
		const both = relays.get('wss://both.example' as RelayUrl);
		expect([both?.declaredBy, both?.writtenBy]).toEqual([new Set([alice.pubkey, bob.pubkey]), new Set()]);
		const second = relays.get('wss://a2.example' as RelayUrl);
		expect([second?.declaredBy, second?.writtenBy]).toEqual([new Set([alice.pubkey]), new Set([carol.pubkey])]);
	});

	test('what somebody declares beyond their sixteenth relay is not listed, and yet known as declared', () => {
		const urls = Array.from({ length: 20 }, (_, i) => `wss://${i}.example`);
		const { relays, declared } = want([announce('alice', 1, [['relays', ...urls]])]);
		expect(relays.size).toBe(16);
		expect(declared).toEqual(new Set(urls));
	});

	test('state only where confirmed maintainers declare', () => {
		const { relays } = want([
			announce('alice', 1, [
				['M', '@bob'],
				['relays', 'wss://a.example']
			]),
			announce('bob', 1, [
				['M', '@bob'],
				['relays', 'wss://b.example']
			])
		]);
		expect([...relays].map(([url, { isAskedForState }]) => [url, isAskedForState])).toEqual([
			['wss://a.example', false],
			['wss://b.example', true]
		]);
	});

	test('two write relays of a person, in their one spelling; read relays are none', () => {
		const tags = [
			['r', 'wss://read.example', 'read'],
			['r', 'https://x.example'],
			['r', 'wss://ONE.example/', 'write'],
			['r', 'wss://one.example'],
			['r'],
			['r', 'wss://two.example'],
			['r', 'wss://three.example']
		];
		expect(readWriteRelays(sign('alice', 10002, 1, tags))).toEqual(['wss://one.example', 'wss://two.example']);
	});
});

describe('what a relay is asked', () => {
	test('everything once, in chunks of a hundred', () => {
		const asked = askedNothing();
		const authors = Array.from({ length: 250 }, (_, i) => stranger(i));
		const wanted = { authors, stateAuthors: [stranger(1)], speaking: [announce('alice', 1)] };
		const filters = nextQuestions(asked, identifier, wanted);
		expect(filters.filter(({ kinds }) => kinds?.includes(30617)).map((filter) => filter.authors?.length)).toEqual([
			100, 100, 50
		]);
		expect(filters).toHaveLength(3 * 4 + 1 + 1);
		expect(filters).toContainEqual({ kinds: [5], authors: [alice.pubkey], '#e': [announce('alice', 1).id] });
		expect(nextQuestions(asked, identifier, wanted)).toEqual([]);
		const more = nextQuestions(asked, identifier, { ...wanted, authors: [...authors, stranger(999)] });
		expect(more.map((filter) => filter.authors)).toEqual(Array.from({ length: 4 }, () => [stranger(999)]));
	});

	test('deletions by the address as it stands, colons and all', () => {
		const [, deletions] = nextQuestions(askedNothing(), 'a:b', {
			authors: [stranger(1)],
			stateAuthors: [],
			speaking: []
		});
		expect(deletions?.['#a']).toEqual([`30617:${stranger(1)}:a:b`, `30618:${stranger(1)}:a:b`]);
	});
});
