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
 * has answered or failed: the version that has the records again may just not have arrived. Where no version that had
 * the records was seen, only others speak of them, and anybody can: then nothing is said to be lost.
 */
export function findDroppedRolesBanner({ droppedRoles, coverage }: RepositoryPage): Banner | undefined {
	const [first, ...others] = droppedRoles;
	if (first === undefined || !coverage.settled) return undefined;
	return {
		kind: 'dropped-roles',
		tone: 'attention',
		glyph: 'attention',
		title: others.length === 0 ? sayTitle(first) : sayTitleOfMany(droppedRoles),
		points: others.length === 0 ? listDropped(first) : droppedRoles.map(sayDropped),
		body: droppedRoles.some(wasSeen)
			? say`Another tool seems to have written over what it did not know. Who takes part today is read from the newer announcement; what is known of the past is kept from older versions and other people’s copies.`
			: say`No version with such a record has been seen: another tool may have written over it, or there never was one. Who takes part is read from the announcement as it is.`
	};
}

/** Whether a version that had what is gone was seen. */
const wasSeen = ({ beforeSeconds }: DroppedRolesView): boolean => beforeSeconds !== undefined;

function sayTitle(dropped: DroppedRolesView): Sentence {
	const { by, atSeconds, roles, copiedBy } = dropped;
	if (!wasSeen(dropped))
		return say`${by}’s announcement of ${atTime(atSeconds)} names no roles; ${sayList(copiedBy.slice(0, 5))} ${copiedBy.length === 1 ? 'follows' : 'follow'} them as lead`;
	return say`${by}’s announcement lost ${roles.length > 0 ? 'role records' : 'fields'} ${onTime(atSeconds)}`;
}

function sayTitleOfMany(dropped: readonly DroppedRolesView[]): Sentence {
	const announcements = countOf(dropped.length, 'announcement');
	if (!dropped.every(wasSeen)) return say`${announcements} may have lost role records`;
	return say`${announcements} lost ${dropped.every(({ roles }) => roles.length > 0) ? 'role records' : 'fields or role records'}`;
}

/** One announcement: each thing that is known of it is a point. */
function listDropped(dropped: DroppedRolesView): Sentence[] {
	if (!wasSeen(dropped)) return [];
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
	const { by, atSeconds, roles, tags, copiedBy } = dropped;
	if (!wasSeen(dropped)) return sayTitle(dropped);
	const gone = roles.length > 0 ? sayRoles(dropped) : sayTags(tags);
	const copies = copiedBy.length === 0 ? [] : say`; remembered by ${sayList(copiedBy.slice(0, 5))}`;
	return say`${by}, ${onTime(atSeconds)}: ${gone}${copies}`;
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
