import type { EventRole } from '#lib/worker/api.ts';
import type { OpenedAs } from './opened-as.ts';
import { groupDigits, onTime, quoted, say, type Sentence } from './sentence.ts';

/** What each kind of event is called, and all of them. */
const roleWords: Readonly<Record<Exclude<EventRole, 'other'>, readonly [one: string, all: string]>> = {
	announcement: ['an announcement', 'Announcements'],
	state: ['a signed state', 'Signed states'],
	patch: ['a patch', 'Patches'],
	'pull-request': ['a pull request', 'Pull requests'],
	'pull-request-update': ['an update of a pull request', 'Pull requests'],
	issue: ['an issue', 'Issues'],
	status: ['a status', 'Statuses'],
	comment: ['a comment', 'Comments'],
	label: ['a label', 'Labels'],
	'cover-note': ['a cover note', 'Cover notes']
};

/** What an event is, for a sentence: "an issue". */
export function nameRole(role: EventRole, eventKind: number): string {
	return role === 'other' ? `an event of kind ${groupDigits(eventKind)}` : roleWords[role][0];
}

/** Through what a page was reached: who vouched for a name, or which event led here. */
export function sayOpenedAs(opened: OpenedAs, page: 'repository' | 'person'): Sentence {
	if (opened.kind === 'name') return sayVouched(opened, page);
	const { role, eventKind, author, createdAtSeconds } = opened;
	const signed = say`You opened ${nameRole(role, eventKind)} that ${author} signed ${onTime(createdAtSeconds)}`;
	if (role === 'announcement' || role === 'state') return say`${signed}. This page shows what counts now.`;
	const all = role === 'other' ? 'Such events' : roleWords[role][1];
	return say`${signed} and that names this repository. ${all} are not shown here yet.`;
}

/** A domain's word for a name: with the time it was given, and for what it is. */
function sayVouched(
	{ local, domain, path, answeredAtSeconds }: Extract<OpenedAs, { kind: 'name' }>,
	page: 'repository' | 'person'
): Sentence {
	const claim =
		path !== undefined
			? say`${quoted(domain)} says that ${quoted(path)} is this repository`
			: local === '_'
				? say`${quoted(domain)} says that its key is this ${page === 'person' ? 'one' : 'owner’s'}`
				: say`${quoted(domain)} says that ${quoted(local)} is this ${page === 'person' ? 'key' : 'owner’s key'}`;
	return say`${claim}. It said so ${onTime(answeredAtSeconds)}; that is the site’s word and no proof.`;
}

const sections: Readonly<Record<string, readonly [all: string, one: string]>> = {
	issues: ['its issues are', 'this issue is'],
	issue: ['its issues are', 'this issue is'],
	prs: ['its pull requests are', 'this pull request is'],
	pr: ['its pull requests are', 'this pull request is'],
	proposals: ['its pull requests are', 'this pull request is'],
	proposal: ['its pull requests are', 'this pull request is'],
	patches: ['its patches are', 'this patch is'],
	tree: ['its code is', 'its code is'],
	blob: ['its code is', 'its code is'],
	raw: ['its code is', 'its code is'],
	commits: ['its commits are', 'its commits are'],
	commit: ['its commits are', 'this commit is'],
	branches: ['its branches are', 'its branches are'],
	tags: ['its tags are', 'its tags are'],
	releases: ['its releases are', 'this release is'],
	actions: ['its CI runs are', 'this CI run is']
};

/** Parts of a repository that the page itself shows. */
const shown = new Set(['people', 'maintainers', 'about', 'relays']);

/** What of an address the page does not show: what stands behind the repository in it. Undefined when nothing is left out. */
export function saySection(section: readonly string[]): Sentence | undefined {
	const [first, second] = section;
	if (first === undefined || shown.has(first)) return undefined;
	if (/^n(ote|event)1/i.test(first))
		return say`This page shows the repository; the event that the address names is not shown here yet.`;
	if (first === 'edit' || first === 'settings')
		return say`This page shows the repository; it cannot be changed from here yet.`;
	const words = Object.hasOwn(sections, first) ? sections[first] : undefined;
	if (words) return say`This page shows the repository; ${words[second === undefined ? 0 : 1]} not shown here yet.`;
	return say`This page shows the repository; there is no page ${quoted(first.slice(0, 80))} of it here.`;
}
