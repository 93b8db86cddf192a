import { kinds } from '#lib/core/kinds.ts';
import { isPersonName, type PersonName } from './people.ts';

/** One event of a story, with names in place of keys; `at` is a time as `2024-01-08T09:12:41Z`. */
export interface StoryEvent {
	readonly label: string;
	readonly by: PersonName;
	readonly at: string;
	readonly kind: number;
	readonly tags: readonly (readonly string[])[];
	readonly content: string;
}

/** What kind of situation a story shows; the home page lists it under it. */
export const storyGroups = ['order', 'waits', 'wrong', 'moved'] as const;

export type StoryGroup = (typeof storyGroups)[number];

/** What `story.json` holds. */
export interface Story {
	readonly title: string;
	readonly oneLine: string;
	readonly identifier: string;
	readonly group: StoryGroup;
	readonly events: readonly StoryEvent[];
}

/** Reads a `story.json`. It is our own data: a fault in it is a bug, and thrown. */
export function parseStory(folder: string, value: unknown): Story {
	const complain = (what: string): never => {
		throw new Error(`server/demo/${folder}/story.json: ${what}`);
	};
	const { title, oneLine, identifier, group, events } = value as Story;
	for (const text of [title, oneLine, identifier])
		if (typeof text !== 'string' || text === '') complain('title, oneLine and identifier are texts');
	if (!storyGroups.includes(group)) complain(`there is no group ${String(group)}`);
	if (!isList(events) || events.length === 0) complain('there are no events');
	const labels = new Set<string>();
	let before = '';
	for (const event of events) {
		const fault = faultOf(event, identifier);
		if (fault !== undefined) complain(`${String(event.label)}: ${fault}`);
		if (labels.has(event.label)) complain(`the label ${event.label} stands twice`);
		if (event.at < before) complain(`${event.label} is not in order of time`);
		labels.add(event.label);
		before = event.at;
	}
	return { title, oneLine, identifier, group, events };
}

/** Whether a text is a time as stories write them. */
export function isStoryTime(value: unknown): value is string {
	return (
		typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value) && !Number.isNaN(Date.parse(value))
	);
}

function faultOf(event: StoryEvent, identifier: string): string | undefined {
	if (typeof event.label !== 'string' || event.label === '') return 'no label';
	if (!isPersonName(event.by)) return 'nobody signs it';
	if (!isStoryTime(event.at)) return 'no time';
	if (!Number.isSafeInteger(event.kind)) return 'no kind';
	if (typeof event.content !== 'string') return 'no content';
	const isTag = (tag: readonly string[]) =>
		isList(tag) && tag.length > 0 && tag.every((item) => typeof item === 'string');
	if (!isList(event.tags) || !event.tags.every(isTag)) return 'tags are lists of texts';
	const stands = event.kind === kinds.announcement || event.kind === kinds.repositoryState;
	if (stands && event.tags[0]?.[1] !== identifier) return 'its first tag is not the identifier';
	for (const value of event.tags.flat()) {
		const name = /^@([a-z]+)$/.exec(value)?.[1];
		if (name !== undefined && name !== 'relays' && !isPersonName(name)) return `nobody is called ${name}`;
	}
	return undefined;
}

/** Says it without narrowing, which would make the items `any`. */
function isList(value: unknown): boolean {
	return Array.isArray(value);
}
