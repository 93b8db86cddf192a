import { describe, expect, test } from 'vitest';
import { addressOf } from '#lib/core/deletion.ts';
import { kinds } from '#lib/core/kinds.ts';
import {
	alice,
	announce,
	bob,
	carol,
	dave,
	identifier,
	pairTags,
	requestDeletion,
	viewFrom
} from '../support/repository.ts';

const pair = pairTags();

describe('who gives which field (D25; guide, Coordinates and repository data)', () => {
	test('the newest confirmed announcement that has the tag gives it, field by field', () => {
		const { metadata } = viewFrom(alice, [
			announce(alice, 100, [
				...pair.alice,
				['name', 'Old'],
				['description', 'From Alice'],
				['web', 'https://a.example']
			]),
			announce(bob, 200, [...pair.bob, ['name', 'New'], ['t', 'git'], ['t', 'nostr']])
		]);
		expect(metadata.basis).toBe('members');
		expect(metadata.name).toMatchObject({ value: 'New', by: bob });
		expect(metadata.description).toMatchObject({ value: 'From Alice', by: alice });
		expect(metadata.web).toMatchObject({ value: ['https://a.example'], by: alice });
		expect(metadata.hashtags).toMatchObject({ value: ['git', 'nostr'], by: bob });
	});

	test('an empty value counts: it clears', () => {
		const { metadata } = viewFrom(alice, [
			announce(alice, 100, [...pair.alice, ['description', 'Something'], ['web', 'https://a.example']]),
			announce(bob, 200, [...pair.bob, ['description', ''], ['web']])
		]);
		expect(metadata.description).toMatchObject({ value: '', by: bob });
		expect(metadata.web).toMatchObject({ value: [], by: bob });
	});

	test('of two announcements of one second the lower id gives the field (D1)', () => {
		const events = [
			announce(alice, 100, [...pair.alice, ['name', 'A']]),
			announce(bob, 100, [...pair.bob, ['name', 'B']])
		];
		const lower = events[0]!.id < events[1]!.id ? 'A' : 'B';
		expect(viewFrom(alice, events).metadata.name?.value).toBe(lower);
		expect(viewFrom(alice, events.toReversed()).metadata.name?.value).toBe(lower);
	});

	test('2. relays and clone addresses are united, every value of every tag, with all who gave them', () => {
		const { metadata } = viewFrom(alice, [
			announce(alice, 100, [
				...pair.alice,
				['relays', 'wss://one.example', 'wss://two.example'],
				['clone', 'https://x/1'],
				['clone', 'https://x/2']
			]),
			announce(bob, 200, [
				...pair.bob,
				['relays', 'wss://two.example'],
				['relays', 'wss://three.example'],
				['clone', 'https://x/2', '']
			])
		]);
		expect(metadata.relays).toEqual([
			{ value: 'wss://one.example', by: [alice] },
			{ value: 'wss://two.example', by: [alice, bob] },
			{ value: 'wss://three.example', by: [bob] }
		]);
		expect(metadata.clone).toEqual([
			{ value: 'https://x/1', by: [alice] },
			{ value: 'https://x/2', by: [alice, bob] }
		]);
	});

	test('an invited or departed person gives nothing; neither does a departed selected author (D17)', () => {
		const events = [
			announce(alice, 100, [...pair.alice, ['m', carol, '30'], ['name', 'Right'], ['relays', 'wss://alice.example']]),
			announce(carol, 900, [
				['m', carol, '40'],
				['name', 'Wrong'],
				['relays', 'wss://carol.example']
			]),
			announce(dave, 900, [
				['M', alice],
				['m', dave, '10', '20'],
				['name', 'Gone'],
				['relays', 'wss://dave.example']
			])
		];
		for (const selected of [alice, dave]) {
			const { metadata, coverage } = viewFrom(selected, events);
			expect(metadata.name?.value).toBe('Right');
			expect(metadata.relays.map(({ value }) => value)).toEqual(['wss://alice.example']);
			expect(coverage.declared).toEqual(['wss://alice.example']);
		}
	});

	test('the root commit and the upstream are the lead’s', () => {
		const { metadata } = viewFrom(bob, [
			announce(alice, 100, [...pair.alice, ['r', 'aaaa', 'euc'], ['u', 'https://up.example/alice', 'wss://r.example']]),
			announce(bob, 200, [...pair.bob, ['r', 'bbbb', 'euc'], ['u', 'https://up.example/bob']])
		]);
		expect(metadata.earliestUniqueCommit).toMatchObject({ value: 'aaaa', by: alice });
		expect(metadata.upstream).toMatchObject({ value: ['https://up.example/alice', 'wss://r.example'], by: alice });
	});

	test('nobody confirmed: the selected author’s own fields are shown and grant nothing', () => {
		const blocked = announce(alice, 100, [
			['m', alice, '10', 'defer'],
			['name', 'Readable'],
			['relays', 'wss://a.example']
		]);
		const view = viewFrom(alice, [blocked]);
		expect(view.metadata).toMatchObject({ basis: 'selected', name: { value: 'Readable' } });
		expect(view.confirmed).toEqual([]);
		expect(view.coverage.declared).toEqual(['wss://a.example']);
	});

	test('a deleted announcement leaves its last signed snapshot readable, hints included (D33)', () => {
		const view = viewFrom(alice, [
			announce(alice, 100, [
				['name', 'Kept'],
				['relays', 'wss://a.example']
			]),
			requestDeletion(alice, 200, [['a', addressOf(kinds.announcement, alice, identifier)]])
		]);
		expect(view.lifecycle).toEqual({ kind: 'deleted', at: 200, by: alice });
		expect(view.metadata).toMatchObject({ basis: 'snapshot', name: { value: 'Kept' } });
		expect(view.metadata.relays).toEqual([{ value: 'wss://a.example', by: [alice] }]);
		expect(view.confirmed).toEqual([]);
	});

	test('nothing seen: nothing is made up', () => {
		expect(viewFrom(alice, []).metadata).toEqual({ basis: 'nothing', relays: [], clone: [] });
	});
});
