import type { NoAnswerReason } from '#lib/core/evidence.ts';
import { unreachable } from '#lib/core/result.ts';
import type { RelayDropReason, RelayView } from '#lib/worker/api.ts';
import { cleanText } from './clean-text.ts';
import type { Glyph, Tone } from './look.ts';
import { countOf, groupDigits, say, sayFew, type Sentence } from './sentence.ts';

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

type NotAskedReason = Extract<RelayView['outcome'], { kind: 'not-asked' }>['reason'];

/** Words for why a relay gave no answer that counts, now or the last time it failed. */
export function sayFailure(reason: NoAnswerReason): string {
	switch (reason) {
		case 'timeout':
			return 'Did not answer in time';
		case 'closed':
			return 'Refused the question';
		case 'restricted':
			return 'Does not let you read there';
		case 'rate-limited':
			return 'Wants a pause; it will be asked again';
		case 'auth-required':
			return 'Wants a sign-in first';
		case 'partial':
			return 'Gave only part of its answer';
		case 'late':
			return 'Said it had sent everything, then sent more';
		case 'unsound':
			return 'Its answer does not count';
		case 'connection':
			return 'Cannot be reached';
		case 'insecure':
			return 'Not contacted: its connection is not encrypted';
		case 'flooded':
			return 'Cut off: it sent too much';
		case 'oversize':
			return 'Cut off: it sent a message of more than 1 MB';
		case 'junk':
			return 'Cut off: it sent messages that cannot be read';
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

/** More than three people behind one relay are two and others. */
const few = { most: 3, shown: 2 };

/** Why a relay is in the list. */
export function sayRelayRoles(relay: RelayView): Sentence {
	const reasons = relay.roles.map((role): Sentence => {
		switch (role) {
			case 'hint':
				return say`named in the address`;
			case 'index':
				return say`index relay`;
			case 'declared':
				return relay.declaredBy.length === 0 ? say`declared` : say`declared by ${sayFew(relay.declaredBy, few)}`;
			case 'write-relay':
				return relay.writtenBy.length === 0
					? say`where somebody named here writes`
					: say`where ${sayFew(relay.writtenBy, few)} ${relay.writtenBy.length === 1 ? 'writes' : 'write'}`;
			case 'added':
				return say`added by you`;
			default:
				return unreachable(role);
		}
	});
	return reasons.reduce<Sentence>((all, reason) => (all.length === 0 ? reason : say`${all} · ${reason}`), []);
}

/** A relay's address as people read it: `wss://` left out, an unencrypted one kept. */
export function shortenRelay(url: string): string {
	return url.replace(/^wss:\/\//, '');
}

/** What a relay gave, where that is worth a word: "3 records before that · 2 records dropped: 2 with a false signature". */
export function sayRelayCounts({ outcome, eventCount, drops }: RelayView): string {
	const before = outcome.kind === 'failed' ? ' before that' : '';
	const given = eventCount > 0 ? `${countOf(eventCount, 'record')}${before}` : '';
	return [given, sayDrops(drops)].filter(Boolean).join(' · ');
}

/** What was dropped and why: "3 records dropped: 2 with a false signature, 1 under a wrong id". */
export function sayDrops(drops: RelayView['drops']): string {
	const records = drops.filter(({ reason }) => reason !== 'junk');
	const junk = drops.find(({ reason }) => reason === 'junk');
	const count = records.reduce((sum, drop) => sum + drop.count, 0);
	const reasons = records.map((drop) => `${groupDigits(drop.count)} ${sayDrop(drop.reason)}`).join(', ');
	return [
		count > 0 ? `${countOf(count, 'record')} dropped: ${reasons}` : '',
		junk ? countOf(junk.count, 'message that cannot be read', 'messages that cannot be read') : ''
	]
		.filter(Boolean)
		.join(' · ');
}

function sayDrop(reason: RelayDropReason): string {
	switch (reason) {
		case 'shape':
			return 'that cannot be read';
		case 'oversize':
			return 'too large';
		case 'unasked':
			return 'not asked for';
		case 'id':
			return 'under a wrong id';
		case 'signature':
			return 'with a false signature';
		case 'over-budget':
			return 'too many';
		case 'junk':
			return 'that say nothing';
		default:
			return unreachable(reason);
	}
}

const longestSaying = 200;

/** What a relay said about its refusal, or else its last notice, as it may be shown; a stranger's text. */
export function quoteRelay({ outcome, notice }: RelayView): string | undefined {
	const said = outcome.kind === 'failed' ? outcome.message : undefined;
	return cleanText(said, longestSaying) ?? cleanText(notice, longestSaying);
}
