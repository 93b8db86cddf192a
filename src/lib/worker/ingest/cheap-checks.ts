import { readEventShape, type NostrEvent } from '#lib/core/event.ts';
import { matchesFilter, type Filter } from '#lib/core/filter.ts';
import { err, ok, type Result } from '#lib/core/result.ts';

/** Why an event was dropped. `shape`, `id` and `signature` as core says; the others before anything was computed. */
export type DropReason = 'shape' | 'oversize' | 'unasked' | 'id' | 'signature' | 'over-budget';

/** The largest event that is looked at, in UTF-16 units of its content and tags; relays commonly take less. */
const largestEvent = 400_000;

/**
 * What can be told of an event without computing anything: its shape, its size, and whether it was asked for at all.
 * In: parsed JSON and the filters of the request it came under. Source: D2; DESIGN "Never trust".
 */
export function checkCheaply(raw: unknown, filters: readonly Filter[]): Result<NostrEvent, DropReason> {
	const shaped = readEventShape(raw);
	if (!shaped.ok) return err('shape');
	const event = shaped.value;
	// Kind, author and `d` are part of every filter of ours.
	if (!filters.some((filter) => matchesFilter(event, filter))) return err('unasked');
	let size = event.content.length;
	for (const tag of event.tags) for (const item of tag) size += item.length;
	return size > largestEvent ? err('oversize') : ok(event);
}
