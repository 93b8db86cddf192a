import type { Announcement } from './announcement.ts';
import type { Boundary } from './boundary.ts';
import { addressOf, deletionBoundary, type DeletionsByAuthor } from './deletion.ts';
import type { CheckedEvent } from './event.ts';
import type { Component } from './graph.ts';
import type { EventId, Pubkey } from './ids.ts';
import { kinds } from './kinds.ts';
import type { LeadWalk } from './lead.ts';
import { isRoleLetter, type RoleRecord } from './roles.ts';
import { liveAnnouncement, type Speakers } from './speakers.ts';
import type { LeadProblem } from './view.ts';

/** A role tag of a signed event by its position, or one entry of a `maintainers` tag by both positions. */
export interface RecordRef {
	readonly event: EventId;
	readonly tag: number;
	readonly entry?: number;
}

/** How a maintainer is confirmed: who named them, and that they name somebody; both stand earlier in the proof. */
export interface ConfirmedStep {
	readonly pubkey: Pubkey;
	readonly announcement: EventId;
	readonly namedBy: RecordRef;
	readonly answer: RecordRef;
}

/** How a moderator is: a maintainer's `o`, their own, and a record of theirs that names a member. */
export interface ModeratorStep extends ConfirmedStep {
	readonly own: RecordRef;
}

/** From the selected coordinate to whom everything starts with, or why nothing does: one reason for everybody. */
export type LeadProof =
	/** Every pointer on the way; the last is the lead's own `M`. */
	| { readonly kind: 'lead'; readonly seed: Pubkey; readonly pointers: readonly RecordRef[] }
	/** The selected announcement has no active `M`: it is the seed itself. */
	| { readonly kind: 'selected'; readonly seed: Pubkey; readonly announcement: EventId }
	/** The walk fails at somebody. `cited`: the records that make it fail, where there are any. */
	| {
			readonly kind: 'failed';
			readonly problem: LeadProblem;
			readonly pointers: readonly RecordRef[];
			readonly cited: readonly RecordRef[];
	  }
	/** The selected author has no pointer and does not count themselves. */
	| { readonly kind: 'nobody'; readonly veto: Veto };

/** What stands in the way of somebody: a record that is missing, or one of their own that says no. */
export type Veto =
	/** No active record of a confirmed maintainer names them. `ended`: records that did. */
	| { readonly kind: 'not-named'; readonly asked: readonly EventId[]; readonly ended: readonly RecordRef[] }
	/** No announcement of theirs was seen. */
	| { readonly kind: 'no-announcement' }
	| { readonly kind: 'deleted'; readonly at: Boundary; readonly deletion: EventId }
	| { readonly kind: 'departed'; readonly records: readonly RecordRef[] }
	| { readonly kind: 'declined'; readonly records: readonly RecordRef[] }
	| { readonly kind: 'blocked'; readonly records: readonly RecordRef[] }
	/** No active record of theirs names a confirmed maintainer. */
	| { readonly kind: 'no-answer'; readonly announcement: EventId };

/** Why somebody is a member, or why not. */
export type Proof =
	| { readonly kind: 'maintainer'; readonly lead: LeadProof; readonly steps: readonly ConfirmedStep[] }
	| {
			readonly kind: 'moderator';
			readonly lead: LeadProof;
			readonly steps: readonly ConfirmedStep[];
			readonly moderators: readonly ModeratorStep[];
	  }
	/** `namedBy`: an active record of a confirmed maintainer, if there is one. */
	| {
			readonly kind: 'none';
			readonly lead: LeadProof;
			readonly namedBy?: RecordRef;
			readonly vetoes: readonly Veto[];
	  };

/** What proofs are made from: a resolved graph. */
export interface ProofInput {
	readonly speakers: Speakers;
	readonly component: Component;
	readonly moderators: ReadonlySet<Pubkey>;
	readonly walk: LeadWalk;
	readonly deletions: DeletionsByAuthor;
	readonly identifier: string;
}

interface Index {
	/** The place of each confirmed maintainer in the order in which they were found. */
	readonly order: ReadonlyMap<Pubkey, number>;
	/** The first of them who names somebody. */
	readonly namer: ReadonlyMap<Pubkey, Announcement>;
}

/**
 * Why somebody may act, or may not, as signed records: whoever has the events can check it without a resolver.
 * Source: guide "Reciprocal graph resolution", "Lead resolution", "Moderators"; D10-D12, D16-D23.
 */
export class Proofs {
	readonly #input: ProofInput;
	#index: Index | undefined;
	#lead: LeadProof | undefined;

	constructor(input: ProofInput) {
		this.#input = input;
	}

