import type { NostrEvent } from '#lib/core/event.ts';
import type { ConfirmedStep, LeadProof, ModeratorStep, Proof, RecordRef, Veto } from '#lib/core/proof.ts';

/**
 * Checks proofs with nothing of core but their shape: it reads tags anew, by the words of D5-D14, and sees only the
 * events that a proof cites. Throws with what is wrong.
 */

interface Tag {
	readonly letter: string;
	readonly subject?: string;
	readonly kind: 'active' | 'ended' | 'copy' | 'self-defer' | 'malformed';
	readonly numbers: readonly bigint[];
}

/** Every event id that a proof cites, in whatever it is nested. */
export function citedIds(proof: unknown, ids = new Set<string>()): Set<string> {
	if (typeof proof === 'string') {
		if (/^[0-9a-f]{64}$/.test(proof)) ids.add(proof);
	} else if (typeof proof === 'object' && proof !== null)
		for (const value of Object.values(proof)) citedIds(value, ids);
	return ids;
}

/** In: a proof about somebody, the events it cites, the coordinate looked at. */
export function checkProof(
	proof: Proof,
	pubkey: string,
	{ events, selected, identifier }: { events: ReadonlyMap<string, NostrEvent>; selected: string; identifier: string }
): void {
	const announcementOf = (id: string, author?: string): NostrEvent => {
		const event = events.get(id);
		if (!event) throw new Error(`${id} is not at hand`);
		if (event.kind !== 30617) throw new Error(`${id} is no announcement`);
		if (event.tags.find(([name]) => name === 'd')?.[1] !== identifier)
			throw new Error(`${id} is of another repository`);
		if (author !== undefined && event.pubkey !== author) throw new Error(`${id} is not by ${author}`);
		return event;
	};
	/** Whom a cited record names now, as maintainer by an edge (`M`, `m`, legacy entry) or by exactly these letters. */
	const namedBy = (ref: RecordRef, letters?: string): { author: string; subject: string; letter: string } => {
		const event = announcementOf(ref.event);
		const tag = event.tags[ref.tag] ?? [];
		if (ref.entry !== undefined) {
			if (tag[0] !== 'maintainers' || isIndexed(event)) throw new Error('no entry of an older list');
			const subject = tag[ref.entry] ?? '';
			if (!isKey(subject) || letters !== undefined) throw new Error('an entry that names nobody');
			return { author: event.pubkey, subject, letter: 'L' };
		}
		const { letter, subject, kind } = readTag(tag, event.pubkey);
		if (kind !== 'active' || subject === undefined) throw new Error(`a record that is ${kind}`);
		if (letters !== undefined && !letters.includes(letter)) throw new Error(`${letter} where ${letters} is meant`);
		if (letters === undefined && letter === 'o') throw new Error('a moderator’s record as an edge');
		return { author: event.pubkey, subject, letter };
	};

	const checkLead = (lead: LeadProof): string | undefined => {
		if (lead.kind === 'selected') {
			const event = announcementOf(lead.announcement, selected);
			if (tagsOf(event).some(({ letter, kind }) => letter === 'M' && kind === 'active'))
				throw new Error('it points on');
			if (standingOf(event) !== 'maintain') throw new Error('the selected author is no maintainer');
			return selected;
		}
		if (lead.kind === 'nobody') {
			checkVeto(lead.veto, selected, new Set());
			return undefined;
		}
		let at = selected;
		const path = [at];
		for (const pointer of lead.pointers) {
			const { author, subject } = namedBy(pointer, 'M');
			if (author !== at) throw new Error(`a pointer of ${author}, where ${at} is`);
			const targets = new Set(
				tagsOf(announcementOf(pointer.event)).flatMap(({ letter, kind, subject }) =>
					letter === 'M' && kind === 'active' ? [subject] : []
				)
			);
			if (targets.size > 1) throw new Error(`${author} points to several`);
			at = subject;
			path.push(at);
		}
		if (lead.kind === 'lead') {
			if (path.at(-1) !== path.at(-2) || at !== lead.seed) throw new Error('it does not end at a self-M');
			const own = lead.pointers.at(-1)?.event ?? '';
			if (standingOf(announcementOf(own, at)) !== 'maintain') throw new Error('the lead is no maintainer');
			return at;
		}
		const { problem, cited } = lead;
		if (problem.at !== at) throw new Error(`it fails at ${problem.at}, the pointers end at ${at}`);
		if (problem.kind === 'cycle' && path.indexOf(at) === path.length - 1) throw new Error('no circle');
		if (problem.kind === 'two-pointers') {
			const targets = new Set(cited.map((ref) => namedBy(ref, 'M')).map(({ subject }) => subject));
			if (targets.size < 2) throw new Error('one pointer only');
		}
		if (problem.kind === 'departed' && standingOf(announcementOf(cited[0]?.event ?? '', at)) !== 'departed')
			throw new Error('has not departed');
		return undefined;
	};

	const checkSteps = (seed: string, steps: readonly ConfirmedStep[]): Set<string> => {
		const confirmed = new Set([seed]);
		for (const step of steps) {
			const event = announcementOf(step.announcement, step.pubkey);
			if (standingOf(event) !== 'maintain') throw new Error(`${step.pubkey} can be no maintainer`);
			const named = namedBy(step.namedBy);
			if (!confirmed.has(named.author) || named.subject !== step.pubkey) throw new Error('named by nobody confirmed');
			const answer = namedBy(step.answer);
			if (answer.author !== step.pubkey || answer.subject === step.pubkey || !confirmed.has(answer.subject))
				throw new Error('names nobody confirmed');
			confirmed.add(step.pubkey);
		}
		return confirmed;
	};

	const checkModerators = (confirmed: ReadonlySet<string>, steps: readonly ModeratorStep[]): Set<string> => {
		const members = new Set(confirmed);
		for (const step of steps) {
			const event = announcementOf(step.announcement, step.pubkey);
			const named = namedBy(step.namedBy, 'o');
			if (!confirmed.has(named.author) || named.subject !== step.pubkey) throw new Error('named by no maintainer');
			const own = namedBy(step.own, 'o');
			if (own.author !== step.pubkey || own.subject !== step.pubkey) throw new Error('has not accepted');
			if (hasBlockingDefer(event)) throw new Error('their own record cannot be counted');
			const answer = namedBy(step.answer, 'Mmo');
			if (answer.author !== step.pubkey || answer.subject === step.pubkey || !members.has(answer.subject))
				throw new Error('names no member');
			members.add(step.pubkey);
		}
		return members;
	};

	const checkVeto = (veto: Veto, person: string, asked: ReadonlySet<string>): void => {
		switch (veto.kind) {
			case 'not-named':
				for (const id of veto.asked)
					if (edgesOf(announcementOf(id)).includes(person)) throw new Error(`${id} names them`);
				for (const ref of veto.ended) {
					const event = announcementOf(ref.event);
					const { subject, kind } = readTag(event.tags[ref.tag] ?? [], event.pubkey);
					if (subject !== person || kind === 'active') throw new Error('a record that has not ended');
				}
				return;
			case 'no-announcement':
				for (const event of events.values())
					if (event.kind === 30617 && event.pubkey === person) throw new Error('there is one');
				return;
			case 'deleted': {
				const request = events.get(veto.deletion);
				if (request?.kind !== 5 || request.pubkey !== person) throw new Error('no deletion of theirs');
				return;
			}
			case 'departed':
			case 'declined':
			case 'blocked': {
				const [ref] = veto.records;
				if (!ref) throw new Error('no record is cited');
				if (standingOf(announcementOf(ref.event, person)) !== veto.kind) throw new Error(`not ${veto.kind}`);
				return;
			}
			case 'no-answer': {
				const edges = edgesOf(announcementOf(veto.announcement, person));
				for (const id of asked) if (edges.includes(announcementOf(id).pubkey)) throw new Error('they do name somebody');
			}
		}
	};

	const seed = checkLead(proof.lead);
	if (proof.kind === 'none') {
		if (seed === undefined) return;
		if (proof.namedBy && namedBy(proof.namedBy).subject !== pubkey) throw new Error('a record about somebody else');
		if (proof.vetoes.length === 0) throw new Error('nothing stands in the way');
		const asked = new Set(proof.vetoes.flatMap((veto) => (veto.kind === 'not-named' ? veto.asked : [])));
		for (const veto of proof.vetoes) checkVeto(veto, pubkey, asked);
		return;
	}
	if (seed === undefined) throw new Error('a member of a repository that starts with nobody');
	const confirmed = checkSteps(seed, proof.steps);
	const members = proof.kind === 'moderator' ? checkModerators(confirmed, proof.moderators) : confirmed;
	if (!members.has(pubkey)) throw new Error('it proves somebody else');
}

