import type { NostrEvent } from '#lib/core/event.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import type { ViewJson } from '#lib/core/view-json.ts';
import { expectedToJson, parseExpected, type ExpectedCoordinate } from './demo/expected.ts';
import { demoFiles } from './demo/files.ts';
import { demoPeople, type PersonName } from './demo/people.ts';
import { signProfiles, signStory } from './demo/sign.ts';
import { parseStory, type Story, type StoryGroup } from './demo/story.ts';

export { demoPeople };

/** One demo repository: what it shows, from where it can be looked at, what is to be seen from there. */
export interface DemoRepository {
	readonly name: string;
	readonly title: string;
	readonly oneLine: string;
	readonly identifier: string;
	readonly group: StoryGroup;
	readonly coordinates: readonly { readonly person: PersonName; readonly pubkey: Pubkey }[];
	readonly expected: readonly ExpectedCoordinate[];
}

const loaded: readonly {
	readonly name: string;
	readonly story: Story;
	readonly expected: readonly ExpectedCoordinate[];
}[] = demoFiles.map(({ name, ...files }) => {
	const story = parseStory(name, files.story);
	return { name, story, expected: parseExpected(name, story, files.expected) };
});

/** Every demo repository, in the order they are shown. */
export function demoRepositories(): DemoRepository[] {
	return loaded.map(({ name, story: { title, oneLine, identifier, group }, expected }) => {
		const coordinates = expected.map(({ person }) => ({ person, pubkey: demoPeople[person].pubkey }));
		return { name, title, oneLine, identifier, group, coordinates, expected };
	});
}

/** Every event of the demo, profiles and relay lists first, each story in its order. About 0.3 s. */
export function signDemo({ relays }: { readonly relays: readonly string[] }): NostrEvent[] {
	return [...signProfiles(relays), ...loaded.flatMap(({ story }) => [...signStory(story, relays).values()])];
}

/** The events of one demo repository by their labels, every version of an announcement among them. */
export function signDemoStory(
	name: string,
	{ relays }: { readonly relays: readonly string[] }
): ReadonlyMap<string, NostrEvent> {
	return signStory(find(name).story, relays);
}

/** What is to be seen of one demo repository from a coordinate of it, in the shape of core's `viewToJson`. */
export function expectedDemoView(name: string, person: PersonName): ViewJson {
	const { story, expected } = find(name);
	const coordinate = expected.find((candidate) => candidate.person === person);
	if (!coordinate) throw new Error(`Nothing is expected of ${name} from ${person}`);
	// State events name no relays, so their ids are the same wherever the demo runs.
	const events = signStory(story, []);
	return expectedToJson(coordinate, (label) => events.get(label)?.id ?? '');
}

/** The names of everybody of the demo as NIP-05 has them, each with the relays to look on. */
export function demoNames(relays: readonly string[]): object {
	const people = Object.values(demoPeople);
	return {
		names: Object.fromEntries(people.map(({ person, pubkey }) => [person, pubkey])),
		relays: Object.fromEntries(people.map(({ pubkey }) => [pubkey, relays]))
	};
}

function find(name: string): (typeof loaded)[number] {
	const found = loaded.find((candidate) => candidate.name === name);
	if (!found) throw new Error(`There is no demo repository ${name}`);
	return found;
}
