import { describe, expect, test } from 'vitest';
import { sayNoClone, sayNostrClone } from '#lib/state/present-clone.ts';
import { presentHealth } from '#lib/state/present-health.ts';
import { presentLead } from '#lib/state/present-lead.ts';
import { presentSelected, sayCounts, sayNobodyKnown } from '#lib/state/present-people.ts';
import { presentStanding } from '#lib/state/present-standing.ts';
import { sayIgnoredRefs, sayStateAbsence } from '#lib/state/present-state.ts';
import { sayBasis } from '#lib/state/present-title.ts';
import { certaintyOf } from '#lib/state/certainty.ts';
import type { CoverageViewModel, Standing, StateView } from '#lib/worker/api.ts';
import { alice, bob, coverage, incomplete, looking, page, relay } from './support/page.ts';
import { read } from './support/text.ts';

const complete = coverage();
const views = [looking, incomplete, complete];
const inEach = (words: (coverage: CoverageViewModel) => string) => views.map(words);
const shown = ', as far as the relays that answered show';

describe('what rests on absence is bounded by what was seen (D35)', () => {
	test('a view is complete when all who ought to know were asked and answered', () => {
		expect(inEach(certaintyOf)).toEqual(['looking', 'incomplete', 'complete']);
		expect(certaintyOf(coverage({ askedCount: 0, answeredCount: 0 }))).toBe('incomplete');
		expect(certaintyOf(coverage({ declaredNotAskedCount: 1 }))).toBe('incomplete');
		const leftOut = relay({ kind: 'not-asked', reason: 'too-many-relays' }, { roles: ['write-relay'] });
		expect(certaintyOf(coverage({ relays: [leftOut] }))).toBe('incomplete');
		expect(certaintyOf(coverage({ peopleNotAsked: [{ namedBy: alice, count: 3 }] }))).toBe('incomplete');
	});

	const standing = (kind: Standing) =>
		inEach((of) => {
			const { label, detail } = presentStanding(kind, { leadSource: 'explicit', certainty: certaintyOf(of) });
			return [read(label), read(detail)].filter(Boolean).join('. ');
		});
	test('no acceptance seen is no refusal', () => {
		expect(standing({ kind: 'invited' })).toEqual([
			'Invited – no acceptance seen so far',
			'Invited – no acceptance seen',
			'Invited – has not accepted'
		]);
		expect(standing({ kind: 'invited-moderator' })).toEqual([
			'Invited as moderator – no acceptance seen so far',
			'Invited as moderator – no acceptance seen',
			'Invited as moderator – has not accepted'
		]);
	});

	test('an acknowledgement may stand where nobody answered', () => {
		const claim = 'Removed at an unknown time, has not acknowledged. Their own record still claims a role';
		expect(standing({ kind: 'removed-claiming' })).toEqual([`${claim}, as seen so far`, `${claim}${shown}`, claim]);
		const title = 'Alice was removed at an unknown time and has not acknowledged it';
		const entry = { kind: 'removed-but-claiming', author: alice };
		expect(inEach((of) => read(presentHealth(entry, certaintyOf(of)).title))).toEqual([
			`${title}, as seen so far`,
			`${title}${shown}`,
			title
		]);
	});

	test('nobody is confirmed only so far while relays are asked', () => {
		const nobody = (of: CoverageViewModel) => page({ coverage: of, basis: 'selected', confirmedCount: 0, people: [] });
		const lead = { source: 'pending', path: [alice], problem: { kind: 'unreadable', at: alice } } as const;
		expect(inEach((of) => read(presentLead({ ...nobody(of), lead }).how))).toEqual([
			'So nobody is confirmed from this address so far',
			'So nobody is confirmed from this address',
			'So nobody is confirmed from this address'
		]);
		expect(inEach((of) => read(sayBasis(nobody(of))))).toEqual([
			'Nobody is confirmed so far. These are Alice’s own words.',
			'Nobody is confirmed. These are Alice’s own words.',
			'Nobody is confirmed. These are Alice’s own words.'
		]);
		expect(read(presentSelected(nobody(looking)).detail)).toMatch(/Nobody is confirmed by it so far\.$/);
		expect(read(sayCounts(nobody(looking)))).toBe('Nobody confirmed · nobody invited · no moderators, so far');
		expect(read(sayCounts(nobody(complete)))).toBe('Nobody confirmed · nobody invited · no moderators');
	});

	test('neither is an empty list, nor a place to clone from that nobody named', () => {
		expect(inEach((of) => sayNobodyKnown(page({ coverage: of })))).toEqual([
			'Nobody is known to take part so far.',
			`Nobody is known to take part${shown}.`,
			'Nobody is known to take part.'
		]);
		const onPath = { source: 'conflict', path: [alice, bob, alice] } as const;
		expect(sayNobodyKnown(page({ lead: onPath }))).toBe(
			'Until it is settled who leads, nobody has a role from this address.'
		);
		expect(inEach(sayNoClone)).toEqual([
			'Nobody who counts has named a place to clone from so far.',
			`Nobody who counts has named a place to clone from${shown}.`,
			'Nobody who counts has named a place to clone from.'
		]);
		expect(sayNostrClone(0, looking)).toBe('Nobody is confirmed here so far, so git finds no signed state.');
	});
});

describe('no signed state (D26)', () => {
	const words = (stateAbsence: 'none-seen' | 'deleted') =>
		inEach((of) => sayStateAbsence(page({ coverage: of, stateAbsence })));
	test('that none was seen does not say that none was signed', () => {
		expect(words('none-seen')).toEqual([
			'None has been seen so far.',
			'None has been seen; 1 relay did not answer.',
			'None has been seen.'
		]);
	});

	test('a deleted one is told from none', () => {
		expect(words('deleted')).toEqual([
			'The signed state was deleted. No other has been seen so far.',
			'The signed state was deleted. No other has been seen; 1 relay did not answer.',
			'The signed state was deleted. No other has been seen.'
		]);
	});

	test('where nobody is confirmed none can count', () => {
		expect(sayStateAbsence(page({ confirmedCount: 0, stateAbsence: 'none-seen' }))).toBe(
			'None counts: nobody is confirmed from this address.'
		);
	});

	test('names that were left out are counted once, and not as all when there may be more (D27)', () => {
		const state = (ignoredRefs: string[]): StateView => ({
			by: bob,
			createdAtSeconds: 1,
			branchCount: 1,
			tagCount: 0,
			ignoredRefs,
			broughtUpByDeletion: false
		});
		const why = 'left out (repeated, or not branches and tags as git takes them):';
		expect(sayIgnoredRefs(state(['refs/heads/a', 'refs/heads/a']))).toBe(`1 name was ${why}`);
		expect(sayIgnoredRefs(state(Array.from({ length: 100 }, (_, index) => `refs/x/${index}`)))).toBe(
			`At least 100 names were ${why}`
		);
	});
});
