import { parseEntity } from '#lib/core/nip19.ts';
import { checkEvent, type CheckedEvent } from '#lib/core/event.ts';
import { gatherEvidence } from '#lib/core/evidence.ts';
import { resolveRepository } from '#lib/core/resolve.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import { viewWithHistoryToJson } from '#lib/core/view-json.ts';
import { parseJson } from './read-events.ts';

/** The answer to one case of a batch. */
export interface BatchAnswer {
	readonly name: unknown;
	readonly view: ReturnType<typeof viewWithHistoryToJson>;
}

/**
 * Resolves one case, `{name, selected, identifier, events}` as JSON. The events are checked here, and one that fails takes
 * no part, as on a relay; `selected` is a key in hex or npub.
 * Errors: what is wrong with the case, in words.
 */
export function resolveBatchLine(line: string): Result<BatchAnswer, string> {
	const parsed = parseJson(line);
	if (!parsed.ok) return err(parsed.error);
	if (typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value))
		return err('not a case');
	const { name, selected, identifier, events } = parsed.value as Record<string, unknown>;
	const about = typeof name === 'string' ? `case ${JSON.stringify(name)}: ` : '';
	const entity = typeof selected === 'string' ? parseEntity(selected) : undefined;
	if (!entity?.ok || entity.value.kind !== 'person') return err(`${about}"selected" is no public key`);
	if (name !== undefined && name !== null && typeof name !== 'string') return err('"name" is no text');
	if (typeof identifier !== 'string' || identifier === '') return err(`${about}"identifier" is no text`);
	if (!Array.isArray(events)) return err(`${about}"events" is no list`);
	const good: CheckedEvent[] = [];
	for (const event of events) {
		const checked = checkEvent(event);
		if (checked.ok) good.push(checked.value);
	}
	const address = { pubkey: entity.value.pubkey, identifier, relayHints: [] };
	return ok({ name: name ?? null, view: viewWithHistoryToJson(resolveRepository(gatherEvidence(good), address)) });
}