const isKey = (text: string | undefined) => text !== undefined && /^[0-9a-f]{64}$/.test(text);
const isRole = (tag: readonly string[]) => ['M', 'm', 'o'].includes(tag[0] ?? '');
const isIndexed = (event: NostrEvent) => event.tags.some(isRole);
const tagsOf = (event: NostrEvent) => event.tags.filter(isRole).map((tag) => readTag(tag, event.pubkey));

function readTag(tag: readonly string[], author: string): Tag {
	const [letter = '', subject, ...values] = tag;
	const malformed = { letter, subject: isKey(subject) ? subject : undefined, kind: 'malformed', numbers: [] } as const;
	if (!isKey(subject)) return malformed;
	const defers = values.at(-1) === 'defer' && values.length % 2 === 0;
	const digits = defers ? values.slice(0, -1) : values;
	if (!digits.every((text) => /^[0-9]+$/.test(text) && BigInt(text) < 2n ** 64n)) return malformed;
	const numbers = digits.map(BigInt);
	const kind = defers ? (subject === author ? 'self-defer' : 'copy') : isActive(numbers) ? 'active' : 'ended';
	return { letter, subject, kind, numbers };
}

function isActive(numbers: readonly bigint[]): boolean {
	return numbers.length === 0 || numbers.length % 2 === 1;
}

