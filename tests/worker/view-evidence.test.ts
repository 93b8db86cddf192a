import { expect, test } from 'vitest';
import type { RelayUrl } from '#lib/core/relay-url.ts';
import { ViewEvidence } from '#lib/worker/discovery/view-evidence.ts';
import { announce, identifier, people, remove, sign } from './support/events.ts';

const one = 'wss://one.example' as RelayUrl;
const two = 'wss://two.example' as RelayUrl;
const { alice } = people;

test('an event of another coordinate that carries this identifier second is none of this view (D1)', () => {
	const evidence = new ViewEvidence(identifier);
	expect(evidence.addLive(announce('alice', 9000, [['d', identifier]], 'other'), one)).toBe(false);
	expect(evidence.newest(30617).size).toBe(0);
	expect(evidence.gather([]).announcements).toEqual([]);
});

test('the newest speaks in any order of arrival, of one second the lowest id (D1)', () => {
	const twins = ['x', 'y'].map((name) => announce('alice', 1000, [['name', name]]));
	const lowest = [...twins].sort((a, b) => (a.id < b.id ? -1 : 1))[0];
	for (const order of [twins, [...twins].reverse()]) {
		const evidence = new ViewEvidence(identifier);
		for (const event of [...order, announce('alice', 1)]) evidence.addLive(event, one);
		expect(evidence.newest(30617).get(alice.pubkey)).toEqual(lowest);
	}
});

test('versions beyond 21 are let go, the oldest first, and bring nothing new', () => {
	const evidence = new ViewEvidence(identifier);
	for (let i = 0; i < 30; i++) expect(evidence.addLive(announce('alice', 1000 + i), one)).toBe(true);
	expect(evidence.addLive(announce('alice', 1), one)).toBe(false);
	expect(evidence.gather([]).announcements.map(({ created_at }) => created_at)).toEqual(
		Array.from({ length: 21 }, (_, i) => 1009 + i)
	);
});

test('what the store remembers is not live until a relay gives it, and keeps where it was seen', () => {
	const evidence = new ViewEvidence(identifier);
	const event = announce('alice', 1000);
	expect(evidence.addStored([{ event, relays: [one], keptAtSeconds: 7 }])).toBe(true);
	expect(evidence.addStored([{ event, relays: [one], keptAtSeconds: 7 }])).toBe(false);
	expect([evidence.isLive(event.id), evidence.keptAtSeconds(event.id)]).toEqual([false, 7]);
	expect(evidence.addLive(event, two)).toBe(true);
	expect(evidence.addLive(event, two)).toBe(false);
	expect(evidence.isLive(event.id)).toBe(true);
	expect(evidence.relaysOf(event.id)).toEqual(new Set([one, two]));
});

test('of the deletion requests in the store those that speak of this view are evidence', () => {
	const evidence = new ViewEvidence(identifier);
	const state = sign('alice', 30618, 5, [['d', identifier]]);
	const strange = ['e', 'f'.repeat(64)];
	const of = (...tags: string[][]) => sign('alice', 5, 6, tags);
	const spoken = [
		of(['a', `30617:${alice.pubkey}:${identifier}`]),
		of(['a', `30618:${alice.pubkey}:${identifier}`], strange),
		of(strange, ['k', '30617'])
	];
	const ofState = of(['e', state.id], ['k', '30618']);
	const others = [
		of(['a', `30617:${alice.pubkey}:other`], strange, ['k', '30617']),
		of(['a', `30617:${people.bob.pubkey}:${identifier}`]),
		of(strange, ['k', '1621']),
		of(strange)
	];
	const stored = [...spoken, ofState, ...others].map((event) => ({ event, relays: [one], keptAtSeconds: 7 }));
	evidence.addStored(stored);
	expect(evidence.gather([]).deletions).toEqual(spoken);
	evidence.addLive(state, one);
	expect(evidence.gather([]).deletions).toEqual([...spoken, ofState]);
});

test('deletion requests and states are evidence; profiles are found by author', () => {
	const evidence = new ViewEvidence(identifier);
	const state = sign('alice', 30618, 5, [['d', identifier]]);
	const profile = sign('alice', 0, 5);
	const request = remove('alice', 6, ['e', state.id]);
	for (const event of [state, profile, request]) evidence.addLive(event, one);
	expect(evidence.gather([])).toMatchObject({ announcements: [], states: [state], deletions: [request], relays: [] });
	expect(evidence.newest(0)).toEqual(new Map([[alice.pubkey, profile]]));
});
