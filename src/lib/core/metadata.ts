import { compareNewestFirst, type CheckedEvent } from './event.ts';
import type { Pubkey } from './ids.ts';
import { liveAnnouncement, type Speakers } from './speakers.ts';
import type { Given, GivenByMany, Metadata } from './view.ts';

/** What one announcement says in the fields that are shared; undefined where it has no such tag. */
interface Fields {
	name?: string;
	description?: string;
	web?: string[];
	hashtags?: string[];
	relays: string[];
	clone: string[];
	earliestUniqueCommit?: string;
	upstream?: readonly string[];
}

/** Every value of every occurrence is read; of `name` and `description` the first tag counts (NIP-34; CASES 2). */
function readFields(event: CheckedEvent): Fields {
	const fields: Fields = { relays: [], clone: [] };
	for (const tag of event.tags) {
		const [key, first = ''] = tag;
		if (key === 'name') fields.name ??= first;
		else if (key === 'description') fields.description ??= first;
		else if (key === 'web') fields.web = [...(fields.web ?? []), ...values(tag)];
		else if (key === 't') fields.hashtags = [...(fields.hashtags ?? []), ...values(tag)];
		else if (key === 'relays') fields.relays.push(...values(tag));
		else if (key === 'clone') fields.clone.push(...values(tag));
		else if (key === 'r' && tag[2] === 'euc') fields.earliestUniqueCommit ??= first;
		else if (key === 'u') fields.upstream ??= tag.slice(1);
	}
	return fields;
}

/** A tag's values without its name; an empty one says nothing more than that the tag is there. */
function values(tag: readonly string[]): string[] {
	return tag.slice(1).filter((value) => value !== '');
}

/** The relays an announcement declares, as written, in order. */
export function declaredRelays(event: CheckedEvent): string[] {
	return event.tags.flatMap((tag) => (tag[0] === 'relays' ? values(tag) : []));
}

/**
 * The repository's fields and who gave each.
 * In: who speaks, who is confirmed, the lead (or nobody), the selected author. `name`, `description`, `web` and hashtags
 * come from the newest confirmed maintainer's announcement that has the tag, even an empty one; `relays` and `clone` are
 * united; the rest is the lead's, or the selected author's. With nobody confirmed the selected author's own fields are
 * shown, of a deleted announcement those of the version removed: they grant nothing. Linear.
 * Source: guide "Coordinates and repository data"; D25.
 */
export function resolveMetadata(
	speakers: Speakers,
	confirmed: ReadonlySet<Pubkey>,
	lead: Pubkey | undefined,
	selected: Pubkey
): Metadata {
	if (confirmed.size === 0) {
		const speaker = speakers.get(selected);
		const event = speaker?.kind === 'live' ? speaker.announcement.event : speaker?.latest;
		if (event === undefined) return { basis: 'nothing', relays: [], clone: [] };
		return { basis: speaker?.kind === 'live' ? 'selected' : 'snapshot', ...gather([event], event) };
	}
	const events: CheckedEvent[] = [];
	for (const pubkey of confirmed) {
		const announcement = liveAnnouncement(speakers, pubkey);
		if (announcement) events.push(announcement.event);
	}
	const rest = liveAnnouncement(speakers, lead ?? selected)?.event;
	return { basis: 'members', ...gather(events, rest) };
}

function gather(events: readonly CheckedEvent[], rest: CheckedEvent | undefined): Omit<Metadata, 'basis'> {
	const newest: Partial<Record<'name' | 'description' | 'web' | 'hashtags', CheckedEvent>> = {};
	const found: Fields = { relays: [], clone: [] };
	const relays = new Map<string, Pubkey[]>();
	const clone = new Map<string, Pubkey[]>();
	for (const event of events) {
		const fields = readFields(event);
		for (const key of ['name', 'description', 'web', 'hashtags'] as const) {
			const known = newest[key];
			if (fields[key] === undefined || (known && compareNewestFirst(known, event) < 0)) continue;
			newest[key] = event;
			Object.assign(found, { [key]: fields[key] });
		}
		unite(relays, fields.relays, event.pubkey);
		unite(clone, fields.clone, event.pubkey);
	}
	const own = rest && readFields(rest);
	return {
		name: given(found.name, newest.name),
		description: given(found.description, newest.description),
		web: given(found.web, newest.web),
		hashtags: given(found.hashtags, newest.hashtags),
		relays: [...relays].map(([value, by]): GivenByMany => ({ value, by })),
		clone: [...clone].map(([value, by]): GivenByMany => ({ value, by })),
		earliestUniqueCommit: given(own?.earliestUniqueCommit, rest),
		upstream: given(own?.upstream, rest)
	};
}

function unite(known: Map<string, Pubkey[]>, given: readonly string[], by: Pubkey): void {
	for (const value of given) {
		const people = known.get(value);
		if (people === undefined) known.set(value, [by]);
		else if (people.at(-1) !== by) people.push(by);
	}
}

function given<T>(value: T | undefined, event: CheckedEvent | undefined): Given<T> | undefined {
	return value === undefined || event === undefined ? undefined : { value, by: event.pubkey, eventId: event.id };
}
