import { listedIn, type Announcement } from './announcement.ts';
import type { Boundary } from './boundary.ts';
import { isPubkey, type Pubkey } from './ids.ts';
import type { Component } from './graph.ts';
import type { RoleRecord } from './roles.ts';
import { liveAnnouncement, type Speaker, type Speakers } from './speakers.ts';
import type { HealthEntry, LeadView } from './view.ts';

/** What health is judged from. `known` is everybody the graph knows, with how each speaks. */
export interface HealthInput {
	readonly speakers: Speakers;
	readonly known: ReadonlyMap<Pubkey, Speaker | undefined>;
	readonly component: Component;
	readonly invited: ReadonlySet<Pubkey>;
	readonly lead: LeadView;
}

/**
 * What is wrong with the announcements of everybody the graph knows, and between them.
 * Out: entries of the kinds in vectors/README.md, unordered. Linear in records.
 * Source: guide "Edge cases and failure rules"; D8, D12, D14, D15, D24.
 */
export function checkHealth(input: HealthInput): HealthEntry[] {
	const entries: HealthEntry[] = [];
	const lastEnds = removedBy(input.component);
	for (const speaker of input.known.values()) {
		if (speaker?.kind !== 'live') continue;
		const { announcement } = speaker;
		checkRecords(announcement, entries);
		if (announcement.mode === 'indexed') checkProjection(announcement, entries);
		const { author } = announcement;
		const removedAt = lastEnds.get(author);
		if (removedAt !== undefined && isClaiming(announcement, input.component))
			entries.push({ kind: 'removed-but-claiming', author, subject: author, at: removedAt });
	}
	checkLeadShape(input, entries);
	return entries;
}

/** Each record and legacy entry by itself: malformed, worthless, or one of several for the same letter and subject. */
function checkRecords(announcement: Announcement, entries: HealthEntry[]): void {
	const { author, mode, records, lists, selfDefers } = announcement;
	for (const { letter, state, why } of records)
		if (state === 'malformed') entries.push({ kind: 'malformed-role-record', author, detail: `${letter}:${why}` });
	for (const { letter, subject } of findRepeated(records))
		entries.push({ kind: 'duplicate-role-record', author, subject, detail: letter });
	for (const { superseded } of selfDefers)
		entries.push({ kind: 'self-defer', author, subject: author, detail: superseded ? 'superseded' : 'blocking' });
	if (mode !== 'legacy') return;
	for (const entry of listedIn(lists)) if (!isPubkey(entry)) entries.push({ kind: 'malformed-legacy-entry', author });
}

/** One record of each letter and subject that has several (D8). */
function findRepeated(records: readonly RoleRecord[]): RoleRecord[] {
	const same = (a: RoleRecord) => (b: RoleRecord) =>
		a.letter === b.letter && a.subject !== undefined && a.subject === b.subject;
	if (records.length < 12)
		return records.filter((record, index) => {
			let before = 0;
			for (let i = 0; i < index; i++) if (same(record)(records[i] as RoleRecord)) before++;
			return before === 1;
		});
	const counts = new Map<string, number>();
	return records.filter(({ letter, subject }) => {
		if (subject === undefined) return false;
		const count = (counts.get(letter + subject) ?? 0) + 1;
		counts.set(letter + subject, count);
		return count === 2;
	});
}

/** D15: exactly one `maintainers` tag with exactly the active `M` and `m` subjects, each once. */
function checkProjection(announcement: Announcement, entries: HealthEntry[]): void {
	const { author, edges, holdsRole, lists } = announcement;
	const activeCount = edges.length + (holdsRole ? 1 : 0);
	const [list = []] = lists;
	if (lists.length === 1 && list.length === activeCount + 1 && isShortMatch(announcement, list)) return;
	const listed = [...listedIn(lists)];
	const values = new Set(listed);
	let present = 0;
	for (const subject of edges) if (values.has(subject)) present++;
	if (holdsRole && values.has(author)) present++;
	const missing = activeCount - present;
	const extra = values.size - present;
	if (missing === 0 && extra === 0 && lists.length === 1 && values.size === listed.length) return;
	entries.push({ kind: 'projection-mismatch', author, detail: `missing=${missing} extra=${extra}` });
}

