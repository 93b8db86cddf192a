import { describe, expect, test } from 'vitest';
import { findBanners } from '#lib/state/present-banners.ts';
import type { Certainty } from '#lib/state/certainty.ts';
import { sayWaiting } from '#lib/state/present-viewer.ts';
import { findAttention } from '#lib/state/present-title.ts';
import type { DroppedRolesView, WaitingView } from '#lib/worker/api.ts';
import { alice, bob, carol, incomplete, looking, page, row } from './support/page.ts';
import { read } from './support/text.ts';

const march3 = 1_709_460_000;

/** The repository as Bob would see it, of whom it is only claimed that he is the reader. */
const asBob = (...waits: WaitingView[]) => ({
	viewer: { person: bob, standings: [], isSelected: false, waits }
});

describe('banners about what waits for whom the reader looks as', () => {
	const cases: readonly [WaitingView, string, string | undefined][] = [
		[
			{ kind: 'accept-invitation', role: 'maintainer', by: [alice], needsRepair: false },
			'Looking as Bob: you are invited as maintainer, by Alice',
			'ngit repo accept'
		],
		[
			{ kind: 'accept-invitation', role: 'maintainer', by: [alice, carol], sinceSeconds: march3, needsRepair: false },
			'Looking as Bob: you are invited as maintainer, by Alice and Carol, on 3 March 2024',
			'ngit repo accept'
		],
		// ngit has no command by which a moderator accepts (NIP34-FACTS): none is invented.
		[
			{ kind: 'accept-invitation', role: 'moderator', by: [alice], needsRepair: false },
			'Looking as Bob: you are invited as moderator, by Alice',
			undefined
		],
		[
			{ kind: 'acknowledge-removal', atSeconds: march3 },
			'Looking as Bob: you were removed on 3 March 2024 and have not acknowledged it',
			'ngit repo follow-lead'
		],
		[{ kind: 'restore-roles' }, 'Looking as Bob: your newest announcement lost role records', undefined],
		[{ kind: 'repair-records', count: 1 }, 'Looking as Bob: 1 record of yours needs repair', undefined],
		[{ kind: 'repair-records', count: 3 }, 'Looking as Bob: 3 records of yours need repair', undefined]
	];
	test.each(cases)('%o reads "%s", with the command %s', (waiting, title, command) => {
		const [banner] = findBanners(page(asBob(waiting)));
		expect(read(banner?.title)).toBe(title);
		expect(banner?.command).toBe(command);
	});

	test('accepting is no remedy for records that have to be repaired first', () => {
		const invited = { kind: 'accept-invitation', role: 'maintainer', by: [alice], needsRepair: true } as const;
		const [banner] = findBanners(page(asBob(invited)));
		expect(banner?.command).toBeUndefined();
		expect(read(banner?.body)).toContain('have to be repaired before you can accept');
	});

	test.each(['explicit_none', 'none', 'legacy_inferred'] as const)(
		'nobody is told to follow a lead that no pointer reaches (%s)',
		(source) => {
			const lead = { source, path: [alice] };
			const [banner] = findBanners(page({ ...asBob({ kind: 'acknowledge-removal', atSeconds: march3 }), lead }));
			expect(banner?.kind).toBe('you-were-removed');
			expect(banner?.command).toBeUndefined();
		}
	);

	test('an invitation takes nothing from whoever has another role', () => {
		const invited = { kind: 'accept-invitation', role: 'maintainer', by: [alice], needsRepair: false } as const;
		expect(read(findBanners(page(asBob(invited)))[0]?.body)).toContain('no say as maintainer');
	});

	test('while somebody is silent it is bounded by who has answered: the answer may lie there (D35)', () => {
		const shown = /, as far as the relays that answered show$/;
		const waits: WaitingView[] = [
			{ kind: 'accept-invitation', role: 'maintainer', by: [alice], needsRepair: false },
			{ kind: 'acknowledge-removal', atSeconds: march3 },
			{ kind: 'restore-roles' }
		];
		const titles = findBanners(page({ ...asBob(...waits), coverage: incomplete })).map(({ title }) => read(title));
		expect(titles).toHaveLength(3);
		for (const title of titles) expect(title).toMatch(shown);
		const lines = (certainty: Certainty) => waits.map((waiting) => read(sayWaiting(waiting, certainty)));
		expect(lines('complete')[0]).toBe('Invited as maintainer, by Alice; not accepted');
		expect(lines('incomplete')[0]).toBe('Invited as maintainer, by Alice; no acceptance seen');
		expect(lines('looking')[0]).toBe('Invited as maintainer, by Alice; no acceptance seen so far');
		for (const line of lines('looking').slice(1)) expect(line).toMatch(/, as seen so far$/);
	});

	test('each kind stands once, and "you" is said to nobody who is not looked as', () => {
		const invited: WaitingView = { kind: 'accept-invitation', role: 'maintainer', by: [alice], needsRepair: false };
		const banners = findBanners(page(asBob(invited, { ...invited, role: 'moderator' }, { kind: 'restore-roles' })));
		expect(banners.map(({ kind }) => kind)).toEqual(['invited', 'restore-roles']);
		const words = findBanners(page({ people: [row(bob, { kind: 'removed-claiming', atSeconds: march3 })] }))
			.map(({ title, body }) => `${read(title)} ${read(body)}`)
			.join(' ');
		expect(words).not.toMatch(/\byou\b/i);
	});

	test('nothing waits for anybody while relays are still being asked: the acceptance may be on its way (D35)', () => {
		const waits: WaitingView = { kind: 'accept-invitation', role: 'maintainer', by: [alice], needsRepair: false };
		expect(findBanners(page({ ...asBob(waits), coverage: looking }))).toEqual([]);
	});
});

