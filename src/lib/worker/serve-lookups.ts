import { isEventId, parsePubkey } from '#lib/core/ids.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import type { ForgeError, ForgeCalls, ForgeWatches, NameError, NameLookup, NameQuery, WorkerSettings } from './api.ts';
import type { AskedRelays } from './discovery/asking.ts';
import { EventDiscovery, type EventSnapshot } from './discovery/event-discovery.ts';
import { PersonDiscovery, type PersonSnapshot } from './discovery/person-discovery.ts';
import type { DiscoveryHost } from './discovery/repository-discovery.ts';
import { drawEventPage } from './event-page.ts';
import { readHints, readSettings } from './given-relays.ts';
import { lookUpName, type LookupError } from './lookup/look-up-name.ts';
import { onlyNews } from './only-news.ts';
import { drawPersonPage } from './person-page.ts';

/** What lookups need of the forge: its settings, once there are some, and all that its views share but the page. */
export interface LookupHost {
	readonly settings: () => Promise<WorkerSettings>;
	readonly host: Omit<DiscoveryHost, 'page'>;
	readonly onFailure: (reason: unknown) => ForgeError;
}

type Push<T> = (value: Result<T, ForgeError>) => void;
type Params<K extends keyof ForgeWatches> = ForgeWatches[K]['params'];

/** The parts of the contract that find out what an address that names no repository stands for. */
export function serveLookups({ settings, host, onFailure }: LookupHost) {
	/** Runs a question until its watch ends; what is pushed differs each time. */
	function ask<T>(
		push: Push<T>,
		signal: AbortSignal,
		start: (
			given: Pick<AskedRelays, 'index'>,
			host: DiscoveryHost,
			tell: (value: T) => void
		) => { run(): Promise<void>; stop(): void }
	): void {
		const pushNews = onlyNews((value: T) => push(ok(value)));
		const tell = (value: T) => void (signal.aborted || pushNews(value));
		void settings().then((present) => {
			if (signal.aborted) return;
			const { page, index } = readSettings(present);
			const question = start({ index }, { ...host, page }, tell);
			signal.addEventListener('abort', () => question.stop());
			question.run().catch((reason: unknown) => push(err(onFailure(reason))));
		});
	}

	return {
		lookUpName: async (query: ForgeCalls['lookUpName']['params']) => {
			const { pageIsLoopback } = await settings();
			const found = await lookUpName(query, { isLoopback: pageIsLoopback });
			const answeredAtSeconds = Math.floor(Date.now() / 1000);
			const lookup: NameLookup = found.ok
				? { kind: 'found', ...found.value, answeredAtSeconds }
				: { kind: 'failed', error: toNameError(found.error, query) };
			return ok(lookup);
		},
		person: (
			{ pubkey: key, relayHints }: Params<'person'>,
			push: Push<ForgeWatches['person']['value']>,
			signal: AbortSignal
		): void => {
			const pubkey = parsePubkey(key);
			if (!pubkey) return push(err({ kind: 'bad-request', message: 'a person is a public key' }));
			const hints = readHints(relayHints);
			ask(push, signal, ({ index }, shared, tell) => {
				const draw = (snapshot: PersonSnapshot) => tell(drawPersonPage(pubkey, hints, snapshot, question.isBegun));
				const question = new PersonDiscovery(pubkey, { hints, index }, shared, draw);
				return question;
			});
		},
		event: (
			{ eventId, relayHints, author }: Params<'event'>,
			push: Push<ForgeWatches['event']['value']>,
			signal: AbortSignal
		): void => {
			if (!isEventId(eventId)) return push(err({ kind: 'bad-request', message: 'an event is named by its id' }));
			const pointer = { eventId, relayHints: readHints(relayHints), author: parsePubkey(author) };
			ask(push, signal, (given, shared, tell) => {
				const draw = (snapshot: EventSnapshot) => tell(drawEventPage(eventId, snapshot, question.isBegun));
				const question = new EventDiscovery(pointer, { hints: [], ...given }, shared, draw);
				return question;
			});
		}
	};
}

function toNameError(error: LookupError, { local, domain }: NameQuery): NameError {
	switch (error.kind) {
		case 'silent':
			return { kind: 'name-site-silent', domain, reason: error.reason };
		case 'refused':
			return { kind: 'name-site-refused', domain, status: error.status };
		case 'unreadable':
			return { kind: 'name-unreadable', domain, reason: error.reason };
		case 'unknown':
			return { kind: 'name-unknown', local, domain };
		case 'local-host':
			return { kind: 'name-local-host', domain };
	}
}
