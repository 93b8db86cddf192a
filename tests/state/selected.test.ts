import { describe, expect, test } from 'vitest';
import { presentLead, sayLeadRemedy } from '#lib/state/present-lead.ts';
import { presentSelected } from '#lib/state/present-people.ts';
import { sayBasis } from '#lib/state/present-title.ts';
import type { HealthView, LeadProblemView, Standing } from '#lib/worker/api.ts';
import { alice, bob, carol, looking, page, row } from './support/page.ts';
import { read } from './support/text.ts';

describe('whose announcement the address names', () => {
	const led = { source: 'explicit', person: bob, path: [alice, bob], namedBy: alice } as const;
	test('who only points on has no role, and is not said to have confirmed nobody', () => {
		const people = [row(bob, { kind: 'lead' }), row(carol, { kind: 'maintainer' })];
		const words = presentSelected(page({ lead: led, people, confirmedCount: 2 }));
		expect(read(words.detail)).toBe(
			'This address names their announcement · Has no role here; the address only points on to Bob'
		);
		const soFar = presentSelected(page({ lead: led, people, confirmedCount: 2, coverage: looking }));
		expect(read(soFar.detail)).toContain('Has no role here so far;');
	});

	test('where nobody is confirmed it says so', () => {
		const words = presentSelected(page({ people: [], confirmedCount: 0, basis: 'selected' }));
		expect(read(words.detail)).toBe('This address names their announcement. Nobody is confirmed by it.');
	});

	test('with two standings both are told', () => {
		const people = [row(alice, { kind: 'moderator' }, true), row(alice, { kind: 'declined' }, true)];
		expect(read(presentSelected(page({ people })).detail)).toBe(
			'This address names their announcement · Moderator · Not a maintainer, by their own record'
		);
	});
});

describe('nobody leads (D19)', () => {
	const words = (source: 'explicit_none' | 'none', standing: Standing) => {
		const people = [row(alice, standing, true)];
		const { answer, how } = presentLead(page({ lead: { source, path: [alice] }, people, confirmedCount: 0 }));
		return `${read(answer)}. ${read(how)}`;
	};
	const soNobody = 'So nobody is confirmed from this address';
	test('with nobody confirmed it is nobody’s choice: the selected person’s own record says why', () => {
		expect(words('explicit_none', { kind: 'departed', how: 'ended-role' })).toBe(
			`Nobody leads: Alice’s role has ended. ${soNobody}`
		);
		expect(words('explicit_none', { kind: 'blocked' })).toBe(`Nobody leads: Alice cannot be counted. ${soNobody}`);
		expect(words('none', { kind: 'declined' })).toBe(
			`Nobody leads: Alice is not a maintainer, by their own record. ${soNobody}`
		);
	});

	test('whoever wrote a lead record that cannot be read did not choose to go without a lead (D9)', () => {
		const unreadable = { kind: 'malformed-role-record', author: alice, detail: 'M:boundary' } as const;
		const words = (health: HealthView[]) =>
			presentLead(page({ lead: { source: 'explicit_none', path: [alice] }, health }));
		expect(read(words([unreadable]).answer)).toBe('No lead');
		expect(read(words([unreadable]).how)).toBe('A lead record in Alice’s announcement cannot be read');
		for (const other of [
			{ ...unreadable, author: bob },
			{ ...unreadable, detail: 'm:boundary' }
		])
			expect(read(words([other]).answer)).toBe('No lead, by choice');
	});

	test('one maintainer without a lead is one only as far as has been seen', () => {
		const alone = { lead: { source: 'explicit_none', path: [alice] }, confirmedCount: 1 } as const;
		expect(read(presentLead(page(alone)).how)).toBe('The one maintainer names no lead');
		expect(read(presentLead(page({ ...alone, coverage: looking })).how)).toBe(
			'The one maintainer seen so far names no lead'
		);
	});
});

describe('who can end it when nobody can be said to lead (D16)', () => {
	const remedy = (problem: LeadProblemView, ...path: (typeof alice)[]) => read(sayLeadRemedy(problem, path));
	test('whoever stopped the walk, and whoever stands before them on the path', () => {
		const deleted = { kind: 'deleted', at: carol } as const;
		expect(remedy({ kind: 'deleted', at: alice }, alice)).toBe(
			'Alice can end this by signing a new announcement; until then open another maintainer’s address.'
		);
		expect(remedy(deleted, alice, carol)).toBe(
			'Carol can end this by signing a new announcement, or Alice by pointing to somebody else; until then open another maintainer’s address.'
		);
		expect(remedy(deleted, alice, bob, carol)).toContain(', or anybody before them on the path by pointing');
		expect(remedy({ kind: 'departed', at: bob }, alice, bob)).toContain('or Alice by pointing to somebody else');
		expect(remedy({ kind: 'cycle', at: alice }, alice, bob, alice)).toMatch(/^Anybody on the path can end this/);
	});

	test('nobody is sent to an announcement that has not been found', () => {
		expect(remedy({ kind: 'missing', at: bob }, alice, bob)).toBe(
			'Ask another relay. Alice can also end this, by pointing to somebody else.'
		);
		expect(remedy({ kind: 'missing', at: alice }, alice)).toBe('Ask another relay.');
	});

	test('of three targets nobody says "one of the two"', () => {
		const targets = [alice, bob, carol];
		expect(remedy({ kind: 'two-pointers', at: alice, targets }, alice)).toContain('open the address of one of them.');
		expect(remedy({ kind: 'two-pointers', at: alice, targets: [bob, carol] }, alice)).toContain('one of the two.');
	});
});

describe('who gave name and description (D25)', () => {
	test('nobody is named for a field that they cleared', () => {
		const name = { value: ' ', by: bob };
		expect(sayBasis(page({ name }))).toEqual([]);
		expect(read(sayBasis(page({ name, description: { value: 'Tides.', by: alice } })))).toBe('Description from Alice');
		expect(read(sayBasis(page({ name: { value: 'Tides', by: bob } })))).toBe('Name from Bob');
	});
});
