import type { Announcement } from './announcement.ts';
import type { Boundary } from './boundary.ts';
import { isPubkey, type Pubkey } from './ids.ts';
import { liveAnnouncement, type Speakers } from './speakers.ts';
import type { HealthEntry, LeadView } from './view.ts';

/** What health is judged from. `known` is everybody the graph knows, `named` whom a confirmed maintainer actively names. */
export interface HealthInput {
	readonly speakers: Speakers;
	readonly known: ReadonlySet<Pubkey>;
	readonly confirmed: ReadonlySet<Pubkey>;
	readonly named: ReadonlySet<Pubkey>;
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
	const lastEnds = removedBy(input);
	for (const pubkey of input.known) {
		const announcement = liveAnnouncement(input.speakers, pubkey);
		if (announcement === undefined) continue;
		checkRecords(announcement, entries);
		if (announcement.mode === 'indexed') checkProjection(announcement, entries);
		const removedAt = lastEnds.get(pubkey);
		if (removedAt !== undefined && isClaiming(announcement, input))
			entries.push({ kind: 'removed-but-claiming', author: pubkey, subject: pubkey, at: removedAt });
	}
	checkLeadShape(input, entries);
	return entries;
}

/** Each record and legacy entry by itself: malformed, worthless, or one of several for the same letter and subject. */
function checkRecords(announcement: Announcement, entries: HealthEntry[]): void {
	const { author, mode, records, listed, selfDefers } = announcement;
	const seen = new Set<string>();
	const repeated = new Set<string>();
	for (const { letter, subject, state, why } of records) {
		if (state === 'malformed') entries.push({ kind: 'malformed-role-record', author, detail: `${letter}:${why}` });
		if (subject === undefined) continue;
		const key = letter + subject;
		if (seen.has(key) && !repeated.has(key)) {
			repeated.add(key);
			entries.push({ kind: 'duplicate-role-record', author, subject, detail: letter });
		}
		seen.add(key);
	}
	for (const { superseded } of selfDefers)
		entries.push({ kind: 'self-defer', author, subject: author, detail: superseded ? 'superseded' : 'blocking' });
	if (mode !== 'legacy') return;
	for (const entry of listed) if (!isPubkey(entry)) entries.push({ kind: 'malformed-legacy-entry', author });
}

/** D15: exactly one `maintainers` tag with exactly the active `M` and `m` subjects, each once. */
function checkProjection(announcement: Announcement, entries: HealthEntry[]): void {
	const { author, records, listed, maintainersTags } = announcement;
	const active = new Set<string>();
	for (const record of records)
		if (record.active && record.letter !== 'o' && record.subject !== undefined) active.add(record.subject);
	const values = new Set(listed);
	let missing = 0;
	for (const subject of active) if (!values.has(subject)) missing++;
	let extra = 0;
	for (const value of values) if (!active.has(value)) extra++;
	if (missing === 0 && extra === 0 && maintainersTags === 1 && values.size === listed.length) return;
	entries.push({ kind: 'projection-mismatch', author, detail: `missing=${missing} extra=${extra}` });
}

/** For each subject the latest end that a confirmed maintainer's numeric-ended `M` or `m` record gives. */
function removedBy({ speakers, confirmed }: HealthInput): Map<Pubkey, Boundary> {
	const ends = new Map<Pubkey, Boundary>();
	for (const author of confirmed) {
		for (const record of liveAnnouncement(speakers, author)?.records ?? []) {
			const { subject, letter, state, active, defers } = record;
			if (subject === undefined || letter === 'o' || state !== 'ok' || active || defers) continue;
			const end = record.boundaries.at(-1) as Boundary;
			const known = ends.get(subject);
			if (known === undefined || known < end) ends.set(subject, end);
		}
	}
	return ends;
}

/** Still claims a role that nobody confirmed gives them any more, beside an edge to somebody confirmed. */
function isClaiming(announcement: Announcement, { confirmed, named }: HealthInput): boolean {
	const { author, records, edges } = announcement;
	if (confirmed.has(author) || named.has(author)) return false;
	if (!records.some(({ active, letter, subject }) => active && letter !== 'o' && subject === author)) return false;
	for (const subject of edges) if (confirmed.has(subject)) return true;
	return false;
}

/** What bypasses the normal shape of a repository with an explicit lead. */
function checkLeadShape(input: HealthInput, entries: HealthEntry[]): void {
	const { speakers, confirmed, invited, lead } = input;
	const leader = lead.pubkey;
	if (lead.source !== 'explicit' || leader === undefined) return;
	const roster = liveAnnouncement(speakers, leader)?.edges ?? new Set<Pubkey>();
	for (const people of [confirmed, invited])
		for (const subject of people)
			if (subject !== leader && !roster.has(subject))
				entries.push({ kind: 'lead-roster-incomplete', author: leader, subject });
	const reaches = pathsTo(speakers, leader);
	for (const author of confirmed) {
		if (author === leader) continue;
		const announcement = liveAnnouncement(speakers, author);
		if (announcement === undefined) continue;
		const target = announcement.leadTargets[0];
		if (announcement.leadTargets.length === 1 && target !== undefined && target !== leader && target !== author)
			if (reaches(target)) entries.push({ kind: 'indirect-lead-pointer', author, subject: target });
		if (announcement.leadTargets.includes(author)) continue;
		for (const subject of assignedByMember(announcement))
			if (subject !== leader)
				entries.push({
					kind: 'third-party-assignment',
					author,
					subject,
					detail: roster.has(subject) ? 'covered' : 'uncovered'
				});
	}
}

/** Whom an announcement names by an active `m`, its author left out. A legacy list chooses no role: it is none. */
function assignedByMember({ author, records }: Announcement): Set<Pubkey> {
	const subjects = new Set<Pubkey>();
	for (const { active, letter, subject } of records)
		if (active && letter === 'm' && subject !== undefined && subject !== author) subjects.add(subject);
	return subjects;
}

/** Whether the one active `M` of each announcement leads from somebody to the lead; every announcement is walked once. */
function pathsTo(speakers: Speakers, leader: Pubkey): (from: Pubkey) => boolean {
	const known = new Map<Pubkey, boolean>([[leader, true]]);
	return (from) => {
		const walked: Pubkey[] = [];
		let at: Pubkey | undefined = from;
		let answer = false;
		const onThisWalk = new Set<Pubkey>();
		while (at !== undefined && !onThisWalk.has(at)) {
			const before = known.get(at);
			if (before !== undefined) {
				answer = before;
				break;
			}
			onThisWalk.add(at);
			walked.push(at);
			const targets: readonly Pubkey[] = liveAnnouncement(speakers, at)?.leadTargets ?? [];
			at = targets.length === 1 ? targets[0] : undefined;
		}
		for (const pubkey of walked) known.set(pubkey, answer);
		return answer;
	};
}
