import fc from 'fast-check';
import { hashEvent, type CheckedEvent, type NostrEvent } from '#lib/core/event.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import { kinds } from '#lib/core/kinds.ts';

/** A generated repository: its events, and from whose coordinate it is looked at. */
export interface Graph {
	readonly events: readonly CheckedEvent[];
	readonly selected: Pubkey;
	readonly identifier: string;
}

/** People of generated graphs: made-up keys, because no signature is checked here (`mint`). */
export const people = Array.from({ length: 8 }, (_, index) => `${index + 1}`.repeat(64) as Pubkey);

const identifier = 'graph';

/** An event with its true id. The signature is made up: the event check is tested with real ones elsewhere. */
export function mint(fields: Omit<NostrEvent, 'id' | 'sig'>): CheckedEvent {
	return { ...fields, id: hashEvent(fields), sig: '0'.repeat(128) } as CheckedEvent;
}

type Tags = readonly (readonly string[])[];

const time = fc.integer({ min: 0, max: 60 }).map((n) => String(1_700_000_000 + n * 1000));
const person = fc.nat({ max: people.length - 1 }).map((index) => people[index] as Pubkey);

/** Boundaries of a record by what they make of it, mostly active. */
const boundaries = fc.oneof(
	{ weight: 5, arbitrary: fc.tuple(time).map((values): string[] => values) },
	{ weight: 2, arbitrary: fc.constant<string[]>([]) },
	{ weight: 2, arbitrary: fc.tuple(time, time).map((values): string[] => values) },
	{ weight: 2, arbitrary: fc.tuple(time, time, time).map((values): string[] => values) },
	{ weight: 1, arbitrary: time.map((start) => [start, 'defer']) },
	{ weight: 1, arbitrary: fc.tuple(time, time, time).map((values) => [...values, 'defer']) },
	{ weight: 1, arbitrary: fc.constantFrom([''], ['defer'], ['1e3'], ['1', 'defer', '2'], ['18446744073709551616']) }
);
const noise = fc.array(
	fc
		.tuple(fc.constantFrom('M', 'm', 'm', 'o'), person, boundaries)
		.map(([letter, subject, values]) => [letter, subject, ...values]),
	{ maxLength: 2 }
);

/** What somebody answers in a repository that person 0 set up. `others` are whom a tag may name besides. */
type Answer = (self: Pubkey, head: Pubkey, start: string, other: Pubkey) => Tags;
const answers: Readonly<Record<'lead' | 'leadless' | 'legacy', Answer>> = {
	lead: (self, head, start) => [
		['M', head, start],
		['m', self, start]
	],
	leadless: (self, head, start, other) => [
		['m', self, start],
		['m', head, start],
		['m', other, start, 'defer']
	],
	legacy: (self, head) => [['maintainers', self, head]]
};

/** How person 0 sets the repository up: whom they name, and how. */
const setUps: Readonly<
	Record<'lead' | 'leadless' | 'legacy', (head: Pubkey, named: readonly Pubkey[], start: string) => Tags>
> = {
	lead: (head, named, start) => [['M', head], ...named.map((subject) => ['m', subject, start])],
	leadless: (head, named, start) => [['m', head, start], ...named.map((subject) => ['m', subject, start])],
	legacy: (head, named) => [['maintainers', head, ...named]]
};

/** Somebody's part: whether they answer, by another style's words, as moderator, by pointing elsewhere, or not at all. */
const part = fc.record({
	does: fc.oneof(
		{ weight: 8, arbitrary: fc.constant('answer' as const) },
		{ weight: 5, arbitrary: fc.constantFrom('point', 'moderate', 'leave', 'nothing', 'migrate') }
	),
	start: time,
	end: time,
	other: person,
	noise: fc.oneof({ weight: 4, arbitrary: fc.constant<string[][]>([]) }, { weight: 1, arbitrary: noise }),
	createdAt: fc.integer({ min: 0, max: 60 }),
	earlier: fc.integer({ min: 0, max: 3 }),
	deletes: fc.oneof(
		{ weight: 12, arbitrary: fc.constant('no' as const) },
		{ weight: 1, arbitrary: fc.constantFrom('address', 'id', 'older') }
	),
	hasState: fc.boolean()
});

