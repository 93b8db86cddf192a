import { eachSubject, type Announcement } from '#lib/core/announcement.ts';
import { announcementOf } from '#lib/core/counted-authors.ts';
import { countDeclared } from '#lib/core/coverage.ts';
import type { CheckedEvent } from '#lib/core/event.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import { declaredRelays } from '#lib/core/metadata.ts';
import { relayUrlParser, type RelayUrl } from '#lib/core/relay-url.ts';
import type { RepositoryView } from '#lib/core/view.ts';
import { readWriteRelays } from './write-relays.ts';

/** Why a relay belongs to a view. */
export type RelayRole = 'hint' | 'index' | 'declared' | 'write-relay' | 'added';

/** A relay that a view wants to ask, why, and through whom. */
export interface WantedRelay {
	readonly roles: ReadonlySet<RelayRole>;
	/** Whose announcement declares it. */
	readonly declaredBy: ReadonlySet<Pubkey>;
	/** Whose own relay list names it as one they write to. */
	readonly writtenBy: ReadonlySet<Pubkey>;
	/** Declared by a confirmed maintainer: only such a relay is asked for state (D36). */
	readonly isAskedForState: boolean;
	/** Beyond the first relays that count of whoever declares it: listed, not asked (D37). */
	readonly isSurplus: boolean;
}

/** Where to look whatever the events say. */
export interface GivenRelays {
	readonly hints: readonly RelayUrl[];
	readonly added: readonly RelayUrl[];
	readonly index: readonly RelayUrl[];
}

/** What a view wants to be asked next. */
export interface Wanted {
	/** Whose announcements, deletions, profiles and relay lists, most important first. */
	readonly authors: readonly Pubkey[];
	/** Whose states. */
	readonly stateAuthors: readonly Pubkey[];
	/** In order of importance. */
	readonly relays: ReadonlyMap<RelayUrl, WantedRelay>;
	/** Every relay that somebody on the lead path or confirmed declares, also those that are not even listed. */
	readonly declared: ReadonlySet<RelayUrl>;
	/** How many people are left out because the view names too many, by who names them. */
	readonly peopleNotAsked: ReadonlyMap<Pubkey, number>;
}

/** No view asks for more people (D36). */
export const mostAuthors = 2_000;
/** Relays that are listed though they are not asked, for each author. */
const surplusListed = 8;

/**
 * Whom and where a view asks, from what it knows.
 * In: the view; relay lists by author. Out: the lead path
 * with its next target, confirmed people, and whomever a confirmed or the selected author names; whom only somebody
 * unconfirmed names is left out. Relays: given ones, those declared by the lead path and confirmed people, two write
 * relays of everybody asked about. Where many people compete for a place, each has their first before anybody has a second.
 * Source: D36.
 */
export function findWanted(
	view: RepositoryView,
	relayLists: ReadonlyMap<Pubkey, CheckedEvent>,
	given: GivenRelays
): Wanted {
	// Many declare the same relays.
	const parseUrls = relayUrlParser();
	const leadsOf = (person: Pubkey) => readAnnouncement(announcementOf(view.speakers, person), parseUrls);
	const selected = view.selected.pubkey;
	const core = new Set([selected, ...view.lead.path, ...view.confirmed]);
	const confirmed = new Set(view.confirmed);
	const naming = new Set([selected, ...confirmed]);
	const named = inTurn([...naming].map((by) => leadsOf(by).named.map((person) => ({ person, by }))));
	const everybody = [...new Set([...core, ...named.map(({ person }) => person)])];
	const authors = everybody.slice(0, mostAuthors);
	const relays = new Map<RelayUrl, Growing>();
	const want = (url: RelayUrl, role: RelayRole, person?: Pubkey, isSurplus = false) => {
		let known = relays.get(url);
		if (!known) relays.set(url, (known = startGrowing()));
		known.roles.add(role);
		if (role === 'declared' && person !== undefined) known.declaredBy.add(person);
		if (role === 'write-relay' && person !== undefined) known.writtenBy.add(person);
		known.isAskedForState ||= role === 'declared' && person !== undefined && confirmed.has(person);
		known.isSurplus &&= isSurplus;
	};
	for (const url of given.hints) want(url, 'hint');
	for (const url of given.added) want(url, 'added');
	for (const url of given.index) want(url, 'index');
	const declared = [...core].map((person) => {
		const { relays: urls } = leadsOf(person);
		return { person, urls, counted: countDeclared(new Map([[person, urls]])) };
	});
	for (const [person, url] of inTurn(
		declared.map(({ person, counted }) => counted.map((url) => [person, url] as const))
	))
		want(url, 'declared', person);
	for (const [person, url] of inTurn(authors.map((person) => writeRelaysOf(person, relayLists))))
		want(url, 'write-relay', person);
	for (const { person, urls, counted } of declared)
		for (const url of urls.slice(counted.length, counted.length + surplusListed)) want(url, 'declared', person, true);
	return {
		authors,
		stateAuthors: view.confirmed,
		relays,
		declared: new Set(declared.flatMap(({ urls }) => urls)),
		peopleNotAsked: countByNamer(new Set(everybody.slice(mostAuthors)), named)
	};
}

/** A wanted relay while people are still added to it: thousands may share one. */
interface Growing extends WantedRelay {
	readonly roles: Set<RelayRole>;
	readonly declaredBy: Set<Pubkey>;
	readonly writtenBy: Set<Pubkey>;
	isAskedForState: boolean;
	isSurplus: boolean;
}

function startGrowing(): Growing {
	return { roles: new Set(), declaredBy: new Set(), writtenBy: new Set(), isAskedForState: false, isSurplus: true };
}

/** Counts each person once, for the first who names them. */
function countByNamer(
	people: Set<Pubkey>,
	named: readonly { readonly person: Pubkey; readonly by: Pubkey }[]
): Map<Pubkey, number> {
	const counts = new Map<Pubkey, number>();
	if (people.size === 0) return counts;
	for (const { person, by } of named) if (people.delete(person)) counts.set(by, (counts.get(by) ?? 0) + 1);
	return counts;
}

/** What an announcement makes wanted: whom it names, and the relays it declares. */
interface Leads {
	readonly named: readonly Pubkey[];
	readonly relays: readonly RelayUrl[];
}

/** Events never change, and a view is looked through on every step. */
const read = new WeakMap<CheckedEvent, Leads>();

function readAnnouncement(
	announcement: Announcement | undefined,
	parseUrls: (texts: readonly string[]) => RelayUrl[]
): Leads {
	if (!announcement) return { named: [], relays: [] };
	const { event } = announcement;
	const known = read.get(event);
	if (known) return known;
	const named = new Set<Pubkey>();
	eachSubject(announcement, (subject) => named.add(subject));
	const leads: Leads = { named: [...named], relays: parseUrls(declaredRelays(event)) };
	read.set(event, leads);
	return leads;
}

function writeRelaysOf(person: Pubkey, lists: ReadonlyMap<Pubkey, CheckedEvent>): (readonly [Pubkey, RelayUrl])[] {
	const list = lists.get(person);
	return list ? readWriteRelays(list).map((url) => [person, url] as const) : [];
}

/** The first of each list, then the second of each, and so on. */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
	const turns: T[] = [];
	let left = lists;
	for (let i = 0; left.length > 0; i++) {
		left = left.filter(({ length }) => i < length);
		for (const list of left) turns.push(list[i] as T);
	}
	return turns;
}
