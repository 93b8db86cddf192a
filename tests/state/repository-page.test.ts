import { describe, expect, test } from 'vitest';
import { err, ok, type Result } from '#lib/core/result.ts';
import { parseAppSettings } from '#lib/state/app-settings.ts';
import { ForgeClient, type WorkerChannel } from '#lib/state/forge-client.svelte.ts';
import { describeChange } from '#lib/state/present-change.ts';
import { RepositoryPageState } from '#lib/state/repository-page.svelte.ts';
import { servePort } from '#lib/port/port.ts';
import type { ForgeCalls, ForgeError, ForgeWatches, RepositoryPage } from '#lib/worker/api.ts';
import { alice, bob, coverage, page, person, relay, row } from './support/page.ts';
import { now } from './support/text.ts';

type Push = (value: Result<RepositoryPage, ForgeError>) => void;
type Params = ForgeWatches['repository']['params'];
const target = { pubkey: alice.pubkey, identifier: 'tide-tables', relayHints: ['wss://hint.example'] };

/** The line to a worker whose answers the test gives. */
function watching() {
	const watches: { params: Params; push: Push; disposed: boolean }[] = [];
	const calls: unknown[] = [];
	const forge: Pick<ForgeClient, 'watch' | 'call'> = {
		call(name, params) {
			calls.push([name, params]);
			return Promise.resolve(ok(null as never));
		},
		watch(_name, params, onValue) {
			const entry = { params: params as Params, push: onValue as Push, disposed: false };
			watches.push(entry);
			return () => (entry.disposed = true);
		}
	};
	const state = new RepositoryPageState(forge, target, () => now);
	const latest = () => watches.at(-1) as (typeof watches)[number];
	return { state, watches, calls, latest };
}

describe('the state of a repository page', () => {
	test('goes from loading over looking to shown, and to not found only when that is known', () => {
		const { state, latest } = watching();
		expect(state.status.kind).toBe('loading');
		latest().push(ok(page({ finding: 'looking', basis: 'nothing' })));
		expect(state.status.kind).toBe('looking');
		latest().push(ok(page()));
		expect(state.status.kind).toBe('shown');
		latest().push(ok(page({ finding: 'not-found', basis: 'nothing' })));
		expect(state.status.kind).toBe('not-found');
	});

	test('a failure keeps what was shown', () => {
		const { state, latest } = watching();
		latest().push(ok(page()));
		latest().push(err({ kind: 'worker-failed', message: '' }));
		expect(state.status).toMatchObject({ kind: 'failed', page: { finding: 'found' } });
	});

	test('what changed since the last visit is shown until it is marked as read, and again when it differs', async () => {
		const { state, calls, latest } = watching();
		const changes = { sinceSeconds: now - 60, list: [{ kind: 'lead', after: bob }], omittedCount: 0 } as const;
		latest().push(ok(page()));
		expect(state.changes).toBeUndefined();
		latest().push(ok(page({ changes: { ...changes, list: [] } })));
		expect(state.changes).toBeUndefined();
		latest().push(ok(page({ changes })));
		expect(state.changes).toEqual(changes);
		await state.markSeen();
		expect(state.changes).toBeUndefined();
		expect(calls).toEqual([['markSeen', { pubkey: target.pubkey, identifier: target.identifier }]]);
		latest().push(ok(page({ changes: structuredClone(changes) })));
		expect(state.changes).toBeUndefined();
		latest().push(ok(page({ changes: { ...changes, sinceSeconds: now } })));
		expect(state.changes?.sinceSeconds).toBe(now);
	});

	test('one more relay is asked besides the others, once, and the older watch ends', () => {
		const { state, watches, latest } = watching();
		expect(state.addRelay(' Relay.Example/ ')).toEqual(ok(null));
		expect(state.addRelay('wss://relay.example')).toEqual(ok(null));
		expect(latest().params).toEqual({ ...target, addedRelays: ['wss://relay.example'] });
		expect(watches.map(({ disposed }) => disposed)).toEqual([true, true, false]);
		expect(state.addRelay('127.0.0.1:7777')).toEqual(ok(null));
		expect(state.addedRelays).toEqual(['wss://relay.example', 'ws://127.0.0.1:7777']);
		expect(state.addRelay('https://relay.example')).toMatchObject({ ok: false, error: { reason: 'scheme' } });
		for (const slip of ['rubbish', '', 'two words'])
			expect(state.addRelay(slip)).toMatchObject({ ok: false, error: { reason: 'not-a-url' } });
	});

	test('people of the same name are known to be', () => {
		const { state, latest } = watching();
		const twin = person('ALICE', 'd');
		latest().push(ok(page({ people: [row(alice, { kind: 'lead' }), row(twin, { kind: 'invited' })] })));
		expect([alice, bob, twin].map((who) => state.isNamesake(who))).toEqual([true, false, true]);
		const declarer = person('Bob', 'e');
		const relays = [relay({ kind: 'answered' }, { declaredBy: [bob], writtenBy: [declarer] })];
		latest().push(ok(page({ coverage: coverage({ relays }) })));
		expect([bob, declarer].map((who) => state.isNamesake(who))).toEqual([true, true]);
	});

	test('results and changes are announced, progress is not', () => {
		const { state, latest } = watching();
		latest().push(ok(page({ finding: 'looking' })));
		latest().push(ok(page({ coverage: { ...page().coverage, settled: false } })));
		expect(state.announced).toBe('');
		latest().push(ok(page()));
		expect(state.announced).toBe('Found. Led by \u2068Alice\u2069. 1 maintainer confirmed.');
		latest().push(ok(page({ people: [row(alice, { kind: 'lead' }), row(bob, { kind: 'invited' })] })));
		expect(state.announced).toBe('\u2068Bob\u2069 is now invited.');
	});
});

