import { describe, expect, test, vi } from 'vitest';
import type { CheckedEvent } from '#lib/core/event.ts';
import type { Filter } from '#lib/core/filter.ts';
import type { RelayUrl } from '#lib/core/relay-url.ts';
import type { DropReason } from '#lib/worker/ingest/cheap-checks.ts';
import { Ingest, ingestLimits, type IngestLimits } from '#lib/worker/ingest/ingest.ts';
import { SeenEvents } from '#lib/worker/ingest/seen-events.ts';
import { announce, forge, identifier, people, sign } from './support/events.ts';

const one = 'wss://one.example' as RelayUrl;
const two = 'wss://two.example' as RelayUrl;
const filters: Filter[] = [{ kinds: [30617], authors: [people.alice.pubkey], '#d': [identifier] }];
const genuine = announce('alice', 1000);

function open(limits: Partial<IngestLimits> = {}, seen = new SeenEvents()) {
	const taken: [string, RelayUrl][] = [];
	const drops: [RelayUrl, DropReason][] = [];
	const floods: RelayUrl[] = [];
	const events: CheckedEvent[] = [];
	const ingest = new Ingest(
		seen,
		{
			onEvent: (event, from) => {
				events.push(event);
				taken.push([event.id, from]);
			},
			onDrop: (from, reason) => drops.push([from, reason]),
			onFlood: (from) => floods.push(from)
		},
		{ ...ingestLimits, ...limits }
	);
	const done = (from: RelayUrl) => new Promise<void>((resolve) => ingest.whenChecked(from, resolve));
	return { ingest, taken, drops, floods, events, done, seen };
}

test('a forged copy that comes first does not hide the genuine event (D2)', async () => {
	const { ingest, taken, drops, done } = open();
	ingest.take(one, forge(genuine), filters);
	ingest.take(one, genuine, filters);
	await done(one);
	expect(taken).toEqual([[genuine.id, one]]);
	expect(drops).toEqual([[one, 'signature']]);
});

test('of several copies under way each is tried until one verifies, over relays too (D2)', async () => {
	const { ingest, taken, done } = open();
	for (let i = 0; i < 5; i++) ingest.take(one, forge(genuine), filters);
	ingest.take(two, forge(genuine), filters);
	ingest.take(two, genuine, filters);
	await Promise.all([done(one), done(two)]);
	expect(taken).toContainEqual([genuine.id, two]);
});

test('an event whose content was changed under a genuine id is dropped, before and after the genuine one', async () => {
	const changed = { ...genuine, content: 'changed' };
	const { ingest, taken, drops, done } = open();
	ingest.take(one, changed, filters);
	ingest.take(two, genuine, filters);
	await Promise.all([done(one), done(two)]);
	ingest.take(one, changed, filters);
	await done(one);
	expect(taken).toEqual([[genuine.id, two]]);
	expect(drops).toEqual([
		[one, 'id'],
		[one, 'id']
	]);
});

test('one event of several relays is verified once and told for each; a false signature on it is dropped', async () => {
	const seen = new SeenEvents();
	const add = vi.spyOn(seen, 'add');
	const { ingest, taken, drops, events, done } = open({}, seen);
	ingest.take(one, genuine, filters);
	await done(one);
	ingest.take(two, forge(genuine), filters);
	ingest.take(two, genuine, filters);
	await done(two);
	expect(taken).toEqual([
		[genuine.id, one],
		[genuine.id, two]
	]);
	expect(drops).toEqual([[two, 'signature']]);
	expect(events.map(({ sig }) => sig)).toEqual([genuine.sig, genuine.sig]);
	expect(add).toHaveBeenCalledTimes(1);
});

describe('nothing is computed for what', () => {
	const asked = { kinds: [30617], authors: [people.alice.pubkey], '#d': [identifier] };
	test.each([
		['has another kind', sign('alice', 1, 1000, [['d', identifier]]), 'unasked'],
		['has another author', announce('bob', 1000), 'unasked'],
		['has another d', announce('alice', 1000, [], 'other'), 'unasked'],
		['is larger than events are', { ...genuine, content: 'x'.repeat(400_001) }, 'oversize'],
		['is no event', { ...genuine, sig: 'AB' }, 'shape'],
		['is nothing', null, 'shape']
	] as const)('%s', (_, raw, reason) => {
		const { ingest, drops } = open();
		ingest.take(one, raw, [asked]);
		expect(drops).toEqual([[one, reason]]);
		ingest.stop();
	});
});

test('a relay has a budget; what is beyond it is dropped, the relay is reported once, others go on', async () => {
	const { ingest, taken, drops, floods, done } = open({ eventsPerRelay: 3 });
	for (let i = 0; i < 6; i++) ingest.take(one, announce('bob', i), filters);
	ingest.take(two, genuine, filters);
	await done(two);
	expect(drops.filter(([, reason]) => reason === 'unasked')).toHaveLength(3);
	expect(drops.filter(([, reason]) => reason === 'over-budget')).toHaveLength(3);
	expect(floods).toEqual([one]);
	expect(taken).toEqual([[genuine.id, two]]);
});

test('what is known already does not eat the budget, and repeating it for ever does', async () => {
	const { ingest, floods, done } = open({ eventsPerRelay: 3 });
	ingest.take(one, genuine, filters);
	await done(one);
	for (let i = 0; i < 3; i++) ingest.take(one, genuine, filters);
	await done(one);
	expect(floods).toEqual([]);
	ingest.expectRepeats(one);
	for (let i = 0; i < 4; i++) ingest.take(one, genuine, filters);
	expect(floods).toEqual([one]);
	ingest.stop();
});

test('checking gives way to everything else, and one relay does not hold up another', async () => {
	const { ingest, taken, done } = open({ sliceMs: 0 });
	const order: string[] = [];
	for (let i = 0; i < 20; i++) ingest.take(one, forge(announce('alice', i)), filters);
	ingest.take(two, genuine, filters);
	setImmediate(() => order.push('something else'));
	void done(two).then(() => order.push('two'));
	await done(one);
	order.push('one');
	expect(order.at(-1)).toBe('one');
	expect(order).toContain('something else');
	expect(taken).toEqual([[genuine.id, two]]);
});

test('the ids that are remembered are bounded, and a forgotten one verifies again', async () => {
	const seen = new SeenEvents(2);
	const { ingest, taken, done } = open({}, seen);
	const versions = [1, 2, 3].map((seconds) => announce('alice', seconds));
	for (const version of [...versions, ...versions]) ingest.take(one, version, filters);
	await done(one);
	expect(versions.map(({ id }) => seen.has(id))).toEqual([false, true, true]);
	expect(taken).toHaveLength(6);
});

test('what was stopped tells nothing more', async () => {
	const { ingest, taken } = open();
	ingest.take(one, genuine, filters);
	ingest.stop();
	ingest.take(one, genuine, filters);
	await new Promise((resolve) => setImmediate(resolve));
	expect(taken).toEqual([]);
});
