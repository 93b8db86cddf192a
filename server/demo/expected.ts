import type { ViewJson } from '#lib/core/view-json.ts';
import { demoPeople, isPersonName, type PersonName } from './people.ts';
import { secondsOf } from './sign.ts';
import { isStoryTime, type Story } from './story.ts';

/** The keys of the view's JSON, all of which stand in every expectation. */
export const viewKeys = [
	'confirmed',
	'invited',
	'moderators',
	'invited_moderators',
	'lead',
	'lead_source',
	'lead_path',
	'departed',
	'declined',
	'blocked',
	'health',
	'lifecycle',
	'state_event'
] as const satisfies readonly (keyof ViewJson)[];

/** One answer in people's names, and the heading or decision that gives it. */
export interface ExpectedLine {
	readonly is: unknown;
	readonly guide: string;
}

/** What is to be seen from one coordinate. */
export interface ExpectedCoordinate {
	readonly person: PersonName;
	readonly view: Readonly<Record<(typeof viewKeys)[number], ExpectedLine>>;
}

/** Reads an `expected.json`. It is our own data: a fault in it is a bug, and thrown. */
export function parseExpected(folder: string, story: Story, value: unknown): readonly ExpectedCoordinate[] {
	const complain = (what: string): never => {
		throw new Error(`server/demo/${folder}/expected.json: ${what}`);
	};
	const { coordinates } = value as { coordinates: readonly ExpectedCoordinate[] };
	if (!Array.isArray(coordinates) || coordinates.length === 0) complain('there are no coordinates');
	const labels = new Set(story.events.map((event) => event.label));
	const seen = new Set<string>();
	for (const { person, view } of coordinates as readonly ExpectedCoordinate[]) {
		if (!isPersonName(person) || seen.has(person)) complain(`a coordinate of ${String(person)}`);
		seen.add(person);
		if (Object.keys(view).join() !== viewKeys.join()) complain(`${person}: its keys are not ${viewKeys.join()}`);
		for (const key of viewKeys) {
			const { is, guide } = view[key];
			if (typeof guide !== 'string' || guide === '') complain(`${person}: ${key} names no source`);
			if (!fits(key, is, labels)) complain(`${person}: ${key} cannot be ${JSON.stringify(is)}`);
		}
	}
	for (const { by } of story.events) if (!seen.has(by)) complain(`nothing is said of ${by}'s coordinate`);
	return coordinates;
}

/**
 * An expectation with keys, ids and seconds in place of names, labels and times, lists sorted as core's JSON sorts them.
 * @param idOf the id of a labelled event of the story
 */
export function expectedToJson({ view }: ExpectedCoordinate, idOf: (label: string) => string): ViewJson {
	const lines = Object.entries(view).map(([key, { is }]) => [key, inKeys(key, is, idOf)] as const);
	return Object.fromEntries(lines) as unknown as ViewJson;
}

function inKeys(key: string, is: unknown, idOf: (label: string) => string): unknown {
	if (key === 'state_event') return typeof is === 'string' ? idOf(is) : null;
	if (key === 'lead_path') return translate(is);
	return Array.isArray(is) ? [...(translate(is) as unknown[])].sort(compareAsText) : translate(is);
}

/** Names become keys and times seconds, wherever they stand; keys of objects too. */
function translate(value: unknown): unknown {
	if (isPersonName(value)) return demoPeople[value].pubkey;
	if (isStoryTime(value)) return secondsOf(value);
	if (Array.isArray(value)) return value.map(translate);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, item]) => [translate(name), translate(item)]));
}

function compareAsText(a: unknown, b: unknown): number {
	const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
	return left < right ? -1 : left > right ? 1 : 0;
}

function fits(key: (typeof viewKeys)[number], is: unknown, labels: ReadonlySet<string>): boolean {
	const isObject = typeof is === 'object' && is !== null && !Array.isArray(is);
	switch (key) {
		case 'lead':
			return is === null || isPersonName(is);
		case 'lead_source':
			return (
				typeof is === 'string' &&
				/^(implicit_sole|explicit|legacy_inferred|explicit_none|none|pending|conflict)$/.test(is)
			);
		case 'state_event':
			return is === null || (typeof is === 'string' && labels.has(is));
		case 'health':
			return (
				Array.isArray(is) && is.every((entry) => Array.isArray(entry) && entry.length === 4 && isPersonName(entry[1]))
			);
		case 'departed':
			return isObject && Object.entries(is).every(([name, at]) => isPersonName(name) && isStoryTime(at));
		case 'lifecycle':
			return isObject && 'kind' in is;
		default:
			return Array.isArray(is) && is.every(isPersonName);
	}
}
