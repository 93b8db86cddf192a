import type { DroppedRolesView, RepositoryPage } from '#lib/worker/api.ts';
import type { Banner } from './present-banners.ts';
import { atTime, countOf, onTime, quoted, say, sayList, type Sentence } from './sentence.ts';

const roleNames: Readonly<Record<DroppedRolesView['roles'][number]['letter'], string>> = {
	M: 'lead',
	m: 'maintainer',
	o: 'moderator'
};

/**
 * Announcements that another tool wrote over: who, when, what is gone, and what that means today. Not before every relay
 * has answered or failed: the version that has the records again may just not have arrived.
 */
export function findDroppedRolesBanner({ droppedRoles, coverage }: RepositoryPage): Banner | undefined {
	const [first, ...others] = droppedRoles;
	if (first === undefined || !coverage.settled) return undefined;
	return {
		kind: 'dropped-roles',
		tone: 'attention',
		glyph: 'attention',
		title:
			others.length === 0
				? say`${first.by}’s announcement lost role records ${onTime(first.atSeconds)}`
				: say`${countOf(droppedRoles.length, 'announcement')} lost role records`,
		points: others.length === 0 ? listDropped(first) : droppedRoles.map(sayDropped),
		body: say`Another tool seems to have written over what it did not know. Who takes part today is read from the newer announcement; what is known of the past is kept from older versions and other people’s copies.`
	};
}

/** One announcement: each thing that is known of it is a point. */
function listDropped(dropped: DroppedRolesView): Sentence[] {
	const { roles, beforeSeconds, copiedBy, tags } = dropped;
	return [
		roles.length > 0 && say`Gone: ${sayRoles(dropped)}`,
		beforeSeconds !== undefined && say`The version of ${atTime(beforeSeconds)} still had that`,
		copiedBy.length > 0 && say`Remembered by ${sayList(copiedBy.slice(0, 5))}`,
		tags.length > 0 && say`Other fields that went: ${sayTags(tags)}`
	].filter((point) => point !== false);
}

/** One of several announcements: a point. */
function sayDropped(dropped: DroppedRolesView): Sentence {
	const copies = dropped.copiedBy.length === 0 ? [] : say`; remembered by ${sayList(dropped.copiedBy.slice(0, 5))}`;
	return say`${dropped.by}, ${onTime(dropped.atSeconds)}: ${sayRoles(dropped)}${copies}`;
}

function sayRoles({ by, roles, omittedRoleCount }: DroppedRolesView): Sentence {
	const each = roles.reduce<Sentence>((all, { letter, subject }, index) => {
		const whom = subject.pubkey === by.pubkey ? 'themselves' : subject;
		return say`${all}${index === 0 ? '' : ', '}${whom} as ${roleNames[letter]}`;
	}, []);
	if (omittedRoleCount > 0) return say`${each} and ${countOf(omittedRoleCount, 'more role', 'more roles')}`;
	return each;
}

function sayTags(tags: readonly string[]): Sentence {
	const shown = tags.slice(0, 6);
	const names = shown.reduce<Sentence>((all, tag, index) => say`${all}${index === 0 ? '' : ', '}${quoted(tag)}`, []);
	return tags.length > shown.length ? say`${names} and ${tags.length - shown.length} more` : names;
}