describe('removed, and still claiming a role', () => {
	const removed = (person: typeof bob) => row(person, { kind: 'removed-claiming', atSeconds: march3 });
	const titles = (...differs: Parameters<typeof page>) => findBanners(page(...differs)).map(({ title }) => read(title));

	test('everybody is told who and when', () => {
		expect(titles({ people: [removed(bob)] })).toEqual(['Bob was removed on 3 March 2024 and still claims a role']);
		expect(findAttention(page({ people: [removed(bob)] }))?.words).toBe('Read this first');
	});

	test('several stand in one banner, each with the date', () => {
		const banners = findBanners(page({ people: [removed(bob), removed(carol)] }));
		expect(banners.map(({ title }) => read(title))).toEqual(['2 people were removed and still claim a role']);
		expect(banners[0]?.points?.map(read)).toEqual(['Bob, removed on 3 March 2024', 'Carol, removed on 3 March 2024']);
	});

	test('that nobody acknowledged is bounded by who has answered (D35)', () => {
		expect(titles({ people: [removed(bob)], coverage: looking })).toEqual([]);
		expect(titles({ people: [removed(bob)], coverage: incomplete })[0]).toMatch(
			/as far as the relays that answered show$/
		);
	});

	test('whom the reader looks as is told in their own banner, and others in the other', () => {
		const viewer = asBob({ kind: 'acknowledge-removal', atSeconds: march3 });
		expect(findBanners(page({ ...viewer, people: [removed(bob), removed(carol)] })).map(({ kind }) => kind)).toEqual([
			'you-were-removed',
			'removed-claiming'
		]);
	});
});

