import type { Announcement } from './announcement.ts';
import { compareNewestFirst, type CheckedEvent } from './event.ts';
import type { Pubkey } from './ids.ts';
import { appendTo } from './multimap.ts';
import type { Speaker } from './speakers.ts';
import type { Given, GivenByMany, Metadata } from './view.ts';

/** A tag's values without its name; an empty one says nothing more than that the tag is there. */
function valuesOf(event: CheckedEvent, name: string): string[] {
	const values: string[] = [];
	for (const tag of event.tags) {
		if (tag[0] !== name) continue;
		for (let i = 1; i < tag.length; i++) if (tag[i] !== '') values.push(tag[i] as string);
	}
	return values;
}

/** The relays an announcement declares, as written, in order; every value of every `relays` tag (CASES 2). */
export function declaredRelays(event: CheckedEvent): string[] {
	return valuesOf(event, 'relays');
}

/**
 * The repository's fields and who gave each.
 * In: the announcements of the confirmed maintainers; whose announcement gives the rest (the lead's, or without a lead
 * the selected author's); how the selected author speaks. `name`, `description`, `web` and hashtags come from the newest
 * announcement that has the tag, even an empty one; `relays` and `clone` are united. With nobody confirmed the selected
 * author's own fields are shown, of a deleted announcement those of the version removed: they grant nothing. Linear.
 * Source: guide "Coordinates and repository data"; D25; CASES 2.
 */
export function resolveMetadata(
	confirmed: readonly Announcement[],
	rest: Announcement | undefined,
	selected: Speaker | undefined
): Metadata {
	if (confirmed.length > 0)
		return {
			basis: 'members',
			...gather(
				confirmed.map(({ event }) => event),
				rest?.event
			)
		};
	const event = selected?.kind === 'live' ? selected.announcement.event : selected?.latest;
	if (event === undefined) return { basis: 'nothing', relays: [], clone: [] };
	return { basis: selected?.kind === 'live' ? 'selected' : 'snapshot', ...gather([event], event) };
}

function gather(events: readonly CheckedEvent[], rest: CheckedEvent | undefined): Omit<Metadata, 'basis'> {
	const newest = new Map<'name' | 'description' | 'web' | 't', CheckedEvent>();
	const relays = new Map<string, Pubkey[]>();
	const clone = new Map<string, Pubkey[]>();
	for (const event of events) {
		for (const tag of event.tags) {
			const name = tag[0];
			if (name === 'relays') unite(relays, tag, event.pubkey);
			else if (name === 'clone') unite(clone, tag, event.pubkey);
			else if (name === 'name' || name === 'description' || name === 'web' || name === 't') {
				const known = newest.get(name);
				if (known === undefined || compareNewestFirst(event, known) < 0) newest.set(name, event);
			}
		}
	}
	return {
		name: first(newest.get('name'), 'name'),
		description: first(newest.get('description'), 'description'),
		web: all(newest.get('web'), 'web'),
		hashtags: all(newest.get('t'), 't'),
		relays: sharedValues(relays),
		clone: sharedValues(clone),
		...restOf(rest)
	};
}

/** Adds a tag's values; announcements come one after the other, so the last giver of a value tells a repetition. */
function unite(known: Map<string, Pubkey[]>, tag: readonly string[], by: Pubkey): void {
	for (let i = 1; i < tag.length; i++) {
		const value = tag[i] as string;
		if (value !== '' && known.get(value)?.at(-1) !== by) appendTo(known, value, by);
	}
}

function sharedValues(known: ReadonlyMap<string, Pubkey[]>): GivenByMany[] {
	return [...known].map(([value, by]) => ({ value, by }));
}

function restOf(event: CheckedEvent | undefined): Pick<Metadata, 'earliestUniqueCommit' | 'upstream'> {
	if (event === undefined) return {};
	const commit = event.tags.find((tag) => tag[0] === 'r' && tag[2] === 'euc')?.[1];
	const upstream = event.tags.find((tag) => tag[0] === 'u')?.slice(1);
	return {
		earliestUniqueCommit: commit === undefined ? undefined : give(commit, event),
		upstream: upstream === undefined ? undefined : give(upstream, event)
	};
}

/** Of several tags of one name the first counts. */
function first(event: CheckedEvent | undefined, name: string): Given<string> | undefined {
	return event && give(event.tags.find((tag) => tag[0] === name)?.[1] ?? '', event);
}

function all(event: CheckedEvent | undefined, name: string): Given<readonly string[]> | undefined {
	return event && give(valuesOf(event, name), event);
}

function give<T>(value: T, event: CheckedEvent): Given<T> {
	return { value, by: event.pubkey, eventId: event.id };
}
