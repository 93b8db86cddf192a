import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CheckedEvent } from '#lib/core/event.ts';
import { compareNewestFirst } from '#lib/core/event.ts';
import { withAnswers } from '#lib/core/coverage.ts';
import { gatherEvidence, type RelayAnswer, type RelayOutcome } from '#lib/core/evidence.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import { kinds } from '#lib/core/kinds.ts';
import { parseRelayUrls, type RelayUrl } from '#lib/core/relay-url.ts';
import { resolveRepository } from '#lib/core/resolve.ts';
import { stringifyExactly, viewWithHistoryToJson } from '#lib/core/view-json.ts';
import type { RepositoryView } from '#lib/core/view.ts';
import { graphs, mint, people, type Graph } from '../support/graphs.ts';

/** A mutant need only be found, not made small (tests/core/mutants.test.ts). */
const parameters = { numRuns: 1000, endOnFailure: process.env['COUNTERSIGN_MUTANT'] !== undefined };

function resolve({ events, selected, identifier }: Graph): RepositoryView {
	return resolveRepository(gatherEvidence(events), { pubkey: selected, identifier, relayHints: [] });
}

/** Everything a view says, as text; `coverage` and `selected` are given, not resolved. */
function saidBy(view: RepositoryView): string {
	const { metadata, notices, state, lead, departed } = view;
	const sorted = notices.map((notice) => JSON.stringify(notice)).sort();
	const refs = state && { refs: [...state.refs], head: state.head, up: state.broughtUpByDeletion };
	return stringifyExactly({
		view: viewWithHistoryToJson(view),
		metadata,
		sorted,
		refs,
		problem: lead.problem,
		departed
	});
}

function members(view: RepositoryView): Set<Pubkey> {
	return new Set([...view.confirmed, ...view.moderators]);
}

/** Replaces somebody's latest announcement by one with more tags, of the same second; deleted if that was. */
function withTags(graph: Graph, author: Pubkey, tags: readonly string[][]): Graph {
	const latest = latestOf(graph, author);
	if (latest === undefined) return graph;
	const more = mint({ ...latest, tags: [...latest.tags, ...tags] });
	const events = graph.events.map((event) => {
		if (event === latest) return more;
		if (!event.tags.some(([name, id]) => name === 'e' && id === latest.id)) return event;
		return mint({ ...event, tags: [['e', more.id]] });
	});
	return { ...graph, events };
}

function latestOf({ events }: Graph, author: Pubkey): CheckedEvent | undefined {
	return events
		.filter(({ kind, pubkey }) => kind === kinds.announcement && pubkey === author)
		.sort(compareNewestFirst)[0];
}

const isRole = (tag: readonly string[]) => tag[0] === 'M' || tag[0] === 'm' || tag[0] === 'o';
const isIndexed = (event: CheckedEvent | undefined) => event?.tags.some(isRole) ?? false;
const isLegacy = (event: CheckedEvent | undefined) =>
	!isIndexed(event) && (event?.tags.some((tag) => tag[0] === 'maintainers') ?? false);

describe('the generator makes what the properties are about', () => {
	test('and not only the easy shapes', () => {
		const views = fc.sample(graphs, { numRuns: 1000, seed: 3 }).map(resolve);
		const share = (is: (view: RepositoryView) => boolean) => views.filter(is).length / views.length;
		const spread = {
			'three or more confirmed': share(({ confirmed }) => confirmed.length >= 3),
			conflict: share(({ lead }) => lead.source === 'conflict'),
			pending: share(({ lead }) => lead.source === 'pending'),
			'legacy inferred': share(({ lead }) => lead.source === 'legacy_inferred'),
			leadless: share(({ lead, confirmed }) => lead.source === 'explicit_none' && confirmed.length > 0),
			moderators: share(({ moderators }) => moderators.length > 0)
		};
		expect(spread['three or more confirmed'], JSON.stringify(spread)).toBeGreaterThanOrEqual(0.2);
		for (const [name, value] of Object.entries(spread)) expect(value, name).toBeGreaterThanOrEqual(0.05);
	});
});

