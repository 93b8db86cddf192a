import { parseAnnouncement } from './announcement.ts';
import { groupDeletions, addressOf } from './deletion.ts';
import { compareNewestFirst, firstTagValue, type CheckedEvent } from './event.ts';
import type { Evidence } from './evidence.ts';
import type { Pubkey } from './ids.ts';
import { kinds } from './kinds.ts';
import { appendTo } from './multimap.ts';
import { isRoleLetter, type RoleLetter } from './roles.ts';
import type { RepositoryView } from './view.ts';

/** A role record by what it is about. */
export interface RecordKey {
	readonly letter: RoleLetter;
	readonly subject: Pubkey;
}

/** An announcement that no longer holds records which an earlier version of the same author held. */
export interface DroppedRoles {
	readonly author: Pubkey;
	/** The version that speaks now. */
	readonly latest: CheckedEvent;
	/**
	 * The newest earlier version that held any of what is gone. Without it none was seen, and only older announcements of
	 * others tell of these records: it may also never have had them.
	 */
	readonly previous?: CheckedEvent;
	readonly roles: readonly RecordKey[];
	/** Names of tags that no client of ours writes, in the version just before and not in this one. */
	readonly tags: readonly string[];
	/** Who else still holds one of these records, valid or ended. */
	readonly copiedBy: readonly Pubkey[];
}

/** What clients of repositories write and edit at will (NIP-34 and ngit): that one of these is gone is an edit. */
const commonTags = new Set(
	'd name description web clone relays r maintainers u t private blossoms alt nonce client M m o'.split(' ')
);

/**
 * Which people of a view lost role records between two versions of their announcement.
 * In: the evidence that the view was resolved from. Out: one entry an author, in the view's order. A role ends by a record
 * with an end; one that is simply gone was written over, mostly by a tool that does not know the tag. Nothing is taken
 * from a version that its author deleted: what comes after that is a new beginning. Today's roster follows the latest
 * version all the same (D1). Linear in announcements and their tags. Source: guide "A history-unaware client
 * replaces an announcement"; D1, D3; CASES 12.
 */
export function findDroppedRoles(evidence: Evidence, view: RepositoryView): DroppedRoles[] {
	const { identifier } = view.selected;
	const earlier = new Map<Pubkey, CheckedEvent[]>();
	for (const event of evidence.announcements) {
		const latest = view.announcements.get(event.pubkey);
		if (latest === undefined || latest.id === event.id || firstTagValue(event, 'd') !== identifier) continue;
		appendTo(earlier, event.pubkey, event);
	}
	const isDeleted = deletedBy(evidence, identifier);
	const dropped: Omit<DroppedRoles, 'copiedBy'>[] = [];
	for (const [author, latest] of view.announcements) {
		const versions = earlier.get(author)?.filter((event) => !isDeleted(event));
		if (versions && versions.length > 0) dropped.push(...compareVersions(latest, versions.sort(compareNewestFirst)));
	}
	const told = new Set(dropped.map(({ author }) => author));
	for (const entry of readFollowers(view)) if (!told.has(entry.author)) dropped.push(entry);
	return addCopies(dropped, view);
}

/** In: earlier versions, newest first. */
function compareVersions(latest: CheckedEvent, versions: readonly CheckedEvent[]): Omit<DroppedRoles, 'copiedBy'>[] {
	const kept = new Set(recordsOf(latest).map(keyOf));
	const roles = new Map<string, RecordKey>();
	let previous: CheckedEvent | undefined;
	const seen = new Set<string>();
	for (const version of versions) {
		// Versions mostly repeat each other: their role tags are read once.
		const text = JSON.stringify(version.tags.filter(([name]) => isRoleLetter(name)));
		if (seen.has(text)) continue;
		seen.add(text);
		for (const record of recordsOf(version)) {
			if (kept.has(keyOf(record))) continue;
			previous ??= version;
			roles.set(keyOf(record), record);
		}
	}
	const names = new Set(latest.tags.map(([name]) => name));
	const [before] = versions;
	const tags = new Set<string>();
	for (const [name] of before?.tags ?? [])
		if (name !== undefined && name !== '' && !commonTags.has(name) && !names.has(name)) tags.add(name);
	previous ??= tags.size > 0 ? before : undefined;
	return previous ? [{ author: latest.pubkey, latest, previous, roles: [...roles.values()], tags: [...tags] }] : [];
}

