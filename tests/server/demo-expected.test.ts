import { describe, expect, test } from 'vitest';
import { checkEvent, type NostrEvent } from '#lib/core/event.ts';
import { gatherEvidence } from '#lib/core/evidence.ts';
import { resolveRepository } from '#lib/core/resolve.ts';
import { viewToJson } from '#lib/core/view-json.ts';
import { demoRepositories, expectedDemoView, signDemoStory } from '../../server/demo.ts';

const relays = ['ws://127.0.0.1:7421'];

function checked(event: NostrEvent) {
	const result = checkEvent(event);
	if (!result.ok) throw new Error(result.error);
	return result.value;
}

describe.each(demoRepositories())('$name', ({ name, identifier, coordinates }) => {
	const evidence = gatherEvidence([...signDemoStory(name, { relays }).values()].map(checked));
	test.each(coordinates)('from $person: what the guide says is what core sees', ({ person, pubkey }) => {
		const view = resolveRepository(evidence, { pubkey, identifier, relayHints: [] });
		expect(viewToJson(view)).toEqual(expectedDemoView(name, person));
	});
});
