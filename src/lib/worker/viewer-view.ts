import type { DroppedRoles } from '#lib/core/dropped-roles.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import type { RepositoryView } from '#lib/core/view.ts';
import { findWaiting, type Waiting } from '#lib/core/viewer.ts';
import type { DroppedRolesView, ViewerView, WaitingView } from './api.ts';
import { standingsOf, toSeconds } from './people-rows.ts';
import type { Person } from './person-views.ts';
import { shorten } from './shorten.ts';

const mostPeople = 100;
const mostRoles = 20;
const mostTags = 20;
const longestTag = 60;

/** What somebody is in a view and what waits for them, for a reader who looks as them. */
export function drawViewer(
	view: RepositoryView,
	dropped: readonly DroppedRoles[],
	viewer: Pubkey,
	person: Person
): ViewerView {
	const standings = [...standingsOf(view)].filter(([pubkey]) => pubkey === viewer).map(([, standing]) => standing);
	return {
		person: person(viewer),
		standings,
		isSelected: viewer === view.selected.pubkey,
		waits: findWaiting(view, dropped, viewer).map((waiting) => drawWaiting(waiting, person))
	};
}

function drawWaiting(waiting: Waiting, person: Person): WaitingView {
	switch (waiting.kind) {
		case 'accept-invitation':
			return {
				kind: waiting.kind,
				role: waiting.role,
				by: waiting.by.slice(0, mostPeople).map(person),
				sinceSeconds: toSeconds(waiting.since),
				needsRepair: waiting.needsRepair
			};
		case 'acknowledge-removal':
			return { kind: waiting.kind, atSeconds: toSeconds(waiting.at) };
		case 'restore-roles':
		case 'repair-records':
			return waiting;
	}
}

/** Announcements that lost role records, small enough for a page. */
export function drawDroppedRoles(dropped: readonly DroppedRoles[], person: Person): DroppedRolesView[] {
	return dropped.slice(0, mostPeople).map(({ author, latest, previous, roles, tags, copiedBy }) => ({
		by: person(author),
		atSeconds: latest.created_at,
		beforeSeconds: previous?.created_at,
		roles: roles.slice(0, mostRoles).map(({ letter, subject }) => ({ letter, subject: person(subject) })),
		omittedRoleCount: Math.max(0, roles.length - mostRoles),
		tags: tags.slice(0, mostTags).map((tag) => shorten(tag, longestTag)),
		copiedBy: copiedBy.slice(0, mostPeople).map(person)
	}));
}