function tagsOf(style: 'lead' | 'leadless' | 'legacy', index: number, size: number, role: Part): Tags {
	const head = people[0] as Pubkey;
	const self = people[index] as Pubkey;
	const { does, start, end, other } = role;
	if (does === 'point')
		return [['M', index === 0 ? (people[1] as Pubkey) : other, start], ['m', self, start], ...role.noise];
	if (index === 0 && does === 'migrate') return [['M', self], ['M', people[1] as Pubkey, start], ...role.noise];
	if (index === 0) {
		const others = people.slice(1, size);
		const named = does === 'nothing' ? others.slice(1) : others;
		const moderator = people[size] ?? other;
		const set = setUps[style](head, named, start);
		return [...set, ...(style === 'legacy' ? [] : [['o', moderator, start]]), ...role.noise];
	}
	if (does === 'moderate' || index === size) return [['M', head, start], ['o', self, start], ...role.noise];
	if (does === 'leave') return [['M', head, start], ['m', self, start, end], ...role.noise];
	if (does === 'migrate') return [['m', head, start], ['m', self, start], ...role.noise];
	return [...answers[style](self, head, start, other), ...role.noise];
}

type Part = typeof part extends fc.Arbitrary<infer T> ? T : never;

/**
 * Graphs of the shapes that people make and of those that they should not: led, leadless and legacy repositories in which
 * some point elsewhere, leave, moderate, stay silent, delete, or sign noise. Properties assert the spread.
 */
export const graphs: fc.Arbitrary<Graph> = fc
	.record({
		style: fc.constantFrom('lead', 'lead', 'leadless', 'legacy', 'legacy'),
		size: fc.integer({ min: 3, max: 6 }),
		parts: fc.array(part, { minLength: people.length, maxLength: people.length }),
		selected: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat({ max: 5 }) })
	})
	.map(({ style, size, parts, selected }) => {
		const events: CheckedEvent[] = [];
		for (let index = 0; index <= size; index++) {
			const role = parts[index] as Part;
			if (role.does === 'nothing' && index > 0) continue;
			events.push(...eventsOf(people[index] as Pubkey, tagsOf(style, index, size, role), role));
		}
		return { events, selected: people[Math.min(selected, size)] as Pubkey, identifier };
	});

/** An announcement with its earlier versions, a state, and what its author deleted. */
function eventsOf(pubkey: Pubkey, tags: Tags, { createdAt, earlier, deletes, hasState }: Part): CheckedEvent[] {
	const at = 1_700_000_000 + createdAt * 1000;
	const announce = (version: number) =>
		mint({
			pubkey,
			created_at: at - version * 1000,
			kind: kinds.announcement,
			tags: [['d', identifier], ['name', `version ${version}`], ...(version === 0 ? tags : tags.slice(version - 1))],
			content: ''
		});
	const latest = announce(0);
	const events = [latest];
	for (let version = 1; version <= earlier; version++) events.push(announce(version));
	if (hasState)
		events.push(
			mint({
				pubkey,
				created_at: at,
				kind: kinds.repositoryState,
				tags: [
					['d', identifier],
					['refs/heads/main', 'a'.repeat(40)]
				],
				content: ''
			})
		);
	if (deletes !== 'no') {
		const target = deletes === 'id' ? ['e', latest.id] : ['a', `${kinds.announcement}:${pubkey}:${identifier}`];
		const deletedAt = deletes === 'older' ? at - 1 : at + 5000;
		events.push(mint({ pubkey, created_at: deletedAt, kind: kinds.deletion, tags: [target], content: '' }));
	}
	return events;
}
