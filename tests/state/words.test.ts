import { describe, expect, test } from 'vitest';
import { nameNotFound, presentCoverage, sayLooking, sayNotFound } from '#lib/state/present-coverage.ts';
import { presentError, type PresentableError } from '#lib/state/present-error.ts';
import { knownHealthKinds, presentHealth, presentPeopleNotAsked } from '#lib/state/present-health.ts';
import { presentLead, sayLeadRemedy, sayPath, sayProblem } from '#lib/state/present-lead.ts';
import { sayHead, sayLifecycle } from '#lib/state/present-lifecycle.ts';
import { presentOutcome, sayRelayRoles } from '#lib/state/present-relay.ts';
import { groupPeople, presentStanding, saySince } from '#lib/state/present-standing.ts';
import { sayRefusedClone } from '#lib/state/present-clone.ts';
import type {
	CoverageViewModel,
	LeadProblemView,
	LeadViewModel,
	RelayView,
	SinceView,
	Standing
} from '#lib/worker/api.ts';
import { alice, bob, carol, coverage, looking, page, relay, row } from './support/page.ts';
import { now, read } from './support/text.ts';

const explicit = { leadSource: 'explicit', certainty: 'complete' } as const;
const march3 = 1_709_460_000;

describe('standings (UI.md, Words)', () => {
	const table: readonly [Standing, string][] = [
		[{ kind: 'lead' }, 'Lead'],
		[{ kind: 'maintainer' }, 'Maintainer'],
		[{ kind: 'moderator' }, 'Moderator'],
		[{ kind: 'invited' }, 'Invited – has not accepted'],
		[{ kind: 'invited-moderator' }, 'Invited as moderator – has not accepted'],
		[{ kind: 'departed', how: 'ended-role', atSeconds: march3 }, 'Left on 3 March 2024'],
		[{ kind: 'departed', how: 'ended-role' }, 'Left at an unknown time'],
		[
			{ kind: 'departed', how: 'deleted-announcement', atSeconds: march3 },
			'Deleted their announcement on 3 March 2024'
		],
		[{ kind: 'removed-claiming', atSeconds: march3 }, 'Removed on 3 March 2024, has not acknowledged'],
		[{ kind: 'declined' }, 'Not a maintainer, by their own record'],
		[{ kind: 'blocked' }, 'Cannot be counted: their own record is unreadable']
	];
	test.each(table)('%o reads "%s"', (standing, words) => {
		expect(read(presentStanding(standing, explicit).label)).toBe(words);
	});

	test('the lead of a sole or an older repository is called what it is', () => {
		expect(read(presentStanding({ kind: 'lead' }, { ...explicit, leadSource: 'implicit_sole' }).label)).toBe(
			'Sole maintainer'
		);
		expect(read(presentStanding({ kind: 'lead' }, { ...explicit, leadSource: 'legacy_inferred' }).label)).toBe(
			'Lead, inferred from older lists'
		);
	});

	test('green is only for confirmed people whose role both sides signed', () => {
		const good = table.filter(([standing]) => presentStanding(standing, explicit).tone === 'good');
		expect(good.map(([{ kind }]) => kind)).toEqual(['lead', 'maintainer', 'moderator']);
		expect(presentStanding({ kind: 'lead' }, { ...explicit, leadSource: 'legacy_inferred' }).tone).not.toBe('good');
	});

	test('somebody with two standings stands once, under the weightier one', () => {
		const groups = groupPeople([
			row(alice, { kind: 'lead' }),
			row(bob, { kind: 'moderator' }),
			row(carol, { kind: 'departed', how: 'ended-role' }),
			row(bob, { kind: 'declined' })
		]);
		expect(
			groups.map(({ id, entries }) => [id, entries.map(({ standings }) => standings.map(({ kind }) => kind))])
		).toEqual([
			['maintainers', [['lead']]],
			['moderators', [['moderator', 'declined']]],
			['others', [['departed']]]
		]);
	});
});

