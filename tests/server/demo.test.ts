import { describe, expect, test } from 'vitest';
import { checkEvent } from '#lib/core/event.ts';
import { kinds } from '#lib/core/kinds.ts';
import { demoPeople, demoRepositories, signDemo, signDemoStory } from '../../server/demo.ts';
import { parseExpected } from '../../server/demo/expected.ts';
import { demoFiles } from '../../server/demo/files.ts';
import { parseStory } from '../../server/demo/story.ts';
import { EventStore } from '../../server/relay/event-store.ts';
import { startRelay } from '../../server/relay.ts';

const relays = ['ws://127.0.0.1:7421', 'ws://127.0.0.1:7422'];

describe('the demo', () => {
	const events = signDemo({ relays });

	test('holds only events whose shape, id and signature verify (D2)', () => {
		for (const event of events) expect(checkEvent(event)).toMatchObject({ ok: true });
		expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
	});

	test('is the same on every machine', () => {
		expect(signDemo({ relays })).toEqual(events);
	});

	test('is dated in the past, the story of a future date apart (D4)', () => {
		const future = new Set([...signDemoStory('future', { relays }).values()].map(({ id }) => id));
		for (const event of events.filter(({ id }) => !future.has(id)))
			expect(event.created_at).toBeLessThan(Date.UTC(2025, 0) / 1000);
	});

	test('leaves no name and no time where a key and a number belong', () => {
		expect(JSON.stringify(events)).not.toMatch(/@(alice|bob|carol|dave|eve|mallory|relays)|T\d\d:\d\d:\d\dZ/);
	});

	test('declares the given relays in every announcement and in the relay list of everybody', () => {
		const announcements = events.filter((event) => event.kind === kinds.announcement);
		for (const { tags } of announcements) expect(tags).toContainEqual(['relays', ...relays]);
		const lists = events.filter((event) => event.kind === kinds.relayList);
		expect(lists.map((event) => event.pubkey).sort()).toEqual(
			Object.values(demoPeople)
				.map((p) => p.pubkey)
				.sort()
		);
		for (const { tags } of lists) expect(tags).toEqual(relays.map((url) => ['r', url]));
	});

	test('names every announcement and state by its identifier', () => {
		for (const { name, identifier } of demoRepositories())
			for (const { kind, tags } of signDemoStory(name, { relays }).values())
				if (kind !== kinds.deletion) expect(tags.filter((tag) => tag[0] === 'd')).toEqual([['d', identifier]]);
	});

	test('is accepted by the relay, every event of it', async () => {
		const relay = await startRelay();
		expect(relay.publish(events).filter(({ accepted }) => !accepted)).toEqual([]);
		await relay.close();
	});

	test('ends the same in a store, in whatever order it comes', () => {
		const idsAfter = (order: typeof events) => {
			const store = new EventStore();
			for (const event of order) store.add(event);
			return store.query([{ tags: new Map() }], events.length).map(({ id }) => id);
		};
		const inOrder = idsAfter(events);
		expect(inOrder.length).toBeLessThan(events.length);
		expect(idsAfter([...events].reverse())).toEqual(inOrder);
		expect(idsAfter(events.toSorted((a, b) => (a.id < b.id ? -1 : 1)))).toEqual(inOrder);
	});

	test('has identifiers that addresses find hard', () => {
		const identifiers = demoRepositories().map((repository) => repository.identifier);
		for (const hard of ['/', ' ', '%', ':', '.', '🚀'])
			expect(
				identifiers.some((identifier) => identifier.includes(hard)),
				hard
			).toBe(true);
		expect(new Set(identifiers).size).toBe(identifiers.length);
	});
});

describe('a fault in the demo data is found when it is read:', () => {
	const pair = demoFiles.find((files) => files.name === 'pair');
	/** The files with every place of a text in them changed. */
	const change = (value: unknown, from: string | RegExp, to: string): unknown => {
		const text = JSON.stringify(value);
		expect(text).toMatch(from);
		return JSON.parse(text.replace(from, to));
	};

	test.each([
		['a name nobody has', '"by":"alice"', '"by":"tom"', /nobody signs it/],
		['a name nobody has in a tag', '"M","@alice"', '"M","@tom"', /nobody is called/],
		['a time that is none', /"at":"[^"]*"/, '"at":"yesterday"', /no time/],
		['a label twice', /"label":"alice-state"/, '"label":"alice-announcement-1"', /stands twice/],
		['an order that is not time', /"at":"2024-01-12T11/, '"at":"2024-11-12T11', /not in order/],
		['a tag that is no list of texts', '["name",', '[1,', /lists of texts/],
		['a group that the home page has not', /"group":"[^"]*"/, '"group":"other"', /no group/],
		['an event of another identifier', '["d","tide-tables"]', '["d","other"]', /not the identifier/]
	])('story: %s', (_, from, to, message) => {
		expect(() => parseStory('pair', change(pair?.story, from, to))).toThrow(message);
	});

	test.each([
		['a missing key', '"health":', '"wealth":', /its keys are not/],
		['a line without a source', '"guide":"Lead resolution"', '"guide":""', /names no source/],
		['a person nobody knows', '"is":["alice","bob"]', '"is":["tom"]', /cannot be/],
		['a label nobody signed', '"bob-state"', '"x"', /cannot be/],
		['an author of whose coordinate nothing is said', '"person":"bob"', '"person":"carol"', /nothing is said of bob/]
	])('expectation: %s', (_, from, to, message) => {
		const story = parseStory('pair', pair?.story);
		expect(() => parseExpected('pair', story, change(pair?.expected, from, to))).toThrow(message);
	});
});
