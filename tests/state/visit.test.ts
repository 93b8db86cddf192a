import { expect, test } from 'vitest';
import { sayVisit, sayVisitChange } from '#lib/state/present-visit.ts';
import type { ChangeView } from '#lib/worker/api.ts';
import { alice, bob } from './support/page.ts';
import { now, read } from './support/text.ts';

const cases: readonly [ChangeView, string][] = [
	[{ kind: 'lead', before: alice, after: bob }, 'Bob leads now; before, Alice did'],
	[{ kind: 'lead', after: bob }, 'Bob leads now'],
	[{ kind: 'lead', before: alice }, 'Alice leads no more; who leads now is said above'],
	[{ kind: 'lifecycle', before: 'live', after: 'archived' }, 'The repository was archived'],
	[{ kind: 'lifecycle', before: 'archived', after: 'restarted' }, 'The repository was started anew'],
	[{ kind: 'lifecycle', before: 'archived', after: 'live' }, 'The repository is open again'],
	[{ kind: 'lifecycle', before: 'live', after: 'deleted' }, 'The announcement was deleted'],
	[
		{ kind: 'standing', person: bob, before: 'invited', after: 'maintainer' },
		'Bob is a maintainer now; was invited as maintainer before'
	],
	[{ kind: 'standing', person: bob, before: 'maintainer', after: 'departed' }, 'Bob has left; was a maintainer before'],
	[
		{ kind: 'standing', person: bob, after: 'invited-moderator' },
		'Bob is invited as moderator now; not named here before'
	],
	[{ kind: 'standing', person: bob, before: 'lead' }, 'Bob is not named here any more; was the lead'],
	[
		{ kind: 'standing', person: bob, before: 'maintainer', after: 'removed-claiming' },
		'Bob was removed and has not acknowledged it; was a maintainer before'
	],
	[{ kind: 'state', by: bob, createdAtSeconds: now - 7_200 }, 'Bob signed a new state 2 hours ago'],
	[{ kind: 'name', before: 'old', after: 'new' }, 'It is called new now; before, it was old'],
	[{ kind: 'name', before: 'old', after: '\u202e' }, 'It has no name now; before, it was old'],
	[{ kind: 'name', after: 'new' }, 'It is called new now']
];

test.each(cases)('what changed since the last visit: %o reads "%s"', (change, words) => {
	expect(read(sayVisitChange(change))).toBe(words);
});

test('the heading says since when', () => {
	expect(read(sayVisit(now - 3 * 86_400))).toBe('Since your last visit, 3 days ago');
});
