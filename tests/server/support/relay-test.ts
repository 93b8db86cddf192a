import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from 'vitest';
import type { NostrEvent } from '#lib/core/event.ts';
import { demoPeople } from '../../../server/demo.ts';
import type { PersonName } from '../../../server/demo/people.ts';
import { signAs } from '../../../server/demo/sign.ts';
import { startRelay, type Relay, type RelayOptions } from '../../../server/relay.ts';
import { RelayClient } from './relay-client.ts';

/** `test` with relays, clients and folders that are gone when it ends. */
export const test = base.extend<{
	start: (options?: RelayOptions) => Promise<Relay>;
	connect: (relay: Relay) => Promise<RelayClient>;
	folder: string;
}>({
	start: async ({ task: _task }, use) => {
		const relays: Relay[] = [];
		await use(async (options) => {
			const relay = await startRelay(options);
			relays.push(relay);
			return relay;
		});
		for (const relay of relays) await relay.close();
	},
	connect: async ({ task: _task }, use) => {
		const clients: RelayClient[] = [];
		await use(async (relay) => {
			const client = await RelayClient.connect(relay.url);
			clients.push(client);
			return client;
		});
		for (const client of clients) client.close();
	},
	folder: async ({ task: _task }, use) => {
		const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'));
		await use(folder);
		rmSync(folder, { recursive: true });
	}
});

/** An event of a demo person. `at` is in seconds. */
export function event(
	by: PersonName,
	kind: number,
	at: number,
	tags: readonly (readonly string[])[] = [],
	content = ''
): NostrEvent {
	return signAs(demoPeople[by], { kind, created_at: at, tags, content });
}

/** Two events that differ in nothing but what gives them their ids, the one with the lower id first. */
export function pairById(make: (content: string) => NostrEvent): [NostrEvent, NostrEvent] {
	const [a, b] = [make('one'), make('two')];
	return a.id < b.id ? [a, b] : [b, a];
}
