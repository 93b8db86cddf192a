import 'fake-indexeddb/auto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CoverageViewModel } from '#lib/worker/api.ts';
import { poolLimits } from '#lib/worker/relays/relay-pool.ts';
import { startRelay } from '../../server/relay.ts';
import { announce, forge as forged, identifier, people, remove, sign } from './support/events.ts';
import { askedOf, closeAll, local, raw, recording, standings, startForge } from './support/forge-harness.ts';
import { made, openSockets, useNodeSockets } from './support/node-sockets.ts';
import { say } from './support/raw-relay.ts';
import { waitUntil } from './support/wait-until.ts';

const { alice, bob, carol, dave, eve } = people;

beforeAll(useNodeSockets);
afterEach(closeAll);

/** How much the first relay sent that was dropped. */
function countDrops({ relays }: CoverageViewModel): number {
	return (relays[0]?.drops ?? []).reduce((sum, { count }) => sum + count, 0);
}

/** A relay that nobody listens on. */
async function dead(): Promise<string> {
	const relay = await startRelay();
	await relay.close();
	return relay.url;
}

describe('discovery goes on until nothing new is wanted (D36)', () => {
	test('finds the acceptance that only a relay of the lead has', async () => {
		const second = await local([
			announce('bob', 1001, [
				['M', '@alice'],
				['m', '@bob']
			])
		]);
		const first = await local([
			announce('alice', 1000, [
				['M', '@alice'],
				['m', '@bob'],
				['relays', second.url],
				['name', 'Mine']
			])
		]);
		const { page, untilSettled } = startForge().openPage({ relayHints: [first.url] });
		await untilSettled();
		expect(standings(page())).toEqual(['alice: lead', 'bob: maintainer']);
		expect(page().coverage.relays.map(({ url, roles, outcome }) => [url, roles, outcome.kind])).toEqual([
			[first.url, ['hint'], 'answered'],
			[second.url, ['declared'], 'answered']
		]);
		expect(page()).toMatchObject({ finding: 'found', origin: { kind: 'live' }, name: { value: 'Mine' } });
	});

	test('finds the acceptance that only the write relay of the invited has', async () => {
		const own = await local([announce('bob', 1001, [['M', '@alice']])]);
		const index = await local([
			announce('alice', 1000, [
				['M', '@alice'],
				['m', '@bob']
			]),
			sign('bob', 10002, 900, [
				['r', own.url, 'write'],
				['r', 'wss://read.example', 'read']
			])
		]);
		const { page, untilSettled } = startForge({ indexRelays: [index.url] }).openPage();
		await untilSettled();
		expect(standings(page())).toEqual(['alice: lead', 'bob: maintainer']);
		const relay = page().coverage.relays.find(({ url }) => url === own.url);
		expect(relay).toMatchObject({ roles: ['write-relay'], declaredBy: [], writtenBy: [{ pubkey: bob.pubkey }] });
		expect(page().coverage.relays).toHaveLength(2);
	});

	test('follows the lead path over people nobody confirmed, each on what the last declares', async () => {
		const third = await local([announce('carol', 1000, [['M', '@carol']])]);
		const second = await local([
			announce('bob', 1000, [
				['M', '@carol'],
				['relays', third.url]
			])
		]);
		const first = await local([
			announce('alice', 1000, [
				['M', '@bob'],
				['relays', second.url]
			])
		]);
		const { page, untilSettled } = startForge().openPage({ relayHints: [first.url] });
		await untilSettled();
		expect(page().lead).toMatchObject({ source: 'explicit', person: { pubkey: carol.pubkey } });
		expect(page().lead.path.map(({ pubkey }) => pubkey)).toEqual([alice.pubkey, bob.pubkey, carol.pubkey]);
		expect(page().leadPath).toContain(page().lead.person?.npub);
	});

	test('does not ask for strangers: whom only somebody unconfirmed names (the next lead aside)', async () => {
		const relay = await recording([
			announce('alice', 1000, [
				['M', '@alice'],
				['m', '@eve'],
				['m', '@bob']
			]),
			announce('eve', 1001, [
				['M', '@dave'],
				['m', '@carol']
			]),
			announce('bob', 1001, [
				['M', '@alice'],
				['m', '@bob']
			])
		]);
		const { page, untilSettled } = startForge().openPage({ relayHints: [relay.url] });
		await untilSettled();
		expect(standings(page())).toEqual(['alice: lead', 'bob: maintainer', 'eve: invited']);
		const asked = JSON.stringify(askedOf(relay));
		expect(asked).toContain(eve.pubkey);
		expect(asked).not.toContain(carol.pubkey);
		expect(asked).not.toContain(dave.pubkey);
	});

	test('asks narrowly: every filter names authors, and for repositories the identifier or address', async () => {
		const relay = await recording([announce('alice', 1000, [['relays', 'ws://127.0.0.1:1']])]);
		const { untilSettled } = startForge().openPage({ relayHints: [relay.url] });
		await untilSettled();
		for (const filter of askedOf(relay)) {
			expect(filter.authors).toEqual([alice.pubkey]);
			if (filter.kinds?.includes(30617)) expect(filter['#d']).toEqual([identifier]);
			if (filter.kinds?.includes(5)) expect(filter['#a'] ?? filter['#e'] ?? filter['#k']).toBeDefined();
		}
		expect(
			askedOf(relay).some((filter) =>
				filter['#e']?.includes(announce('alice', 1000, [['relays', 'ws://127.0.0.1:1']]).id)
			)
		).toBe(true);
	});

	test('asks for state only where confirmed maintainers keep it, and only theirs', async () => {
		const state = sign('alice', 30618, 1002, [
			['d', identifier],
			['HEAD', 'ref: refs/heads/main'],
			['refs/heads/main', 'a'.repeat(40)]
		]);
		const strange = sign('eve', 30618, 2000, [
			['d', identifier],
			['refs/heads/main', 'b'.repeat(40)]
		]);
		const declared = await recording([state, strange]);
		const hint = await recording([
			announce('alice', 1000, [
				['m', '@eve'],
				['m', '@alice'],
				['relays', declared.url]
			]),
			state,
			strange
		]);
		const { page, until } = startForge().openPage({ relayHints: [hint.url] });
		await until('the state is there', (shown) => shown.state !== undefined && shown.coverage.settled);
		expect(page().state).toMatchObject({
			by: { pubkey: alice.pubkey },
			head: { kind: 'branch', name: 'main' },
			branchCount: 1
		});
		expect(askedOf(hint).filter(({ kinds }) => kinds?.includes(30618))).toEqual([]);
		const asked = askedOf(declared).filter(({ kinds }) => kinds?.includes(30618));
		expect(new Set(asked.flatMap(({ authors = [] }) => authors))).toEqual(new Set([alice.pubkey]));
	});

	test('a deletion by id is asked for and counts', async () => {
		const announcement = announce('alice', 1000, [['name', 'Gone']]);
		const keeping = await recording([announcement, remove('alice', 1500, ['e', announcement.id])]);
		const { page, until } = startForge().openPage({ relayHints: [keeping.url] });
		await until('it is deleted', ({ lifecycle }) => lifecycle.kind === 'deleted');
		expect(page()).toMatchObject({ basis: 'snapshot', name: { value: 'Gone' } });
	});

	test('a deletion of a version nobody has seen is found by its kind, and said to be possible (D3)', async () => {
		const relay = await local([
			announce('alice', 1000),
			sign('alice', 5, 1500, [
				['e', 'f'.repeat(64)],
				['k', '30617']
			])
		]);
		const { page, untilSettled } = startForge().openPage({ relayHints: [relay.url] });
		await untilSettled();
		expect(page()).toMatchObject({ lifecycle: { kind: 'live' }, possiblyDeleted: [{ pubkey: alice.pubkey }] });
	});

	test('the first 8 relays of an author are asked, the next 8 are listed as not asked, all are counted', async () => {
		const urls = await Promise.all(Array.from({ length: 17 }, dead));
		const hint = await local([announce('alice', 1000, [['relays', ...urls]])]);
		const { page, untilSettled } = startForge().openPage({ relayHints: [hint.url] });
		await untilSettled();
		const { relays, askedCount, declaredNotAskedCount } = page().coverage;
		expect([relays.length, declaredNotAskedCount]).toEqual([17, 9]);
		expect(askedCount).toBe(9);
		expect(relays.filter(({ outcome }) => outcome.kind === 'not-asked')).toMatchObject(
			urls.slice(8, 16).map((url) => ({
				url,
				outcome: { reason: 'too-many-relays' },
				declaredBy: [{ pubkey: alice.pubkey }]
			}))
		);
	});

	test('never more sockets than there may be; the rest is listed as not asked, and asked when a place is free', async () => {
		const [one, two, three] = [await local(), await local(), await local()];
		const forge = startForge({}, { pool: { ...poolLimits, sockets: 2, firstRetryMs: 10, lastRetryMs: 50 } });
		const first = forge.openPage({ relayHints: [one.url] });
		await first.untilSettled();
		const second = forge.openPage({ relayHints: [two.url, three.url], identifier: 'other' });
		await second.untilSettled();
		expect(second.page().coverage.relays.map(({ outcome }) => outcome.kind)).toEqual(['answered', 'not-asked']);
		first.dispose();
		two.publish([announce('alice', 1000, [], 'other')]);
		await second.until('the third is asked', ({ coverage }) => coverage.answeredCount === 2);
	});
});

