import { readFileSync } from 'node:fs';
import { checkEvent, type CheckedEvent } from '#lib/core/event.ts';
import { gatherEvidence } from '#lib/core/evidence.ts';
import type { Role } from '#lib/core/history-copies.ts';
import { parsePubkey, type Pubkey } from '#lib/core/ids.ts';
import { resolveRepository } from '#lib/core/resolve.ts';
import type { RepositoryView } from '#lib/core/view.ts';

/** One file of conformance vectors, as tests/fixtures/vectors/README.md describes it. */
export function readVectors<Case>(name: string): readonly Case[] {
	const url = new URL(`../fixtures/vectors/${name}.json`, import.meta.url);
	return (JSON.parse(readFileSync(url, 'utf8')) as { cases: Case[] }).cases;
}

/** One case of history.json. */
export interface HistoryCase {
	readonly name: string;
	readonly events: readonly unknown[];
	readonly selected: string;
	readonly identifier: string;
	readonly expect: readonly {
		readonly pubkey: string;
		readonly role: Role;
		readonly intervals: readonly (readonly [number, number | null])[];
		readonly at: Readonly<Record<string, boolean>>;
	}[];
}

/** The events of some that pass the event check. */
export function checkedEvents(events: readonly unknown[]): CheckedEvent[] {
	return events.flatMap((event) => {
		const checked = checkEvent(event);
		return checked.ok ? [checked.value] : [];
	});
}

/** The view from a coordinate over events as relays gave them. */
export function viewOf(events: readonly unknown[], selected: string, identifier: string): RepositoryView {
	return resolveRepository(gatherEvidence(checkedEvents(events)), {
		pubkey: selected as Pubkey,
		identifier,
		relayHints: []
	});
}

/** A public key as a vector writes it. */
export function readPubkey(text: string): Pubkey {
	const pubkey = parsePubkey(text);
	if (pubkey === undefined) throw new Error(`${text} is no public key`);
	return pubkey;
}
