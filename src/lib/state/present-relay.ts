import { unreachable } from '#lib/core/result.ts';
import type { PersonView, RelayView } from '#lib/worker/api.ts';
import type { Glyph, Tone } from './look.ts';
import { countOf, say, sayList, type Sentence } from './sentence.ts';

/** What a relay did, in words. */
export interface RelayWords {
	readonly label: string;
	readonly tone: Tone;
	readonly glyph: Glyph;
}

/** Words for what a relay did with our questions. */
export function presentOutcome(outcome: RelayView['outcome']): RelayWords {
	switch (outcome.kind) {
		case 'waiting':
			return { label: 'Has not answered yet', tone: 'muted', glyph: 'waiting' };
		case 'answered':
			return { label: 'Answered', tone: 'plain', glyph: 'check' };
		case 'failed':
			return { label: sayFailure(outcome.reason), tone: 'attention', glyph: 'attention' };
		case 'not-asked':
			return { label: sayNotAsked(outcome.reason), tone: 'muted', glyph: 'none' };
		default:
			return unreachable(outcome);
	}
}

type FailureReason = Extract<RelayView['outcome'], { kind: 'failed' }>['reason'];
type NotAskedReason = Extract<RelayView['outcome'], { kind: 'not-asked' }>['reason'];

function sayFailure(reason: FailureReason): string {
	switch (reason) {
		case 'timeout':
			return 'Did not answer in time';
		case 'closed':
			return 'Refused the question';
		case 'auth-required':
			return 'Wants a sign-in first';
		case 'partial':
			return 'Gave only part of its answer';
		case 'connection':
			return 'Cannot be reached';
		case 'insecure':
			return 'Not contacted: its connection is not encrypted';
		case 'flooded':
			return 'Cut off: it sent too much';
		default:
			return unreachable(reason);
	}
}

function sayNotAsked(reason: NotAskedReason): string {
	switch (reason) {
		case 'too-many-relays':
			return 'Not asked: too many relays are named';
		case 'local-address':
			return 'Not asked: an address inside your own network';
		default:
			return unreachable(reason);
	}
}

/** Why a relay is in the list. */
export function sayRelayRoles(relay: RelayView): Sentence {
	const reasons = relay.roles.map((role): Sentence => {
		switch (role) {
			case 'hint':
				return say`named in the address`;
			case 'index':
				return say`index relay`;
			case 'declared':
				return relay.declaredBy.length === 0 ? say`declared` : say`declared by ${someOf(relay.declaredBy)}`;
			case 'write-relay':
				return relay.writtenBy.length === 0
					? say`where somebody named here writes`
					: say`where ${someOf(relay.writtenBy)} ${relay.writtenBy.length === 1 ? 'writes' : 'write'}`;
			case 'added':
				return say`added by you`;
			default:
				return unreachable(role);
		}
	});
	return reasons.reduce<Sentence>((all, reason) => (all.length === 0 ? reason : say`${all} · ${reason}`), []);
}

function someOf(people: readonly PersonView[]): Sentence {
	const shown = people.length > 3 ? people.slice(0, 2) : people;
	const more = people.length - shown.length;
	return more > 0 ? sayList([...shown, countOf(more, 'other')]) : sayList(shown);
}

/** A relay's address as people read it: `wss://` left out, an unencrypted one kept. */
export function shortenRelay(url: string): string {
	return url.replace(/^wss:\/\//, '');
}

/** What a relay gave, where that is worth a word. */
export function sayRelayCounts({ outcome, eventCount, droppedCount }: RelayView): string {
	const before = outcome.kind === 'failed' ? ' before that' : '';
	const given = eventCount > 0 ? `${countOf(eventCount, 'record')}${before}` : '';
	const dropped = droppedCount > 0 ? `${countOf(droppedCount, 'invalid record')} dropped` : '';
	return [given, dropped].filter(Boolean).join(' · ');
}