describe('leads (UI.md, Words)', () => {
	const lead = (differs: Partial<LeadViewModel>): LeadViewModel => ({ source: 'explicit', path: [alice], ...differs });
	const table: readonly [LeadViewModel, string, string][] = [
		[lead({ person: alice }), 'Alice', 'Lead, by their own signed record'],
		[lead({ person: bob, path: [alice, bob], namedBy: alice }), 'Bob', 'Lead, named by Alice’s signed pointer'],
		[lead({ source: 'implicit_sole', person: alice }), 'Alice', 'Sole maintainer: this announcement names nobody else'],
		[
			lead({ source: 'legacy_inferred', person: bob }),
			'Bob',
			'Lead, inferred from older lists, which have no signed pointer'
		],
		[lead({ source: 'explicit_none' }), 'No lead, by choice', 'The maintainers act as equals'],
		[lead({ source: 'none' }), 'No lead', 'Neither a signed pointer nor the older lists single anybody out']
	];
	test.each(table)('%o reads "%s"', (model, answer, how) => {
		const words = presentLead(page({ lead: model, confirmedCount: 2 }));
		expect([read(words.answer), read(words.how)]).toEqual([answer, how]);
	});

	const problems: readonly [LeadProblemView, string][] = [
		[{ kind: 'missing', at: bob }, 'Cannot tell who leads: Bob’s announcement has not been found'],
		[{ kind: 'deleted', at: bob }, 'Cannot tell who leads: Bob’s announcement was deleted'],
		[{ kind: 'points-nowhere', at: bob }, 'Cannot tell who leads: Bob’s announcement points to nobody'],
		[{ kind: 'unreadable', at: bob }, 'Cannot tell who leads: Bob’s announcement cannot be read'],
		[{ kind: 'departed', at: bob }, 'Bob has left and points to nobody'],
		[{ kind: 'cycle', at: alice }, 'The pointers go in a circle'],
		[{ kind: 'two-pointers', at: alice, targets: [bob, carol] }, 'Alice points to two people: Bob and Carol']
	];
	test.each(problems)('%o reads "%s" and has a remedy', (problem, words) => {
		expect(read(sayProblem(problem, false))).toBe(words);
		expect(read(sayLeadRemedy(problem, [alice, bob]))).not.toBe('');
	});

	test('what has not been found is only not yet known while relays are being asked', () => {
		const pending = lead({ source: 'pending', problem: { kind: 'missing', at: bob } });
		const words = presentLead(page({ lead: pending, coverage: looking, confirmedCount: 0 }));
		expect(read(words.answer)).toBe('Not yet known who leads: looking for Bob’s announcement');
		expect(words.tone).toBe('plain');
	});

	test('the path is told from the selected person on, the one who closed a circle twice', () => {
		expect(read(sayPath([alice, bob, alice]))).toBe('Alice → Bob → Alice');
		expect(sayPath([alice])).toEqual([]);
	});
});

describe('lifecycle and state', () => {
	test('each lifecycle that is not plain life says who and when', () => {
		expect(read(sayLifecycle({ kind: 'archived', by: alice, atSeconds: march3 }))).toBe(
			'Archived by Alice on 3 March 2024'
		);
		expect(read(sayLifecycle({ kind: 'deleted', by: alice }))).toBe('Deleted by Alice at an unknown time');
		expect(read(sayLifecycle({ kind: 'restarted', by: alice, atSeconds: now - 7200 }))).toBe(
			'Started anew by Alice 2 hours ago'
		);
		expect(sayLifecycle({ kind: 'live' })).toBeUndefined();
		expect(sayLifecycle({ kind: 'not-found' })).toBeUndefined();
	});

	test('a HEAD that is missing, detached or absent is said to be (D27)', () => {
		expect(read(sayHead({ kind: 'branch', name: 'main' }))).toBe('main');
		expect(read(sayHead({ kind: 'missing-branch', name: 'gone' }))).toBe('gone, which this state does not contain');
		expect(read(sayHead({ kind: 'detached', name: 'f'.repeat(40) }))).toBe('None: HEAD is detached at ffffffffffff');
		expect(read(sayHead(undefined))).toBe('No default branch');
	});
});

