import { describe, expect, test } from 'vitest';
import { findBanners } from '#lib/state/present-banners.ts';
import { findAttention } from '#lib/state/present-title.ts';
import type { RepositoryPage } from '#lib/worker/api.ts';
import { alice, bob, carol, coverage, incomplete, looking, page, row } from './support/page.ts';
import { now, read } from './support/text.ts';

const kinds = (...differs: Parameters<typeof page>) => findBanners(page(...differs)).map(({ kind }) => kind);

describe('banners (UI.md, Repository page)', () => {
	test('a repository in order has none', () => {
		expect(kinds()).toEqual([]);
		expect(findAttention(page())).toBeUndefined();
	});

	test('the most serious comes first, and each kind once', () => {
		expect(
			kinds({
				lead: { source: 'conflict', path: [alice, bob, alice], problem: { kind: 'cycle', at: alice } },
				lifecycle: { kind: 'archived', by: alice },
				possiblyDeleted: [bob, carol],
				origin: { kind: 'cache', seenAtSeconds: now },
				storage: { kind: 'memory', reason: 'refused' }
			})
		).toEqual(['conflict', 'archived', 'possibly-deleted', 'cache', 'memory']);
	});

	test('a conflict tells its path in words', () => {
		const [banner] = findBanners(
			page({ lead: { source: 'conflict', path: [alice, bob, alice], problem: { kind: 'cycle', at: alice } } })
		);
		expect(read(banner?.title)).toBe('The pointers go in a circle');
		expect(read(banner?.path)).toBe('Alice → Bob → Alice');
	});

	test('a target that is still being looked for is no banner yet (D37)', () => {
		const lead = { source: 'pending', path: [alice, bob], problem: { kind: 'missing', at: bob } } as const;
		expect(kinds({ lead, coverage: looking })).toEqual([]);
		expect(kinds({ lead })).toEqual(['pending']);
	});

	test('another’s lead is followed by a link to the lead’s page', () => {
		const [banner] = findBanners(
			page({ lead: { source: 'explicit', person: bob, path: [alice, bob], namedBy: alice }, leadPath: '/bobs' })
		);
		expect(read(banner?.title)).toBe('This address is Alice’s; the repository is led from Bob’s');
		expect(banner?.link?.href).toBe('/bobs');
	});

	test('a selected person who left is told of before the lead that took over', () => {
		expect(
			kinds({
				lead: { source: 'explicit', person: bob, path: [alice, bob], namedBy: alice },
				leadPath: '/bobs',
				people: [row(bob, { kind: 'lead' }), row(alice, { kind: 'departed', how: 'ended-role' }, true)]
			})
		).toEqual(['departed-selected', 'follow-lead']);
	});

	test('that it ended or began anew is bounded by who has answered: a newer announcement may say otherwise', () => {
		const title = (differs: Partial<RepositoryPage>) => read(findBanners(page(differs))[0]?.title);
		const left = { people: [row(alice, { kind: 'departed', how: 'ended-role', atSeconds: now }, true)] } as const;
		for (const kind of ['archived', 'deleted', 'restarted', 'live'] as const) {
			const lifecycle = kind === 'live' ? ({ kind } as const) : ({ kind, by: alice, atSeconds: now } as const);
			const ended = { ...left, lifecycle };
			expect(title({ ...ended, coverage: incomplete })).toMatch(/, as far as the relays that answered show$/);
			expect(title({ ...ended, coverage: looking })).toMatch(/, as seen so far$/);
			expect(title(ended)).not.toMatch(/as (far|seen)/);
		}
	});

	test('whoever moderates after leaving as maintainer has not left, and what they sign counts for that', () => {
		const people = [
			row(bob, { kind: 'lead' }),
			row(alice, { kind: 'moderator' }, true),
			row(alice, { kind: 'departed', how: 'ended-role', atSeconds: now }, true)
		];
		const [banner] = findBanners(page({ people, lead: { source: 'explicit', person: bob, path: [alice, bob] } }));
		const words = `${read(banner?.title)} ${read(banner?.body)}`;
		expect(banner?.kind).toBe('departed-selected');
		expect(words).toContain('Alice is no maintainer any more');
		expect(words).toContain('moderates');
		expect(words).not.toMatch(/has left this repository|Nothing of/);
	});

	test('that something may have been deleted is not said while what it names may be on its way (D35)', () => {
		expect(kinds({ possiblyDeleted: [bob], coverage: coverage({ settled: false }) })).toEqual([]);
	});

	test('the deletion of the selected announcement is told once', () => {
		expect(
			kinds({
				lead: { source: 'pending', path: [alice], problem: { kind: 'deleted', at: alice } },
				lifecycle: { kind: 'deleted', by: alice },
				people: [row(alice, { kind: 'departed', how: 'deleted-announcement' }, true)]
			})
		).toEqual(['deleted']);
	});

	test('a lead that no signed pointer named is linked to by no banner', () => {
		const lead = { source: 'legacy_inferred', person: bob, path: [alice, bob] } as const;
		expect(kinds({ lead, leadPath: '/bobs' })).toEqual([]);
	});

	test('a copy says whether relays were silent or did not give all of it', () => {
		const body = (answeredCount: number) =>
			read(
				findBanners(page({ origin: { kind: 'cache', seenAtSeconds: now }, coverage: coverage({ answeredCount }) }))[0]
					?.body
			);
		expect(body(0)).toBe('No relay has answered since. What changed after that is not shown.');
		expect(body(2)).toBe(
			'The relays that answered did not give all of it again. What changed after that may be missing.'
		);
	});
});
