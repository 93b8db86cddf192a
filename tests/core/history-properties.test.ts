import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eachSubject, parseAnnouncement, type Announcement } from '#lib/core/announcement.ts';
import { gatherEvidence, type RelayAnswer } from '#lib/core/evidence.ts';
import type { Role } from '#lib/core/history-copies.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import { kinds } from '#lib/core/kinds.ts';
import { parseRelayUrls, type RelayUrl } from '#lib/core/relay-url.ts';
import { resolveRepository } from '#lib/core/resolve.ts';
import type { RoleRecord } from '#lib/core/roles.ts';
import { latestByAuthor } from '#lib/core/speakers.ts';
import type { RepositoryView } from '#lib/core/view.ts';
import { resolveWriteCoverage } from '#lib/core/write-coverage.ts';
import { graphs, people, type Graph } from '../support/graphs.ts';

const parameters = { numRuns: 1000, endOnFailure: process.env['COUNTERSIGN_MUTANT'] !== undefined };

interface Seen {
	readonly view: RepositoryView;
	readonly latest: ReadonlyMap<Pubkey, Announcement>;
	/** Every second at which something may change, and its neighbours. */
	readonly moments: readonly number[];
	readonly newest: number;
}

function look({ events, selected, identifier }: Graph): Seen {
	const announcements = events.filter(({ kind }) => kind === kinds.announcement);
	const view = resolveRepository(gatherEvidence(events), { pubkey: selected, identifier, relayHints: [] });
	const latest = new Map(
		[...latestByAuthor(announcements, identifier)].map(([author, event]) => [author, parseAnnouncement(event)])
	);
	const times = new Set(events.map(({ created_at }) => created_at));
	for (const { records } of latest.values())
		for (const { boundaries } of records) for (const at of boundaries) times.add(Number(at));
	const starts = [...latest.values()].flatMap(({ records }) =>
		records.flatMap(({ active, boundaries }) => (active ? [Number(boundaries.at(-1) ?? 0)] : []))
	);
	return {
		view,
		latest,
		moments: [...new Set([0, ...[...times].flatMap((at) => [at - 1, at, at + 1])])].filter((at) => at >= 0),
		newest: Math.max(...events.map(({ created_at }) => created_at), ...starts)
	};
}

/** Whether a record's intervals hold a moment, read as plainly as can be. `closed`: only those with an end of their own. */
function holds(
	{ boundaries, state, defers }: RoleRecord,
	at: number,
	{ latestEnd = Infinity, closed = false } = {}
): boolean {
	if (state === 'malformed') return false;
	const numbers = boundaries.map(Number);
	if (numbers.length === 0) return !closed && !defers;
	return numbers.some((start, index) => {
		const end = numbers[index + 1];
		if (index % 2 === 1 || start > at) return false;
		return end === undefined ? !closed && !defers : at < Math.min(end, latestEnd);
	});
}

const isOf = (role: Role, letter: string) => (letter === 'o') === (role === 'moderator');

/** Their own records of a role at a moment; nobody's records about themselves: maintainer from the beginning. */
function acceptsAt(announcement: Announcement, role: Role, at: number): boolean {
	const own = announcement.records.filter(({ subject }) => subject === announcement.author);
	if (own.length === 0) return role === 'maintainer';
	return own.some(
		(record) => isOf(role, record.letter) && holds(record, at, { latestEnd: announcement.event.created_at })
	);
}

/** Who may assign: the confirmed, or with nobody confirmed the selected author. */
function assigners({ view, latest }: Seen): Announcement[] {
	const authors = view.confirmed.length > 0 ? view.confirmed : [view.selected.pubkey];
	return authors.flatMap((author) => latest.get(author) ?? []);
}

function isRoot({ view }: Seen, pubkey: Pubkey): boolean {
	if (view.confirmed.length === 0) return pubkey === view.selected.pubkey;
	const { source, pubkey: lead } = view.lead;
	return pubkey === (source === 'explicit' ? lead : view.selected.pubkey);
}