describe('relays and coverage (D36, D37)', () => {
	const failures = [
		'timeout',
		'closed',
		'restricted',
		'rate-limited',
		'auth-required',
		'partial',
		'late',
		'unsound',
		'connection',
		'insecure',
		'flooded',
		'oversize',
		'junk'
	] as const;
	const outcomes: readonly RelayView['outcome'][] = [
		{ kind: 'waiting' },
		{ kind: 'answered' },
		...failures.map((reason) => ({ kind: 'failed', reason }) as const),
		{ kind: 'not-asked', reason: 'too-many-relays' },
		{ kind: 'not-asked', reason: 'local-address' }
	];
	test('every outcome has words of its own', () => {
		expect(new Set(outcomes.map((outcome) => presentOutcome(outcome).label)).size).toBe(outcomes.length);
	});

	test('a relay says why it is in the list', () => {
		const roles = ['hint', 'index', 'declared', 'write-relay', 'added'] as const;
		const words = (differs: Partial<RelayView>) => read(sayRelayRoles(relay({ kind: 'answered' }, differs)));
		expect(words({ roles, declaredBy: [alice, bob], writtenBy: [carol] })).toBe(
			'named in the address · index relay · declared by Alice and Bob · where Carol writes · added by you'
		);
		expect(words({ roles: ['write-relay'], declaredBy: [], writtenBy: [bob, carol] })).toBe(
			'where Bob and Carol write'
		);
	});

	test('an unsettled view is looking, with how far it got', () => {
		expect(read(sayLooking(coverage({ settled: false, answeredCount: 2 })))).toBe(
			'Looking: 2 of 5 relays have answered'
		);
	});

	test('a settled view with a silent relay cannot be sure, and names it', () => {
		const silent = relay({ kind: 'failed', reason: 'timeout' });
		const words = presentCoverage(coverage({ answeredCount: 4, relays: [silent] }), { kind: 'live' });
		expect(read(words.answer)).toBe('Cannot be sure: 1 relay did not answer');
		expect(read(words.detail)).toBe('relay.example');
	});

	test('who was silent is named, whatever else is to be said', () => {
		const silent = relay({ kind: 'failed', reason: 'timeout' });
		const unseen =
			'The newest announcement was seen on no index relay and on none its author writes to: a newer one may exist elsewhere.';
		const detail = (differs: Partial<CoverageViewModel>) =>
			read(presentCoverage(coverage({ seenWhereExpected: false, ...differs }), { kind: 'live' }).detail);
		expect(detail({})).toBe(unseen);
		expect(detail({ relays: [silent] })).toBe(`relay.example · ${unseen}`);
	});

	test('what was not asked at all is told, and keeps a view from being whole (D36)', () => {
		const words = (differs: Partial<CoverageViewModel>) => {
			const { answer, tone, glyph } = presentCoverage(coverage(differs), { kind: 'live' });
			return [read(answer), tone, glyph];
		};
		const attention = ['attention', 'attention'];
		expect(words({})).toEqual(['All 5 relays have answered', 'plain', 'check']);
		expect(words({ askedCount: 1, answeredCount: 1, declaredNotAskedCount: 2 })).toEqual([
			'The one relay asked has answered; 2 declared relays were not asked',
			...attention
		]);
		const silent = relay({ kind: 'failed', reason: 'timeout' });
		expect(words({ relays: [silent], declaredNotAskedCount: 1 })).toEqual([
			'Cannot be sure: 1 relay did not answer; 1 declared relay was not asked',
			...attention
		]);
		expect(
			words({
				peopleNotAsked: [
					{ namedBy: alice, count: 1_000 },
					{ namedBy: bob, count: 2 }
				]
			})
		).toEqual(['All 5 relays have answered; 1\u2009002 people were not asked about', ...attention]);
		const leftOut = relay({ kind: 'not-asked', reason: 'too-many-relays' }, { roles: ['write-relay'] });
		expect(words({ relays: [leftOut] })).toEqual([
			'All 5 relays have answered; 1 relay that people write to was not asked',
			...attention
		]);
		const left = presentPeopleNotAsked({ namedBy: alice, count: 1 });
		expect(read(left.title)).toBe('Alice names more people than one view asks about: 1 person was left out');
	});

	test('relays that answered without giving what is shown are not said to be silent', () => {
		const words = (differs: Partial<CoverageViewModel>) =>
			read(presentCoverage(coverage(differs), { kind: 'cache', seenAtSeconds: now }).detail);
		const silent = relay({ kind: 'failed', reason: 'timeout' });
		expect(words({ answeredCount: 0 })).toBe('None of 5 relays has answered');
		expect(words({ answeredCount: 4, relays: [silent] })).toBe(
			'4 of 5 relays have answered, but not with all that is shown here. No answer: relay.example'
		);
	});

	test('what no relay has confirmed is from this browser’s copy, and since when', () => {
		const words = presentCoverage(coverage({ answeredCount: 0 }), { kind: 'cache', seenAtSeconds: now - 180 });
		expect(read(words.answer)).toBe('From this browser’s copy, seen 3 minutes ago');
	});

	test('"not found" is said only when every relay asked has answered', () => {
		const answered = relay({ kind: 'answered' });
		const failed = relay({ kind: 'failed', reason: 'connection' });
		const words = (...relays: RelayView[]) => read(sayNotFound(coverage({ relays })));
		expect(words(answered, answered, answered, answered, answered)).toBe('Not found: asked these five relays.');
		expect(words(answered, failed)).toBe('Cannot be sure: 1 of 2 relays did not answer; the other does not have it.');
		expect(words(failed, failed)).toBe('Cannot be sure: none of 2 relays answered.');
		expect(words(failed)).toBe('Cannot be sure: the one relay asked did not answer.');
		expect(words()).toBe('Cannot be sure: no relay could be asked.');
		const title = (...relays: RelayView[]) => nameNotFound(coverage({ relays }));
		expect([title(answered), title(answered, failed), title(failed), title()]).toEqual([
			'Not found',
			'Cannot be sure',
			'Cannot be sure',
			'Cannot be sure'
		]);
	});
});

