import type { NostrEvent } from '#lib/core/event.ts';
import { matchesFilter, type Filter } from '#lib/core/filter.ts';
import { openPort } from '#lib/port/port.ts';
import type {
	ForgeCalls,
	ForgeError,
	ForgeWatches,
	RecentRepository,
	RepositoryPage,
	WorkerSettings
} from '#lib/worker/api.ts';
import { serveForge, type ForgeOptions } from '#lib/worker/forge.ts';
import { poolLimits } from '#lib/worker/relays/relay-pool.ts';
import { watchLimits } from '#lib/worker/relays/relay-watch.ts';
import { startRelay, type Relay, type RelayOptions } from '../../../server/relay.ts';
import { identifier, people } from './events.ts';
import { openSockets } from './node-sockets.ts';
import { say, startRawRelay, type RawRelay, type Script } from './raw-relay.ts';
import { waitUntil } from './wait-until.ts';

const closing: (() => unknown)[] = [];
let names = 0;

/** Ends all that was started, the last one first, and waits until no socket is left. */
export async function closeAll(): Promise<void> {
	for (const close of closing.splice(0).reverse()) await close();
	await waitUntil('every socket is closed', () => openSockets() === 0);
}

export async function local(events: readonly NostrEvent[] = [], options: RelayOptions = {}): Promise<Relay> {
	const relay = await startRelay(options);
	closing.push(() => relay.close().catch(() => undefined));
	for (const verdict of relay.publish(events)) if (!verdict.accepted) throw new Error(verdict.message);
	return relay;
}

export async function raw(script: Script): Promise<RawRelay> {
	const relay = await startRawRelay(script);
	closing.push(() => relay.close());
	return relay;
}

/** A relay that records what it is asked and gives what it holds, whatever that is. */
export function recording(events: readonly NostrEvent[]): Promise<RawRelay> {
	return raw(([verb, id, ...filters], socket) => {
		if (verb !== 'REQ') return;
		for (const event of events)
			if (filters.some((filter: Filter) => matchesFilter(event, filter))) say(socket, 'EVENT', id, event);
		say(socket, 'EOSE', id);
	});
}

/** Every filter a relay was asked by. */
export function askedOf(relay: RawRelay): Filter[] {
	return relay.received.flatMap(([verb, , ...filters]) => (verb === 'REQ' ? (filters as Filter[]) : []));
}

/** A worker without a thread of its own, and the page's end of its port. */
export function startForge(
	settings: Partial<WorkerSettings> | null = {},
	options: ForgeOptions & { readonly answerTimeoutMs?: number } = {}
) {
	const { port1, port2 } = new MessageChannel();
	const name = options.store?.name ?? `forge-${++names}`;
	const forge = serveForge(port1, {
		...options,
		store: { flushAfterMs: 1, ...options.store, name },
		pool: { ...poolLimits, firstRetryMs: 10, lastRetryMs: 50, ...options.pool },
		discovery: { watch: { ...watchLimits, answerTimeoutMs: options.answerTimeoutMs ?? 3_000 }, ...options.discovery }
	});
	const client = openPort<ForgeCalls, ForgeWatches, ForgeError>(port2);
	const disposes: (() => void)[] = [];
	let isClosed = false;
	const close = async () => {
		if (isClosed) return;
		isClosed = true;
		for (const dispose of disposes) dispose();
		// A call behind the disposals: when it is answered, they were.
		await client.call('configure', whole);
		await (await forge.store).close();
		port1.close();
		port2.close();
	};
	closing.push(close);
	const whole: WorkerSettings = { indexRelays: [], pageIsSecure: false, pageIsLoopback: true, ...settings };
	if (settings) void client.call('configure', whole);

	/** Opens the page of a repository and follows it. */
	const openPage = (params: Partial<ForgeWatches['repository']['params']> = {}) => {
		const pages: RepositoryPage[] = [];
		const errors: ForgeError[] = [];
		const dispose = client.watch(
			'repository',
			{ pubkey: people.alice.pubkey, identifier, relayHints: [], addedRelays: [], ...params },
			(result) => (result.ok ? pages.push(result.value) : errors.push(result.error))
		);
		disposes.push(dispose);
		const page = () => pages.at(-1) as RepositoryPage;
		const until = (what: string, holds: (page: RepositoryPage) => boolean, deadlineMs?: number) =>
			waitUntil(what, () => pages.length > 0 && holds(page()), deadlineMs);
		const untilSettled = () => until('the view is settled', ({ coverage }) => coverage.settled);
		return { pages, errors, page, until, untilSettled, dispose };
	};
	const recent = () => {
		const lists: (readonly RecentRepository[])[] = [];
		disposes.push(client.watch('recent', null, (result) => result.ok && lists.push(result.value)));
		return lists;
	};
	return { forge, client, openPage, recent, close, name };
}

/** Who is what on a page, by the demo's names. */
export function standings(page: RepositoryPage): string[] {
	const names = new Map(Object.values(people).map(({ pubkey, person }) => [pubkey as string, person]));
	return page.people.map(({ person, standing }) => `${names.get(person.pubkey) ?? person.npub}: ${standing.kind}`);
}