function edgesOf(event: NostrEvent): (string | undefined)[] {
	if (isIndexed(event))
		return tagsOf(event).flatMap(({ letter, kind, subject }) => (kind === 'active' && letter !== 'o' ? [subject] : []));
	return event.tags.filter(([name]) => name === 'maintainers').flatMap(([, ...people]) => people.filter(isKey));
}

function hasBlockingDefer(event: NostrEvent): boolean {
	const own = tagsOf(event).filter(({ subject }) => subject === event.pubkey);
	const starts = own.flatMap(({ kind, numbers }) => (kind === 'active' && numbers.length > 0 ? [numbers.at(-1)] : []));
	return own.some(
		({ kind, numbers }) =>
			kind === 'self-defer' && !starts.some((start) => (start as bigint) > (numbers.at(-1) as bigint))
	);
}

/** D10, D11. */
function standingOf(event: NostrEvent): 'maintain' | 'departed' | 'declined' | 'blocked' {
	const own = tagsOf(event).filter(({ subject }) => subject === event.pubkey);
	if (own.length === 0) return 'maintain';
	const maintains = (kind: Tag['kind']) => own.some((tag) => tag.letter !== 'o' && tag.kind === kind);
	if (maintains('active')) return hasBlockingDefer(event) ? 'blocked' : 'maintain';
	if (maintains('ended')) return 'departed';
	return own.some(({ kind }) => kind === 'active' || kind === 'ended') ? 'declined' : 'blocked';
}
