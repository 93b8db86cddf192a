import { addressOf } from '#lib/core/deletion.ts';
import type { CheckedEvent } from '#lib/core/event.ts';
import type { Filter } from '#lib/core/filter.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import { kinds } from '#lib/core/kinds.ts';

/** People or ids in one filter. */
const chunkSize = 100;

/** What one relay was asked of one view so far. */
export interface Asked {
	readonly authors: Set<Pubkey>;
	readonly stateAuthors: Set<Pubkey>;
	readonly ids: Set<string>;
}

export function askedNothing(): Asked {
	return { authors: new Set(), stateAuthors: new Set(), ids: new Set() };
}

/**
 * The filters that are still to be asked, and notes them as asked: announcements by author and `d`; deletions by author
 * and address, of known events by id, and of announcements by kind, for one nobody has seen may be meant (D3); profiles
 * and relay lists; states by author and `d`. Narrow and chunked (D36).
 */
export function nextQuestions(
	asked: Asked,
	identifier: string,
	wanted: {
		readonly authors: readonly Pubkey[];
		readonly stateAuthors: readonly Pubkey[];
		readonly speaking: readonly CheckedEvent[];
	}
): Filter[] {
	const filters: Filter[] = [];
	for (const authors of chunks(takeNew(asked.authors, wanted.authors))) {
		const addresses = authors.flatMap((author) =>
			[kinds.announcement, kinds.repositoryState].map((kind) => addressOf(kind, author, identifier))
		);
		filters.push(
			{ kinds: [kinds.announcement], authors, '#d': [identifier] },
			{ kinds: [kinds.deletion], authors, '#a': addresses },
			{ kinds: [kinds.deletion], authors, '#k': [String(kinds.announcement)] },
			{ kinds: [kinds.profile, kinds.relayList], authors }
		);
	}
	for (const authors of chunks(takeNew(asked.stateAuthors, wanted.stateAuthors)))
		filters.push({ kinds: [kinds.repositoryState], authors, '#d': [identifier] });
	const fresh = wanted.speaking.filter(({ id }) => !asked.ids.has(id));
	for (const events of chunks(fresh)) {
		for (const { id } of events) asked.ids.add(id);
		const authors = [...new Set(events.map(({ pubkey }) => pubkey))];
		filters.push({ kinds: [kinds.deletion], authors, '#e': events.map(({ id }) => id) });
	}
	return filters;
}

function takeNew<T>(known: Set<T>, wanted: readonly T[]): T[] {
	const fresh = wanted.filter((one) => !known.has(one));
	for (const one of fresh) known.add(one);
	return fresh;
}

function* chunks<T>(list: readonly T[]): Generator<T[]> {
	for (let i = 0; i < list.length; i += chunkSize) yield list.slice(i, i + chunkSize);
}