describe('what a newer view tells a listener', () => {
	test('"not found" only when every relay asked has answered, and again when that changes', () => {
		const missing = (...kinds: ('answered' | 'failed')[]) => {
			const relays = kinds.map((kind) => (kind === 'answered' ? relay({ kind }) : relay({ kind, reason: 'timeout' })));
			return page({ finding: 'not-found', basis: 'nothing', coverage: coverage({ relays }) });
		};
		expect(describeChange(undefined, missing('failed', 'failed'), now)).toBe(
			'Cannot be sure: none of 2 relays answered.'
		);
		expect(describeChange(missing('failed'), missing('answered'), now)).toBe('Not found.');
		expect(describeChange(missing('answered'), missing('answered'), now)).toBeUndefined();
	});

	test('nothing when nothing of substance changed', () => {
		expect(describeChange(page(), page({ confirmedCount: 1 }), now)).toBeUndefined();
	});

	test('who is gone, and that it was archived', () => {
		const before = page({ people: [row(alice, { kind: 'lead' }), row(bob, { kind: 'maintainer' })] });
		const after = page({ lifecycle: { kind: 'archived', by: alice, atSeconds: now - 60 } });
		expect(describeChange(before, after, now)?.replace(/[\u2068\u2069]/g, '')).toBe(
			'Archived by Alice 1 minute ago. Bob is no longer a maintainer.'
		);
	});
});

describe('the line to the worker', () => {
	function connect(settings: unknown) {
		const { port1, port2 } = new MessageChannel();
		const asked: string[] = [];
		const unasked = async () => err({ kind: 'bad-request', message: 'nobody asks this here' } as const);
		servePort<ForgeCalls, ForgeWatches, ForgeError>(
			port2,
			{
				calls: {
					configure: async ({ indexRelays }) => {
						asked.push(`configure ${indexRelays.join()}`);
						return ok(null);
					},
					lookUpName: unasked,
					refresh: unasked,
					viewAs: unasked,
					markSeen: unasked,
					forget: unasked,
					removeEverything: unasked,
					storageUse: unasked
				},
				watches: {
					repository: () => {},
					person: () => {},
					event: () => {},
					recent: (_, push) => {
						asked.push('recent');
						push(ok([]));
					}
				}
			},
			(reason) => ({ kind: 'bad-request', message: String(reason) })
		);
		port1.start();
		port2.start();
		const failures = new EventTarget();
		const channel: WorkerChannel = {
			postMessage: (message) => port1.postMessage(message),
			addEventListener: (type: string, listener: (event: never) => void) =>
				(type === 'message' ? port1 : failures).addEventListener(type, listener as EventListener)
		};
		const client = new ForgeClient(channel, Promise.resolve(parseAppSettings(settings)), {
			pageIsSecure: false,
			pageIsLoopback: true
		});
		const close = () => [port1, port2].forEach((port) => port.close());
		return { client, asked, failures, close };
	}

	test('configures the worker before it asks anything', async () => {
		const { client, asked, close } = connect({ indexRelays: ['wss://index.example', 7] });
		await new Promise((answered) => client.watch('recent', null, answered));
		expect(asked).toEqual(['configure wss://index.example', 'recent']);
		close();
	});

	test('tells every watch when the worker could not run', async () => {
		const { client, failures, close } = connect(null);
		const told = new Promise((answered) =>
			client.watch('repository', { ...target, addedRelays: [] }, (value) => !value.ok && answered(value.error.kind))
		);
		failures.dispatchEvent(new Event('error'));
		expect(await told).toBe('worker-failed');
		expect(client.failure?.kind).toBe('worker-failed');
		close();
	});
});