describe('12. another tool republishes and drops role tags or unknown tags: explained as what happened', () => {
	const dropped = (differs: Partial<DroppedRolesView> = {}): DroppedRolesView => ({
		by: alice,
		atSeconds: march3,
		beforeSeconds: 1_709_300_000,
		roles: [{ letter: 'm', subject: bob }],
		omittedRoleCount: 0,
		tags: [],
		copiedBy: [],
		...differs
	});
	const point = (differs: Partial<DroppedRolesView>) =>
		findBanners(page({ droppedRoles: [dropped(differs)] }))[0]?.points?.map(read);

	test('who, when, and which roles went', () => {
		const [banner] = findBanners(page({ droppedRoles: [dropped()] }));
		expect(read(banner?.title)).toBe('Alice’s announcement lost role records on 3 March 2024');
		expect(banner?.points?.map(read)).toEqual([
			'Gone: Bob as maintainer',
			'The version of 1 March 2024 still had that'
		]);
		expect(read(banner?.body)).toContain('Who takes part today is read from the newer announcement');
	});

	test('every letter has a word, and their own role is theirs', () => {
		expect(
			point({
				roles: [
					{ letter: 'M', subject: alice },
					{ letter: 'm', subject: bob },
					{ letter: 'o', subject: carol }
				]
			})?.[0]
		).toBe('Gone: themselves as lead, Bob as maintainer, Carol as moderator');
	});

	test('the version that had them and the copies that remember them are named', () => {
		expect(point({ copiedBy: [bob, carol] })).toEqual([
			'Gone: Bob as maintainer',
			'The version of 1 March 2024 still had that',
			'Remembered by Bob and Carol'
		]);
	});

	test('other tags are named as they are written; many are counted', () => {
		expect(point({ roles: [], tags: ['web', 'u'] })?.at(-1)).toBe('Other fields that went: web, u');
		expect(point({ tags: Array.from({ length: 9 }, (_, index) => `t${index}`) })?.at(-1)).toMatch(/t5 and 3 more$/);
		expect(point({ omittedRoleCount: 40 })?.[0]).toBe('Gone: Bob as maintainer and 40 more roles');
	});

	test('several announcements stand in one banner', () => {
		const banners = findBanners(page({ droppedRoles: [dropped(), dropped({ by: carol })] }));
		expect(banners).toHaveLength(1);
		expect(read(banners[0]?.title)).toBe('2 announcements lost role records');
		expect(banners[0]?.points?.map(read)[1]).toBe('Carol, on 3 March 2024: Bob as maintainer');
	});

	test('where only other fields went, no role is said to be lost', () => {
		const only = dropped({ roles: [], tags: ['x-policy'] });
		expect(read(findBanners(page({ droppedRoles: [only] }))[0]?.title)).toBe(
			'Alice’s announcement lost fields on 3 March 2024'
		);
		const [several] = findBanners(page({ droppedRoles: [dropped(), { ...only, by: carol }] }));
		expect(read(several?.title)).toBe('2 announcements lost fields or role records');
		expect(several?.points?.map(read)[1]).toBe('Carol, on 3 March 2024: x-policy');
	});

	test('where only somebody else speaks of such a record, nothing is said to be lost: anybody can name a lead', () => {
		const claimed = dropped({ beforeSeconds: undefined, roles: [{ letter: 'M', subject: alice }], copiedBy: [bob] });
		const [banner] = findBanners(page({ droppedRoles: [claimed] }));
		const words = [banner?.title, banner?.body, ...(banner?.points ?? [])].map(read).join(' ');
		expect(words).toContain('Alice’s announcement of 3 March 2024 names no roles; Bob follows them as lead');
		expect(words).toContain('or there never was one');
		expect(words).not.toMatch(/lost|gone|remember/i);
		const [several] = findBanners(page({ droppedRoles: [dropped(), { ...claimed, by: carol }] }));
		expect(read(several?.title)).toBe('2 announcements may have lost role records');
	});

	test('not said while the version that has them may be on its way', () => {
		expect(findBanners(page({ droppedRoles: [dropped()], coverage: looking }))).toEqual([]);
	});
});

describe('21. what was read is not kept: the banner says why', () => {
	test.each([
		['refused', /gave no room/],
		['blocked', /another tab/],
		['full', /full/],
		['lost', /cleared or closed/]
	] as const)('%s', (reason, words) => {
		const banners = findBanners(page({ storage: { kind: 'memory', reason } }));
		expect(banners.map(({ kind }) => kind)).toEqual(['memory']);
		expect(read(banners[0]?.title)).toMatch(words);
	});
});