describe('what must hold for every graph', () => {
	test('order, repetition and which relay gave what do not matter (D1; guide, Reciprocal graph resolution)', () => {
		const given = fc.record({
			graph: graphs,
			order: fc.array(fc.nat(), { minLength: 8, maxLength: 40 }),
			relays: fc.integer({ min: 1, max: 4 })
		});
		fc.assert(
			fc.property(given, ({ graph, order, relays }) => {
				const shuffled = [...graph.events];
				order.forEach((random, index) => {
					const [a, b] = [index % shuffled.length, random % shuffled.length];
					[shuffled[a], shuffled[b]] = [shuffled[b] as CheckedEvent, shuffled[a] as CheckedEvent];
				});
				// Each event from one relay at least, and again from every relay whose number the random one shares.
				const byRelay = Array.from({ length: relays }, (_, relay) =>
					shuffled.filter(
						(_, index) => index % relays === relay || ((order[index % order.length] as number) + relay) % 2 === 0
					)
				);
				expect(saidBy(resolve({ ...graph, events: byRelay.flat() }))).toBe(saidBy(resolve(graph)));
			}),
			parameters
		);
	});

	test('a cache that kept only the latest of each gives the same view (D1, D3)', () => {
		fc.assert(
			fc.property(graphs, (graph) => {
				const kept = new Map<string, CheckedEvent>();
				for (const event of graph.events) {
					const key = event.kind === kinds.deletion ? event.id : `${event.kind}:${event.pubkey}`;
					const known = kept.get(key);
					if (known === undefined || compareNewestFirst(event, known) < 0) kept.set(key, event);
				}
				const rebuilt = JSON.parse(JSON.stringify([...kept.values()])) as CheckedEvent[];
				expect(saidBy(resolve({ ...graph, events: rebuilt }))).toBe(saidBy(resolve(graph)));
			}),
			parameters
		);
	});

	test('an active edge whose subject does not answer adds no member (guide, Reciprocal graph resolution; D21)', () => {
		const stranger = 'f'.repeat(64) as Pubkey;
		const silence = fc.constantFrom<string[][] | undefined>(
			undefined,
			[],
			[['m', stranger, '1700000000']],
			[['o', stranger, '1700000000']],
			[
				['m', stranger, '1700000000'],
				['m', 'e'.repeat(64), '1700000000']
			],
			[['m', people[0] as string, '1700000000', 'defer']]
		);
		fc.assert(
			fc.property(
				graphs,
				fc.constantFrom(...people),
				silence,
				fc.constantFrom('m', 'o'),
				(graph, author, answer, letter) => {
					const latest = latestOf(graph, author);
					fc.pre(isIndexed(latest) || (isLegacy(latest) && letter === 'm'));
					const edge = isIndexed(latest) ? [letter, stranger, '1700001000'] : ['maintainers', stranger];
					const after = withTags(graph, author, [edge]);
					const theirs = { pubkey: stranger, created_at: 1_700_000_000, kind: kinds.announcement, content: '' };
					const events = answer
						? [...after.events, mint({ ...theirs, tags: [['d', graph.identifier], ...answer] })]
						: after.events;
					expect(members(resolve({ ...after, events }))).toEqual(members(resolve(graph)));
				}
			),
			parameters
		);
	});

	test('a defer or an ended record never adds a member (guide, Replicated role history)', () => {
		const ended = fc.constantFrom(
			['1700000000', 'defer'],
			['1700000000', '1700009000'],
			['1700000000', '1700001000', '1700002000', 'defer']
		);
		fc.assert(
			fc.property(
				graphs,
				fc.constantFrom(...people),
				fc.constantFrom(...people),
				fc.constantFrom('M', 'm', 'o'),
				ended,
				(graph, author, subject, letter, boundaries) => {
					// A first role tag would switch an announcement to indexed mode (D9), which is another matter.
					fc.pre(isIndexed(latestOf(graph, author)));
					const before = members(resolve(graph));
					const after = members(resolve(withTags(graph, author, [[letter, subject, ...boundaries]])));
					expect([...after].filter((pubkey) => !before.has(pubkey))).toEqual([]);
					// About somebody else it takes nobody away either: it is history.
					if (subject !== author) expect(after).toEqual(before);
				}
			),
			parameters
		);
	});

	test('what relays do changes how much was heard and nothing else (D37)', () => {
		const urls = ['one', 'two', 'three', 'four'].map(
			(name) => parseRelayUrls([`wss://${name}.example`])[0] as RelayUrl
		);
		const outcome = fc.constantFrom<RelayOutcome>(
			{ kind: 'answered' },
			{ kind: 'waiting' },
			{ kind: 'failed', reason: 'timeout' },
			{ kind: 'not-asked', reason: 'too-many-relays' }
		);
		const answers = fc.uniqueArray(fc.record({ url: fc.constantFrom(...urls), outcome }), {
			selector: ({ url }) => url
		});
		const declared = fc.subarray(urls.map((url): string => url));
		const given = fc.record({
			graph: graphs,
			author: fc.constantFrom(...people),
			declared,
			before: answers,
			after: answers
		});
		fc.assert(
			fc.property(given, ({ graph, author, declared, before, after }) => {
				const { events, selected, identifier } = withTags(graph, author, [['relays', ...declared]]);
				const resolveWith = (answers: readonly RelayAnswer[]) =>
					resolveRepository(gatherEvidence(events, answers), { pubkey: selected, identifier, relayHints: [] });
				const heard = withAnswers(resolveWith(before), after);
				expect(heard).toEqual(resolveWith(after));
				expect(saidBy(heard)).toBe(saidBy(resolveWith(before)));
			}),
			parameters
		);
	});

	test('no tags at all make the resolver throw', () => {
		const text = fc.oneof(
			fc.string(),
			fc.string({ minLength: 16, maxLength: 30 }),
			fc.constantFrom(...people, 'defer', '18446744073709551615', '99999999999999999')
		);
		const tag = fc
			.tuple(
				fc.constantFrom('M', 'm', 'o', 'maintainers', 'd', 'relays', 'e', 'a', 'refs/heads/x', 'HEAD', 'name', 'r'),
				fc.array(text, { maxLength: 5 })
			)
			.map(([name, values]) => [name, ...values]);
		const tags = fc.array(fc.oneof(tag, fc.array(text, { maxLength: 4 })), { maxLength: 8 });
		const event = fc
			.record({
				pubkey: fc.constantFrom(...people.slice(0, 3)),
				created_at: fc.maxSafeInteger(),
				kind: fc.constantFrom(30617, 30617, 30618, 5),
				tags
			})
			.map((fields) => mint({ ...fields, content: '', tags: [['d', 'graph'], ...fields.tags] }));
		fc.assert(
			fc.property(fc.array(event, { maxLength: 6 }), (events) => {
				const view = resolve({ events, selected: people[0] as Pubkey, identifier: 'graph' });
				expect(() => JSON.parse(stringifyExactly(viewWithHistoryToJson(view)))).not.toThrow();
			}),
			parameters
		);
	});
});
