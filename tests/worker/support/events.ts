import { checkEvent, type CheckedEvent, type NostrEvent } from '#lib/core/event.ts';
import { demoPeople, type PersonName } from '../../../server/demo/people.ts';
import { signAs } from '../../../server/demo/sign.ts';

export { demoPeople as people };

export const identifier = 'my-repo';

/** A signed event of one of the demo's people. */
export function sign(
	by: PersonName,
	kind: number,
	createdAtSeconds: number,
	tags: readonly (readonly string[])[] = [],
	content = ''
): CheckedEvent {
	const checked = checkEvent(signAs(demoPeople[by], { kind, created_at: createdAtSeconds, tags, content }));
	if (!checked.ok) throw new Error(checked.error);
	return checked.value;
}

/** An announcement; `@bob` in a tag is Bob's key. */
export function announce(
	by: PersonName,
	createdAtSeconds: number,
	tags: readonly (readonly string[])[] = [],
	d = identifier
): CheckedEvent {
	const named = tags.map((tag) => tag.map((value) => (value.startsWith('@') ? keyOf(value) : value)));
	return sign(by, 30617, createdAtSeconds, [['d', d], ...named]);
}

/** A deletion request for an address or an id. */
export function remove(by: PersonName, createdAtSeconds: number, tag: readonly [string, string]): CheckedEvent {
	return sign(by, 5, createdAtSeconds, [[...tag]]);
}

/** The same event with a signature that is not its own. */
export function forge(event: NostrEvent): NostrEvent {
	return { ...event, sig: event.sig.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) };
}

function keyOf(name: string): string {
	return demoPeople[name.slice(1) as PersonName].pubkey;
}