describe('what relays do shows (D36, D37)', () => {
	test('a silent relay holds up nothing but the word settled, until its time is over', async () => {
		const silent = await local();
		silent.setFault({ kind: 'silence' });
		const speaking = await local([announce('alice', 1000)]);
		const { page, pages, until, untilSettled } = startForge({}, { answerTimeoutMs: 400 }).openPage({
			relayHints: [silent.url, speaking.url]
		});
		await until('it is found', ({ finding }) => finding === 'found');
		expect(page().coverage.settled).toBe(false);
		await untilSettled();
		expect(page().coverage).toMatchObject({ askedCount: 2, answeredCount: 1 });
		expect(page().coverage.relays[0]?.outcome).toEqual({ kind: 'failed', reason: 'timeout' });
		expect(pages.some(({ finding }) => finding === 'not-found')).toBe(false);
	});

	test('when all relays are dead that is known at once, and nothing is found', async () => {
		const urls = [await dead(), await dead()];
		const { page, untilSettled } = startForge().openPage({ relayHints: urls });
		const start = performance.now();
		await untilSettled();
		expect(performance.now() - start).toBeLessThan(1_500);
		expect(page()).toMatchObject({
			finding: 'not-found',
			origin: { kind: 'nothing' },
			lifecycle: { kind: 'not-found' }
		});
		expect(page().coverage).toMatchObject({ askedCount: 2, answeredCount: 0 });
	});

	test('a socket dropped half-way is no answer; asked again, it is one', async () => {
		const relay = await local([
			announce('alice', 1000, [
				['m', '@alice'],
				['m', '@bob']
			]),
			announce('bob', 1000, [['m', '@alice']])
		]);
		relay.setFault({ kind: 'drop-midway', afterEvents: 1 });
		const { page, until } = startForge().openPage({ relayHints: [relay.url] });
		await until('the drop shows', ({ coverage }) => coverage.relays[0]?.outcome.kind === 'failed');
		expect(page().coverage).toMatchObject({ settled: true, answeredCount: 0 });
		relay.setFault(undefined);
		await until('it has answered', ({ coverage }) => coverage.settled && coverage.answeredCount === 1);
		expect(standings(page())).toEqual(['alice: maintainer', 'bob: maintainer']);
	});

	test('not found is said only when all were asked and have answered or failed', async () => {
		const relay = await local();
		const { pages, untilSettled, page } = startForge({ indexRelays: [relay.url] }).openPage();
		await untilSettled();
		expect(page().finding).toBe('not-found');
		for (const { finding, coverage } of pages) expect(finding === 'not-found').toBe(coverage.settled);
	});

	test('a forged copy first, on one relay, does not hide the genuine event of another; the drop is counted', async () => {
		const genuine = announce('alice', 1000, [['name', 'Genuine']]);
		const liar = await recording([
			forged(genuine),
			{ ...announce('alice', 3000, [['name', 'Changed']]), content: 'x' }
		]);
		const { page, until } = startForge().openPage({ relayHints: [liar.url] });
		await until('the lies are counted', ({ coverage }) => coverage.settled && countDrops(coverage) >= 2);
		expect(page()).toMatchObject({ finding: 'not-found' });
		const honest = await local([genuine]);
		const both = startForge().openPage({ relayHints: [liar.url, honest.url] });
		await both.untilSettled();
		expect(both.page()).toMatchObject({ finding: 'found', name: { value: 'Genuine' } });
	});

	test('events that no filter asked for are dropped, counted, and change nothing', async () => {
		const relay = await raw(([verb, id], socket) => {
			if (verb !== 'REQ') return;
			say(socket, 'EVENT', id, announce('eve', 5000, [['m', '@alice']]));
			say(socket, 'EVENT', id, announce('alice', 1000, [], 'other'));
			say(socket, 'EOSE', id);
		});
		const { page, untilSettled } = startForge().openPage({ relayHints: [relay.url] });
		await untilSettled();
		expect(page().finding).toBe('not-found');
		expect(page().coverage.relays[0]).toMatchObject({ eventCount: 0 });
		expect(countDrops(page().coverage)).toBeGreaterThanOrEqual(2);
	});

	test('a relay beyond its budget is dropped for good and called flooded', async () => {
		const relay = await raw(([verb, id], socket) => {
			if (verb === 'REQ') for (let i = 0; i < 60; i++) say(socket, 'EVENT', id, { i });
		});
		const { page, untilSettled } = startForge(
			{},
			{ discovery: { ingest: { eventsPerRelay: 50, sliceMs: 16 } } }
		).openPage({
			relayHints: [relay.url]
		});
		await untilSettled();
		expect(page().coverage.relays[0]?.outcome).toMatchObject({ kind: 'failed', reason: 'flooded' });
		await waitUntil('it is left alone', () => openSockets() === 0);
	});

	test('local addresses are not contacted from a page elsewhere, unless typed in; nor ws from a secure page', async () => {
		const [hint, added] = [
			await local(),
			await local([announce('alice', 1000, [['relays', 'ws://10.0.0.7', 'wss://printer.local']])])
		];
		const before = made.length;
		const elsewhere = startForge({ pageIsLoopback: false }).openPage({
			relayHints: [hint.url],
			addedRelays: [added.url]
		});
		await elsewhere.until('it is found', ({ finding, coverage }) => finding === 'found' && coverage.settled);
		expect(elsewhere.page().coverage.relays.map(({ url, outcome }) => [url, outcome])).toEqual([
			[hint.url, { kind: 'not-asked', reason: 'local-address' }],
			[added.url, { kind: 'answered' }],
			['ws://10.0.0.7', { kind: 'not-asked', reason: 'local-address' }],
			['wss://printer.local', { kind: 'not-asked', reason: 'local-address' }]
		]);
		expect(elsewhere.page().coverage.declaredNotAskedCount).toBe(2);
		expect(made.slice(before).map(({ url }) => url)).toEqual([added.url]);
		const secure = startForge({ pageIsSecure: true, pageIsLoopback: false }).openPage({ relayHints: [hint.url] });
		await secure.untilSettled();
		expect(secure.page().coverage.relays[0]?.outcome).toEqual({ kind: 'failed', reason: 'insecure' });
		expect(hint.connectionCount).toBe(0);
	});

	test('says whether the newest announcement was seen where its author would put it', async () => {
		const hint = await local([announce('alice', 1000)]);
		const index = await local();
		const forge = startForge({ indexRelays: [index.url] });
		const opened = forge.openPage({ relayHints: [hint.url] });
		await opened.untilSettled();
		expect(opened.page().coverage.seenWhereExpected).toBe(false);
		index.publish([announce('alice', 1000)]);
		await opened.until('it is seen there', ({ coverage }) => coverage.seenWhereExpected);
	});
});