/**
 * Who says nothing of roles at all, though somebody of the view, who signed earlier, follows them as lead: nobody accepts
 * a role that was not offered. One who is still offered it in an older list is no follower of something lost.
 */
function readFollowers(view: RepositoryView): Omit<DroppedRoles, 'copiedBy'>[] {
	const silent = new Map<Pubkey, CheckedEvent>();
	for (const [author, event] of view.announcements)
		if (!event.tags.some(([name]) => name === 'maintainers' || isRoleLetter(name))) silent.set(author, event);
	const followed = new Map<Pubkey, CheckedEvent>();
	for (const [author, event] of view.announcements)
		for (const [name, subject] of event.tags) {
			const lead = name === 'M' && subject !== author ? silent.get(subject as Pubkey) : undefined;
			if (lead === undefined || lead.created_at <= event.created_at) continue;
			const { leadTargets, holdsRole } = parseAnnouncement(event);
			if (holdsRole && leadTargets.includes(lead.pubkey)) followed.set(lead.pubkey, lead);
		}
	return [...followed.values()].map((latest) => ({
		author: latest.pubkey,
		latest,
		roles: [{ letter: 'M', subject: latest.pubkey }],
		tags: []
	}));
}

function addCopies(dropped: readonly Omit<DroppedRoles, 'copiedBy'>[], view: RepositoryView): DroppedRoles[] {
	if (dropped.length === 0) return [];
	const copies = new Map<string, Set<Pubkey>>();
	for (const { roles } of dropped) for (const role of roles) copies.set(keyOf(role), new Set());
	for (const [author, event] of view.announcements)
		for (const record of recordsOf(event)) copies.get(keyOf(record))?.add(author);
	return dropped.map((entry) => {
		const holders = new Set(entry.roles.flatMap((role) => [...(copies.get(keyOf(role)) ?? [])]));
		holders.delete(entry.author);
		return { ...entry, copiedBy: [...holders].sort() };
	});
}

/** The records that name somebody, malformed ones left out: what never counted cannot be lost. */
function recordsOf(event: CheckedEvent): RecordKey[] {
	return parseAnnouncement(event).records.flatMap(({ letter, subject, state }) =>
		subject !== undefined && state !== 'malformed' ? [{ letter, subject }] : []
	);
}

function keyOf({ letter, subject }: RecordKey): string {
	return `${letter}${subject}`;
}

/** Whether its author asked for a version to be deleted, by its id or by an address that covers it (D3). */
function deletedBy(evidence: Evidence, identifier: string): (event: CheckedEvent) => boolean {
	const deletions = groupDeletions(evidence.deletions);
	const known = new Map<Pubkey, { readonly until: number; readonly ids: ReadonlySet<string> }>();
	const read = (author: Pubkey) => {
		let until = -Infinity;
		const ids = new Set<string>();
		const address = addressOf(kinds.announcement, author, identifier);
		for (const { tags, created_at } of deletions.get(author) ?? [])
			for (const [name, value] of tags) {
				if (name === 'a' && value === address) until = Math.max(until, created_at);
				if (name === 'e' && value !== undefined) ids.add(value);
			}
		return { until, ids };
	};
	return ({ pubkey, id, created_at }) => {
		let request = known.get(pubkey);
		if (!request) known.set(pubkey, (request = read(pubkey)));
		return created_at <= request.until || request.ids.has(id);
	};
}
