import type { Boundary } from './boundary.ts';
import type { DroppedRoles } from './dropped-roles.ts';
import type { Pubkey } from './ids.ts';
import { activeStart } from './roles.ts';
import { liveAnnouncement } from './speakers.ts';
import type { HealthEntry, RepositoryView } from './view.ts';

/** Something that only this person's signature can settle. `at` and `since` in Unix seconds; absent when not known. */
export type Waiting =
	| {
			readonly kind: 'accept-invitation';
			readonly role: 'maintainer' | 'moderator';
			/** The confirmed maintainers whose active records name them. */
			readonly by: readonly Pubkey[];
			/** The earliest start of these records; an untimed one gives none. */
			readonly since?: Boundary;
			/** Their own records about themselves block them, and an acceptance does not repair these. */
			readonly needsRepair: boolean;
	  }
	| { readonly kind: 'acknowledge-removal'; readonly at?: Boundary }
	| { readonly kind: 'restore-roles' }
	| { readonly kind: 'repair-records'; readonly count: number };

/** Faults of an announcement that its own author can mend alone. */
const ownFaults: ReadonlySet<HealthEntry['kind']> = new Set([
	'malformed-role-record',
	'malformed-legacy-entry',
	'duplicate-role-record',
	'self-defer',
	'projection-mismatch'
]);

/**
 * What waits for one person in a view, most important first.
 * In: the view, what was dropped in it (`findDroppedRoles`), the person. Out: empty for whoever nothing waits for. Grants
 * nothing and proves nothing about who is asking. Source: guide "Invitations"; D22, D23.
 */
export function findWaiting(view: RepositoryView, dropped: readonly DroppedRoles[], person: Pubkey): Waiting[] {
	const waiting: Waiting[] = [];
	if (view.invited.includes(person)) waiting.push(readInvitation(view, person, 'maintainer'));
	if (view.invitedModerators.includes(person)) waiting.push(readInvitation(view, person, 'moderator'));
	const removed = view.health.find(({ kind, author }) => kind === 'removed-but-claiming' && author === person);
	if (removed) waiting.push({ kind: 'acknowledge-removal', at: removed.at });
	// Where no version that had the records was seen, only others speak of them, and anybody can.
	if (dropped.some(({ author, roles, previous }) => author === person && previous && roles.length > 0))
		waiting.push({ kind: 'restore-roles' });
	const count = view.health.filter(({ kind, author }) => author === person && ownFaults.has(kind)).length;
	if (count > 0) waiting.push({ kind: 'repair-records', count });
	return waiting;
}

function readInvitation(view: RepositoryView, person: Pubkey, role: 'maintainer' | 'moderator'): Waiting {
	const by: Pubkey[] = [];
	let since: Boundary | undefined;
	for (const author of view.confirmed) {
		const announcement = liveAnnouncement(view.speakers, author);
		if (author === person || !announcement) continue;
		const { records, edges } = announcement;
		const naming = records.filter(
			({ letter, subject, active }) => active && subject === person && (letter === 'o') === (role === 'moderator')
		);
		if (naming.length === 0 && !(role === 'maintainer' && edges.includes(person))) continue;
		by.push(author);
		for (const record of naming) {
			const start = activeStart(record);
			if (start > 0 && (since === undefined || start < since)) since = start;
		}
	}
	const needsRepair = view.blocked.includes(person) && !isRepairedByAccepting(view, person);
	return { kind: 'accept-invitation', role, by, since, needsRepair };
}

/**
 * Whether accepting may mend what blocks somebody: one simple `[role, author, start, defer]` as maintainer and nothing
 * else about themselves. Source: guide "Ngit's canonical acceptance contains `defer`".
 */
function isRepairedByAccepting(view: RepositoryView, person: Pubkey): boolean {
	const announcement = liveAnnouncement(view.speakers, person);
	const own = announcement?.records.filter(({ subject }) => subject === person) ?? [];
	const [record] = own;
	return own.length === 1 && record?.state === 'self-defer' && record.letter !== 'o' && record.boundaries.length === 1;
}
