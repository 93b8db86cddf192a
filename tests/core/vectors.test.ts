import { describe, expect, test } from 'vitest';
import { checkEvent } from '#lib/core/event.ts';
import { groupDeletions } from '#lib/core/deletion.ts';
import { gatherEvidence } from '#lib/core/evidence.ts';
import { parseRefs } from '#lib/core/repo-state.ts';
import { intervalsOf, parseRoleRecord } from '#lib/core/roles.ts';
import { resolveSpeakers } from '#lib/core/speakers.ts';
import { viewToJson, type ViewJson } from '#lib/core/view-json.ts';
import { checkedEvents, readVectors, viewOf } from '../support/vectors.ts';

interface ViewCase {
	name: string;
	selected: string;
	identifier: string;
	events: unknown[];
	expect: ViewJson;
}

/** How many cases each file has: a case that is lost is noticed. */
const counts = {
	records: 44,
	events: 23,
	resolve: 126,
	'random-graphs': 250,
	'ngit-life': 40,
	lifecycle: 18,
	state: 12,
	refs: 17
};

test.each(Object.entries(counts))('%s.json has %i cases', (name, count) => {
	expect(readVectors(name)).toHaveLength(count);
});

describe('a role record is read alone (records.json)', () => {
	interface RecordCase {
		note: string;
		author: string;
		tag: string[];
		expect: { state: string; why: string | null; active: boolean; intervals: [string, string | null][] };
	}
	test.each(readVectors<RecordCase>('records'))('$note', ({ author, tag, expect: wanted }) => {
		const record = parseRoleRecord(tag, author);
		expect({
			state: record.state,
			why: record.why ?? null,
			active: record.active,
			intervals: intervalsOf(record).map(({ start, end }) => [String(start), end === undefined ? null : String(end)])
		}).toEqual(wanted);
	});
});

describe('which event speaks (events.json)', () => {
	interface EventCase extends ViewCase {
		expect: ViewJson & { rejected?: Record<string, string>; speaks?: Record<string, string> };
	}
	test.each(readVectors<EventCase>('events'))('$name', ({ events, selected, identifier, expect: wanted }) => {
		const { rejected, speaks, ...view } = wanted;
		const faults: Record<string, string> = {};
		for (const event of events) {
			const checked = checkEvent(event);
			if (!checked.ok) faults[(event as { id: string }).id] = checked.error;
		}
		const { announcements, deletions } = gatherEvidence(checkedEvents(events));
		const live: Record<string, string> = {};
		for (const [author, speaker] of resolveSpeakers(announcements, groupDeletions(deletions), identifier))
			if (speaker.kind === 'live') live[author] = speaker.announcement.event.id;
		expect(faults).toEqual(rejected);
		expect(live).toEqual(speaks);
		expect(viewToJson(viewOf(events, selected, identifier))).toEqual(view);
	});
});

describe.each(['resolve', 'random-graphs', 'lifecycle', 'state'])('the view (%s.json)', (file) => {
	test.each(readVectors<ViewCase>(file))('$name', ({ events, selected, identifier, expect: wanted }) => {
		expect(viewToJson(viewOf(events, selected, identifier))).toEqual(wanted);
	});
});

describe('what a real ngit 3.0.2 published, from every coordinate (ngit-life.json)', () => {
	interface LifeCase {
		name: string;
		identifier: string;
		events: unknown[];
		expect: Record<string, ViewJson>;
	}
	test.each(readVectors<LifeCase>('ngit-life'))('$name', ({ events, identifier, expect: wanted }) => {
		for (const [selected, view] of Object.entries(wanted))
			expect(viewToJson(viewOf(events, selected, identifier)), selected).toEqual(view);
	});
});

describe('refs and the default branch (refs.json)', () => {
	interface RefsCase {
		name: string;
		tags: string[][];
		expect: { refs: Record<string, string>; head: string | null; ignored: string[] };
	}
	test.each(readVectors<RefsCase>('refs'))('$name', ({ tags, expect: wanted }) => {
		const { refs, head, ignored } = parseRefs(tags);
		expect({ refs: Object.fromEntries(refs), head: head ?? null, ignored }).toEqual(wanted);
	});
});
