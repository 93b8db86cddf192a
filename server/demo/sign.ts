import { schnorr } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { hashEvent, type NostrEvent } from '#lib/core/event.ts';
import { kinds } from '#lib/core/kinds.ts';
import { demoPeople, isPersonName, personNames, type DemoPerson } from './people.ts';
import type { Story, StoryEvent } from './story.ts';

/** What an event says before it is signed; `created_at` is in Unix seconds. */
type Draft = Pick<NostrEvent, 'kind' | 'created_at' | 'tags' | 'content'>;

/** Signs as somebody of the demo. No chance is in it: the same draft gives the same event on every machine. */
export function signAs(person: DemoPerson, draft: Draft): NostrEvent {
	const { pubkey, secretKey } = person;
	const { created_at, kind, tags, content } = draft;
	const id = hashEvent({ pubkey, ...draft });
	const sig = bytesToHex(schnorr.sign(hexToBytes(id), secretKey, new Uint8Array(32)));
	return { id, pubkey, created_at, kind, tags, content, sig };
}

/** The events of one story by their labels, in the story's order. */
export function signStory(story: Story, relays: readonly string[]): ReadonlyMap<string, NostrEvent> {
	return new Map(story.events.map((event) => [event.label, signAs(demoPeople[event.by], draftEvent(event, relays))]));
}

/** Kind 0 and NIP-65 list of everybody: they write to and read from the given relays. */
export function signProfiles(relays: readonly string[]): NostrEvent[] {
	const created_at = secondsOf('2024-01-01T00:00:00Z');
	return personNames.flatMap((name) => {
		const person = demoPeople[name];
		const profile = JSON.stringify({ name: person.name, about: person.about });
		return [
			signAs(person, { kind: kinds.profile, created_at, tags: [], content: profile }),
			signAs(person, { kind: kinds.relayList, created_at, tags: relays.map((url) => ['r', url]), content: '' })
		];
	});
}

/** A time as stories write it, in Unix seconds. */
export function secondsOf(time: string): number {
	return Date.parse(time) / 1000;
}

function draftEvent(event: StoryEvent, relays: readonly string[]): Draft {
	const tags = event.tags.map(([name = '', ...values]) => {
		const isRole = name === 'M' || name === 'm' || name === 'o';
		return [
			name,
			...values.flatMap((value) => fillIn(value, relays)).map((value) => (isRole ? inSeconds(value) : value))
		];
	});
	return { kind: event.kind, created_at: secondsOf(event.at), tags, content: event.content };
}

/** `@relays` becomes every relay, `@alice` Alice's key, also inside of an address. */
function fillIn(value: string, relays: readonly string[]): readonly string[] {
	if (value === '@relays') return relays;
	return [value.replace(/@([a-z]+)/g, (text, name) => (isPersonName(name) ? demoPeople[name].pubkey : text))];
}

function inSeconds(value: string): string {
	return /^\d{4}-\d\d-\d\dT[\d:]+Z$/.test(value) ? String(secondsOf(value)) : value;
}