describe('what must hold of roles over time, in every graph (D28-D30)', () => {
	test('nobody is authorised outside their own acceptance, but as somebody else closed an interval of theirs', () => {
		fc.assert(
			fc.property(graphs, (graph) => {
				const seen = look(graph);
				for (const pubkey of people)
					for (const role of ['maintainer', 'moderator'] as const) {
						const own = seen.latest.get(pubkey);
						for (const at of seen.moments) {
							if (!seen.view.history.wasAuthorised(pubkey, role, at)) continue;
							const isAccepted = own !== undefined && acceptsAt(own, role, at);
							const isStated = assigners(seen).some(
								({ author, records }) =>
									author !== pubkey &&
									records.some(
										(record) =>
											record.subject === pubkey && isOf(role, record.letter) && holds(record, at, { closed: true })
									)
							);
							expect(isAccepted || isStated, `${role} ${pubkey.slice(0, 4)} at ${at}`).toBe(true);
						}
					}
			}),
			parameters
		);
	});

	test('nobody is ever authorised whom nobody counted named, the one aside with whom it begins', () => {
		fc.assert(
			fc.property(graphs, (graph) => {
				const seen = look(graph);
				const named = new Set<Pubkey>();
				for (const announcement of assigners(seen))
					eachSubject(announcement, (subject) => subject !== announcement.author && named.add(subject));
				for (const pubkey of people) {
					if (named.has(pubkey)) continue;
					const { history } = seen.view;
					expect(history.of(pubkey, 'moderator').intervals).toEqual([]);
					if (!isRoot(seen, pubkey)) expect(history.of(pubkey, 'maintainer').intervals).toEqual([]);
				}
			}),
			parameters
		);
	});

	test('every member is authorised from the newest of the event times and starts on', () => {
		fc.assert(
			fc.property(graphs, (graph) => {
				const { view, newest } = look(graph);
				for (const later of [0, 1, 1_000_000]) {
					for (const pubkey of view.confirmed)
						expect(view.history.wasAuthorised(pubkey, 'maintainer', newest + later), pubkey).toBe(true);
					for (const pubkey of view.moderators)
						expect(view.history.wasAuthorised(pubkey, 'moderator', newest + later), pubkey).toBe(true);
				}
			}),
			parameters
		);
	});

	test('intervals are in order, apart, not empty, and made of nothing but their grounds', () => {
		fc.assert(
			fc.property(graphs, (graph) => {
				const { view, moments } = look(graph);
				for (const pubkey of view.history.people) {
					const { intervals, grounds } = view.history.of(pubkey, 'maintainer');
					intervals.forEach(({ start, end }, index) => {
						const next = intervals[index + 1];
						if (end !== undefined) expect(end > start).toBe(true);
						if (next) expect(end !== undefined && next.start > end).toBe(true);
					});
					for (const at of moments) {
						const isGrounded = grounds.some(({ start, end }) => start <= at && (end === undefined || at < end));
						expect(view.history.wasAuthorised(pubkey, 'maintainer', at)).toBe(isGrounded);
					}
				}
			}),
			parameters
		);
	});
});

describe('what must hold of acting on a view (D38)', () => {
	test('a relay less that answered never makes it writable', () => {
		const urls = ['one', 'two', 'three', 'four', 'five'].map(
			(name) => parseRelayUrls([`wss://${name}.example`])[0] as RelayUrl
		);
		const some = fc.subarray(urls);
		const byPerson = fc.array(some, { minLength: 4, maxLength: 4 });
		const given = fc.record({
			declared: byPerson,
			written: byPerson,
			index: some,
			answered: some,
			lost: fc.constantFrom(...urls),
			confirmed: fc.subarray(people.slice(0, 4)),
			hasLead: fc.boolean(),
			declaresLead: fc.boolean(),
			named: fc.subarray(people.slice(0, 4)),
			removing: fc.subarray(people.slice(0, 4))
		});
		const outcomes = (answered: readonly RelayUrl[]): RelayAnswer[] =>
			urls.map((url) => ({
				url,
				outcome: answered.includes(url) ? { kind: 'answered' } : { kind: 'failed', reason: 'timeout' }
			}));
		fc.assert(
			fc.property(given, ({ declared, written, answered, lost, hasLead, confirmed, ...rest }) => {
				const perPerson = (lists: readonly RelayUrl[][]) =>
					new Map(lists.map((list, index) => [people[index] as Pubkey, list]));
				const decide = (answers: readonly RelayAnswer[]) =>
					resolveWriteCoverage({
						...rest,
						selected: people[0] as Pubkey,
						lead: hasLead ? confirmed[0] : undefined,
						confirmed,
						settled: true,
						answers,
						declared: perPerson(declared),
						writeRelays: perPerson(written)
					}).isCompleteEnough;
				const before = decide(outcomes(answered));
				const after = decide(outcomes(answered.filter((url) => url !== lost)));
				expect(after && !before).toBe(false);
			}),
			parameters
		);
	});
});