	/** Where it all starts. */
	get lead(): LeadProof {
		return (this.#lead ??= this.#proveLead());
	}

	/** Why one person is what they are. */
	of(pubkey: Pubkey): Proof {
		const { component, moderators } = this.#input;
		const { lead } = this;
		if (component.confirmed.has(pubkey)) return { kind: 'maintainer', lead, steps: this.#stepsTo([pubkey]) };
		if (moderators.has(pubkey)) return this.#moderator(pubkey);
		if (lead.kind === 'failed' || lead.kind === 'nobody') return { kind: 'none', lead, vetoes: [] };
		const namer = this.#indexed.namer.get(pubkey);
		const namedBy = namer && findEdge(namer, pubkey);
		return { kind: 'none', lead, namedBy, vetoes: this.#vetoes(pubkey, namedBy !== undefined) };
	}

	get #indexed(): Index {
		if (this.#index) return this.#index;
		const order = new Map<Pubkey, number>();
		const namer = new Map<Pubkey, Announcement>();
		for (const announcement of this.#input.component.announcements) {
			order.set(announcement.author, order.size);
			for (const subject of announcement.edges) if (!namer.has(subject)) namer.set(subject, announcement);
		}
		return (this.#index = { order, namer });
	}

	#proveLead(): LeadProof {
		const { walk, speakers } = this.#input;
		if (walk.kind === 'rootless') {
			const { author, event, standing } = walk.selected;
			if (standing.kind === 'maintain') return { kind: 'selected', seed: author, announcement: event.id };
			return { kind: 'nobody', veto: ownVeto(walk.selected) as Veto };
		}
		const pointers: RecordRef[] = [];
		const targets = walk.kind === 'lead' ? [...walk.path.slice(1), walk.pubkey] : walk.path.slice(1);
		targets.forEach((target, index) => {
			const announcement = liveAnnouncement(speakers, walk.path[index] as Pubkey);
			if (announcement) pointers.push(...findPointers(announcement, [target]).slice(0, 1));
		});
		if (walk.kind === 'lead') return { kind: 'lead', seed: walk.pubkey, pointers };
		return { kind: 'failed', problem: walk.problem, pointers, cited: this.#cite(walk.problem) };
	}

	#cite(problem: LeadProblem): RecordRef[] {
		const announcement = liveAnnouncement(this.#input.speakers, problem.at);
		if (!announcement) return [];
		if (problem.kind === 'two-pointers') return findPointers(announcement, problem.targets);
		const veto = ownVeto(announcement);
		return veto && 'records' in veto ? [...veto.records] : [];
	}

	/** Everybody that some people's confirmation rests on, themselves last; the seed is proved by the lead path. */
	#stepsTo(people: readonly Pubkey[]): ConfirmedStep[] {
		const { order, namer } = this.#indexed;
		const { announcements } = this.#input.component;
		const needed = new Map<number, ConfirmedStep>();
		const queue = [...people];
		for (let pubkey = queue.pop(); pubkey !== undefined; pubkey = queue.pop()) {
			const place = order.get(pubkey);
			if (place === undefined || place === 0 || needed.has(place)) continue;
			const own = announcements[place] as Announcement;
			const by = namer.get(pubkey) as Announcement;
			const target = firstBefore(own.edges, order) as Pubkey;
			needed.set(place, {
				pubkey,
				announcement: own.event.id,
				namedBy: findEdge(by, pubkey) as RecordRef,
				answer: findEdge(own, target) as RecordRef
			});
			queue.push(by.author, target);
		}
		return [...needed].sort(([a], [b]) => a - b).map(([, step]) => step);
	}

	#moderator(pubkey: Pubkey): Proof {
		const { component, moderators, speakers } = this.#input;
		const { order } = this.#indexed;
		const places = new Map([...moderators].map((moderator, place) => [moderator, place]));
		const needed = new Map<number, ModeratorStep>();
		const maintainers: Pubkey[] = [];
		const queue = [pubkey];
		for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
			const place = places.get(at) as number;
			if (needed.has(place)) continue;
			const announcement = liveAnnouncement(speakers, at) as Announcement;
			const by = component.announcements.find(({ records }) => records.some(isActiveOf('o', at))) as Announcement;
			const named = announcement.records.flatMap(({ active, subject }) => (active && subject ? [subject] : []));
			const maintainer = firstBefore(named, order);
			const target = (maintainer ??
				firstBefore(
					named.filter((subject) => subject !== at),
					places
				)) as Pubkey;
			if (maintainer === undefined) queue.push(target);
			else maintainers.push(maintainer);
			maintainers.push(by.author);
			needed.set(place, {
				pubkey: at,
				announcement: announcement.event.id,
				namedBy: findRecord(by, isActiveOf('o', at)) as RecordRef,
				own: findRecord(announcement, isActiveOf('o', at)) as RecordRef,
				answer: findRecord(announcement, ({ active, subject }) => active && subject === target) as RecordRef
			});
		}
		const steps = [...needed].sort(([a], [b]) => a - b).map(([, step]) => step);
		return { kind: 'moderator', lead: this.lead, steps: this.#stepsTo(maintainers), moderators: steps };
	}

	#vetoes(pubkey: Pubkey, isNamed: boolean): Veto[] {
		const { speakers, component, deletions, identifier } = this.#input;
		const vetoes: Veto[] = [];
		if (!isNamed) {
			const asked = component.announcements.map(({ event }) => event.id);
			const ended = component.announcements.flatMap((announcement) => {
				const ref = findRecord(
					announcement,
					({ letter, subject, active }) => letter !== 'o' && subject === pubkey && !active
				);
				return ref ? [ref] : [];
			});
			vetoes.push({ kind: 'not-named', asked, ended });
		}
		const speaker = speakers.get(pubkey);
		if (speaker === undefined) return [...vetoes, { kind: 'no-announcement' }];
		if (speaker.kind === 'deleted') {
			const address = addressOf(kinds.announcement, pubkey, identifier);
			const deletion = deletions
				.get(pubkey)
				?.find((request) => deletionBoundary(speaker.latest, address, [request]) === speaker.at);
			return [...vetoes, { kind: 'deleted', at: speaker.at, deletion: (deletion as CheckedEvent).id }];
		}
		const { announcement } = speaker;
		const own = ownVeto(announcement);
		if (own) vetoes.push(own);
		if (!announcement.edges.some((subject) => component.confirmed.has(subject)))
			vetoes.push({ kind: 'no-answer', announcement: announcement.event.id });
		return vetoes;
	}
}

/** What somebody's own records say against them being a maintainer (D10-D12), if they do. */
function ownVeto(announcement: Announcement): Veto | undefined {
	const { author, standing } = announcement;
	const own = (isMeant: (record: RoleRecord) => boolean) =>
		findRecords(announcement, (record) => record.subject === author && isMeant(record));
	switch (standing.kind) {
		case 'maintain':
			return undefined;
		case 'departed':
			return {
				kind: 'departed',
				records: own(({ state, active, letter }) => state === 'ok' && !active && letter !== 'o')
			};
		case 'declined':
			return { kind: 'declined', records: own(({ state }) => state === 'ok') };
		case 'blocked':
			return { kind: 'blocked', records: own(({ state }) => state !== 'ok') };
	}
}

const isActiveOf = (letter: string, subject: Pubkey) => (record: RoleRecord) =>
	record.active && record.letter === letter && record.subject === subject;

/** Where the records of an announcement stand that are meant: they come in the order of its role tags. */
function findRecords({ event, records }: Announcement, isMeant: (record: RoleRecord) => boolean): RecordRef[] {
	const refs: RecordRef[] = [];
	let at = 0;
	event.tags.forEach((tag, index) => {
		if (!isRoleLetter(tag[0])) return;
		const record = records[at++];
		if (record && isMeant(record)) refs.push({ event: event.id, tag: index });
	});
	return refs;
}

function findRecord(announcement: Announcement, isMeant: (record: RoleRecord) => boolean): RecordRef | undefined {
	return findRecords(announcement, isMeant)[0];
}

function findPointers(announcement: Announcement, targets: readonly Pubkey[]): RecordRef[] {
	return findRecords(
		announcement,
		({ letter, active, subject }) => letter === 'M' && active && subject !== undefined && targets.includes(subject)
	);
}

/** The first active edge of an author to somebody else: an `M`, an `m`, or an entry of a legacy list. */
function findEdge(announcement: Announcement, to: Pubkey): RecordRef | undefined {
	const { mode, event } = announcement;
	if (mode !== 'legacy')
		return findRecord(announcement, ({ letter, active, subject }) => letter !== 'o' && active && subject === to);
	for (const [index, tag] of event.tags.entries()) {
		if (tag[0] !== 'maintainers') continue;
		for (let entry = 1; entry < tag.length; entry++)
			if (tag[entry] === to) return { event: event.id, tag: index, entry };
	}
	return undefined;
}

/** Of some people the one who was confirmed first. */
function firstBefore(people: readonly Pubkey[], order: ReadonlyMap<Pubkey, number>): Pubkey | undefined {
	let first: Pubkey | undefined;
	for (const pubkey of people) {
		const place = order.get(pubkey);
		if (place !== undefined && (first === undefined || place < (order.get(first) as number))) first = pubkey;
	}
	return first;
}
