import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CheckedEvent } from '#lib/core/event.ts';
import { gatherEvidence } from '#lib/core/evidence.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import type { Proof } from '#lib/core/proof.ts';
import { resolveRepository } from '#lib/core/resolve.ts';
import type { RepositoryView } from '#lib/core/view.ts';
import { checkProof, citedIds } from '../support/check-proof.ts';
import { graphs, people } from '../support/graphs.ts';
import { checkedEvents, readVectors, viewOf } from '../support/vectors.ts';

interface Case {
	readonly name: string;
	readonly events: readonly unknown[];
	readonly selected: string;
	readonly identifier: string;
}

/** Checks why everybody is what they are; each proof with nothing at hand but what it cites. */
function checkAll(view: RepositoryView, events: readonly CheckedEvent[], others: readonly Pubkey[] = []): void {
	const { pubkey: selected, identifier } = view.selected;
	const byId = new Map(events.map((event) => [event.id as string, event]));
	for (const pubkey of new Set([...view.history.people, ...others])) {
		const proof = view.proofs.of(pubkey);
		const cited = new Map([...citedIds(proof)].flatMap((id) => (byId.has(id) ? [[id, byId.get(id)!] as const] : [])));
		expect(() => checkProof(proof, pubkey, { events: cited, selected, identifier }), pubkey).not.toThrow();
		const role = view.confirmed.includes(pubkey)
			? 'maintainer'
			: view.moderators.includes(pubkey)
				? 'moderator'
				: 'none';
		expect(proof.kind).toBe(role);
	}
}

describe('why somebody may act, checked by somebody who has only the cited events', () => {
	test.each(['resolve', 'random-graphs', 'lifecycle', 'history'])('every proof of every vector (%s.json)', (name) => {
		for (const { events, selected, identifier } of readVectors<Case>(name))
			checkAll(viewOf(events, selected, identifier), checkedEvents(events));
	});

	test('every proof of 1,000 graphs', () => {
		fc.assert(
			fc.property(graphs, ({ events, selected, identifier }) => {
				const view = resolveRepository(gatherEvidence(events), { pubkey: selected, identifier, relayHints: [] });
				checkAll(view, events, people);
			}),
			{ numRuns: 1000 }
		);
	});
});

describe('the checker refuses', () => {
	const proofs = readVectors<Case>('random-graphs').flatMap(({ events, selected, identifier }) => {
		const view = viewOf(events, selected, identifier);
		return view.confirmed.map((pubkey) => ({
			pubkey,
			proof: view.proofs.of(pubkey) as Extract<Proof, { kind: 'maintainer' }>,
			at: { events: new Map(checkedEvents(events).map((event) => [event.id as string, event])), selected, identifier }
		}));
	});
	const long = proofs.filter(({ proof }) => proof.steps.length > 0);

	test('a proof from which a step is missing, or that is about somebody else', () => {
		expect(long.length).toBeGreaterThan(100);
		for (const { proof, pubkey, at } of long) {
			const short = { ...proof, steps: proof.steps.slice(0, -1) };
			expect(() => checkProof(short, pubkey, at)).toThrow();
			expect(() => checkProof(proof, 'e'.repeat(64), at)).toThrow('somebody else');
		}
	});

	test('one whose cited record is another', () => {
		for (const { proof, pubkey, at } of long) {
			const [first, ...rest] = proof.steps;
			const swapped = { ...proof, steps: [{ ...first!, namedBy: first!.answer, answer: first!.namedBy }, ...rest] };
			expect(() => checkProof(swapped, pubkey, at)).toThrow();
		}
	});

	test('one whose events are not at hand', () => {
		for (const { proof, pubkey, at } of long)
			expect(() => checkProof(proof, pubkey, { ...at, events: new Map() })).toThrow();
	});
});