describe('errors, health and refusals', () => {
	const kinds = [
		'empty',
		'private-key',
		'unreadable-key',
		'bad-encoding',
		'too-long',
		'no-identifier',
		'no-owner',
		'only-an-event',
		'not-a-repository',
		'name-not-looked-up',
		'not-an-address'
	] as const;
	const errors: readonly PresentableError[] = [
		...kinds.map((kind) => ({ kind })),
		...(['not-a-url', 'scheme', 'credentials'] as const).map(
			(reason) => ({ kind: 'relay-url', reason, text: '' }) as const
		),
		{ kind: 'name-unknown', local: 'alice', domain: 'x.example' },
		{ kind: 'name-unknown', local: '_', domain: 'x.example' },
		{ kind: 'name-site-silent', domain: 'x.example', reason: 'network' },
		{ kind: 'name-site-silent', domain: 'x.example', reason: 'timeout' },
		{ kind: 'name-site-refused', domain: 'x.example', status: 404 },
		{ kind: 'name-site-refused', domain: 'x.example', status: 500 },
		...(['too-large', 'not-json', 'bad-key'] as const).map(
			(reason) => ({ kind: 'name-unreadable', domain: 'x.example', reason }) as const
		),
		{ kind: 'name-local-host', domain: 'nas.local' },
		{ kind: 'worker-failed', message: '' },
		{ kind: 'part-missing' },
		{ kind: 'bad-request', message: '' }
	];
	test('every error says what happened and what to do', () => {
		const words = errors.map(presentError);
		expect(new Set(words.map(({ title }) => title)).size).toBe(errors.length);
		for (const { remedy } of words) expect(remedy).not.toBe('');
	});

	test('every kind of health entry has words, and one that is not known says so', () => {
		for (const kind of knownHealthKinds) {
			const words = presentHealth({ kind, author: alice, subject: bob }, 'complete');
			expect(read(words.title)).toContain('Alice');
			expect(read(words.title)).not.toContain(kind);
		}
		expect(read(presentHealth({ kind: 'toString', author: alice }, 'complete').meaning)).toContain('toString');
	});

	test('health details are put into words', () => {
		const words = presentHealth(
			{ kind: 'projection-mismatch', author: alice, detail: 'missing=1 extra=2' },
			'complete'
		);
		expect(read(words.meaning)).toContain('It leaves out 1 active role and has 2 entries without one.');
		const role = presentHealth({ kind: 'malformed-role-record', author: alice, detail: 'm:boundary' }, 'complete');
		expect(read(role.title)).toBe('A maintainer record in Alice’s announcement cannot be read');
		expect(read(role.meaning)).toContain('one of its times is not a number');
	});

	test('an interval of no length is told from one that runs backwards by no words', () => {
		const { title } = presentHealth({ kind: 'empty-interval', author: alice, subject: bob }, 'complete');
		expect(read(title)).toBe('A record of Alice about Bob ends where or before it begins');
	});

	test('a refused clone command says why', () => {
		const reasons = ['control-characters', 'leading-dash', 'unsafe-scheme', 'credentials'] as const;
		expect(new Set(reasons.map(sayRefusedClone)).size).toBe(reasons.length);
	});
});

describe('since when somebody holds a role', () => {
	test.each<[SinceView, string]>([
		[{}, 'Start unknown'],
		[{ by: alice }, 'Start unknown, named by Alice'],
		[{ seconds: now - 40 * 86_400 }, 'Started on 31 January 2025'],
		[{ seconds: now - 3 * 3_600, by: alice }, 'Started 3 hours ago, named by Alice']
	])('%j', (since, words) => {
		expect(read(saySince(since))).toBe(words);
	});
});
