import { hashEvent, type NostrEvent } from '#lib/core/event.ts';
import type { Filter } from './filter.ts';

/** The same event with a signature that is not its own. */
export function forgeSignature(event: NostrEvent): NostrEvent {
	return { ...event, sig: otherDigit(event.sig) };
}

/** The same event under an id that is not its hash. */
export function forgeId(event: NostrEvent): NostrEvent {
	return { ...event, id: otherDigit(event.id) };
}

/** An event with other words under a genuine id. */
export function forgeContent(event: NostrEvent): NostrEvent {
	return { ...event, content: `${event.content} forged`, tags: [...event.tags, ['name', 'Forged']] };
}

/** Events that a filter asks for, under ids that are their hashes; only the signatures are wrong. */
export function* inventMatching(filter: Filter | undefined, count: number): Generator<NostrEvent> {
	const [kind = 1] = filter?.kinds ?? [];
	const [pubkey = '1'.repeat(64)] = filter?.authors ?? [];
	const tags = [...(filter?.tags ?? [])].map(([letter, [value = '']]) => [letter, value]);
	const newest = filter?.until ?? 1_700_000_000;
	for (let i = 0; i < count; i++) {
		const event = { kind, pubkey, tags, created_at: Math.max(0, newest - i), content: String(i) };
		yield { ...event, id: hashEvent(event), sig: 'ab'.repeat(64) };
	}
}

function otherDigit(hex: string): string {
	return `${hex.startsWith('0') ? '1' : '0'}${hex.slice(1)}`;
}