/** Whether a list as long as the active roster has everybody of it: the usual case, told without a set. */
function isShortMatch({ author, edges, holdsRole }: Announcement, list: readonly string[]): boolean {
	return (
		edges.length < 8 && edges.every((subject) => list.includes(subject, 1)) && (!holdsRole || list.includes(author, 1))
	);
}

/** For each subject the latest end that a confirmed maintainer's numeric-ended `M` or `m` record gives. */
function removedBy({ announcements }: Component): Map<Pubkey, Boundary> {
	const ends = new Map<Pubkey, Boundary>();
	for (const { records } of announcements) {
		for (const { subject, letter, state, active, defers, boundaries } of records) {
			if (subject === undefined || letter === 'o' || state !== 'ok' || active || defers) continue;
			const end = boundaries.at(-1) as Boundary;
			const known = ends.get(subject);
			if (known === undefined || known < end) ends.set(subject, end);
		}
	}
	return ends;
}

/** Still claims a role that nobody confirmed gives them any more, beside an edge to somebody confirmed. */
function isClaiming({ author, holdsRole, edges }: Announcement, { confirmed, named }: Component): boolean {
	return holdsRole && !confirmed.has(author) && !named.has(author) && edges.some((subject) => confirmed.has(subject));
}

/** What bypasses the normal shape of a repository with an explicit lead. */
function checkLeadShape({ speakers, component, invited, lead }: HealthInput, entries: HealthEntry[]): void {
	const leader = lead.pubkey;
	if (lead.source !== 'explicit' || leader === undefined) return;
	const roster = new Set(liveAnnouncement(speakers, leader)?.edges);
	for (const people of [component.confirmed, invited])
		for (const subject of people)
			if (subject !== leader && !roster.has(subject))
				entries.push({ kind: 'lead-roster-incomplete', author: leader, subject });
	const reaches = pathsTo(speakers, leader);
	for (const { author, leadTargets, records } of component.announcements) {
		if (author === leader) continue;
		const target = leadTargets[0];
		if (leadTargets.length === 1 && target !== undefined && target !== leader && target !== author)
			if (reaches(target)) entries.push({ kind: 'indirect-lead-pointer', author, subject: target });
		if (leadTargets.includes(author)) continue;
		// A legacy list chooses no role, so it is no assignment by `m` here.
		let subjects: Set<Pubkey> | undefined;
		for (const { active, letter, subject } of records)
			if (active && letter === 'm' && subject !== undefined && subject !== author && subject !== leader)
				(subjects ??= new Set()).add(subject);
		for (const subject of subjects ?? [])
			entries.push({
				kind: 'third-party-assignment',
				author,
				subject,
				detail: roster.has(subject) ? 'covered' : 'uncovered'
			});
	}
}

/** Whether the one active `M` of each announcement leads from somebody to the lead; every announcement is walked once. */
function pathsTo(speakers: Speakers, leader: Pubkey): (from: Pubkey) => boolean {
	const known = new Map<Pubkey, boolean>([[leader, true]]);
	return (from) => {
		const walked = new Set<Pubkey>();
		let at: Pubkey | undefined = from;
		let answer = known.get(from);
		while (answer === undefined && at !== undefined && !walked.has(at)) {
			walked.add(at);
			const targets: readonly Pubkey[] = liveAnnouncement(speakers, at)?.leadTargets ?? [];
			at = targets.length === 1 ? targets[0] : undefined;
			answer = at && known.get(at);
		}
		for (const pubkey of walked) known.set(pubkey, answer ?? false);
		return answer ?? false;
	};
}
