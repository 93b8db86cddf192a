import { unreachable } from '#lib/core/result.ts';
import type { RepositoryPage, ViewerView, WaitingView } from '#lib/worker/api.ts';
import { asSeen, certaintyOf } from './certainty.ts';
import type { Banner } from './present-banners.ts';
import { countOf, onTime, say, sayFew, type Sentence } from './sentence.ts';

/**
 * What waits for the person whom the reader looks as: one banner of each kind. Nothing of it is said before every
 * relay has answered or failed, because an acceptance may just not have arrived.
 */
export function findWaitingBanners({ viewer, coverage, lead }: RepositoryPage): Banner[] {
	if (viewer === undefined || !coverage.settled) return [];
	return viewer.waits
		.filter(({ kind }, index) => viewer.waits.findIndex((other) => other.kind === kind) === index)
		.map((waiting) =>
			presentWaiting(viewer, waiting, { isLed: lead.source === 'explicit', seen: asSeen(certaintyOf(coverage)) })
		);
}

/**
 * The exact command only where it does that: ngit accepts for maintainers and not for moderators, over no record that has
 * to be repaired by hand, and follows a lead only where there is one (guide "Ngit's canonical acceptance contains
 * `defer`", "Recommended defaults").
 */
function presentWaiting(
	viewer: ViewerView,
	waiting: WaitingView,
	{ isLed, seen }: { readonly isLed: boolean; readonly seen: string }
): Banner {
	const as = say`Looking as ${viewer.person}`;
	switch (waiting.kind) {
		case 'accept-invitation':
			return {
				kind: 'invited',
				tone: 'plain',
				glyph: 'invited',
				title: say`${as}: you are invited as ${waiting.role}${sayInviters(waiting)}${seen}`,
				...sayHowToAccept(waiting)
			};
		case 'acknowledge-removal':
			return {
				kind: 'you-were-removed',
				tone: 'attention',
				glyph: 'attention',
				title: say`${as}: you were removed ${onTime(waiting.atSeconds)} and have not acknowledged it${seen}`,
				...(isLed
					? {
							body: say`Your own record still claims a role and counts for nothing here. Acknowledging ends it and keeps your past. It is signed with ngit for now, in a clone of this repository:`,
							command: 'ngit repo follow-lead'
						}
					: {
							body: say`Your own record still claims a role and counts for nothing here. Acknowledging means to sign an announcement of your own that ends it and keeps your past; without a lead to follow there is no command for that yet.`
						})
			};
		case 'restore-roles':
			return {
				kind: 'restore-roles',
				tone: 'attention',
				glyph: 'attention',
				title: say`${as}: your newest announcement lost role records${seen}`,
				body: say`What it lost is listed below, or in the banner about it. Signing them again is not possible from this page yet.`
			};
		case 'repair-records':
			return {
				kind: 'repair-records',
				tone: 'attention',
				glyph: 'attention',
				title: say`${as}: ${countOf(waiting.count, 'record of yours needs', 'records of yours need')} repair`,
				link: { href: '#health', words: 'See which' }
			};
		default:
			return unreachable(waiting);
	}
}

function sayHowToAccept({
	role,
	needsRepair
}: Extract<WaitingView, { kind: 'accept-invitation' }>): Pick<Banner, 'body' | 'command'> {
	const until = say`Until you accept you have no say as ${role}.`;
	if (role === 'moderator')
		return {
			body: say`${until} Accepting means to sign an announcement of your own; neither ngit nor this page can do that for moderators yet.`
		};
	if (needsRepair)
		return {
			body: say`${until} Your announcement has records about yourself that cannot be counted: they have to be repaired before you can accept.`
		};
	return {
		body: say`${until} Accepting is signed with ngit for now, in a clone of this repository:`,
		command: 'ngit repo accept'
	};
}

function sayInviters({ by, sinceSeconds }: Extract<WaitingView, { kind: 'accept-invitation' }>): Sentence {
	const names = by.length === 0 ? [] : say`, by ${sayFew(by, { most: 4, shown: 3 })}`;
	return sinceSeconds === undefined ? names : say`${names}, ${onTime(sinceSeconds)}`;
}
