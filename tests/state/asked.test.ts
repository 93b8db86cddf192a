import { describe, expect, test } from 'vitest';
import { sayAsked, sayNoAnnouncement } from '#lib/state/present-asked.ts';
import type { AskedView } from '#lib/worker/api.ts';
import { alice, relay } from './support/page.ts';
import { read } from './support/text.ts';

const failed = (url: string) => relay({ kind: 'failed', reason: 'timeout' }, { url });

/** A question put to some relays, of which the last ones gave no answer. */
function asked(answeredCount: number, silent: readonly string[], settled = true): AskedView {
	const relays = [...Array.from({ length: answeredCount }, () => relay({ kind: 'answered' })), ...silent.map(failed)];
	return { settled, askedCount: relays.length, answeredCount, relays };
}

describe('how far a question about a person was answered', () => {
	test.each<[AskedView, string]>([
		[asked(0, [], false), 'Looking: no relay has been asked yet'],
		[asked(0, []), 'No relay could be asked.'],
		[asked(0, ['wss://a.example'], false), 'Looking: the one relay asked has not answered'],
		[asked(2, ['wss://a.example'], false), 'Looking: 2 of 3 relays have answered'],
		[asked(1, []), 'The one relay asked has answered.'],
		[asked(3, []), 'All 3 relays have answered.'],
		[asked(0, ['wss://a.example']), 'Cannot be sure: the one relay asked has not answered. No answer: a.example.'],
		[
			asked(
				1,
				['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `wss://${name}.example`)
			),
			'Cannot be sure: 1 of 7 relays have answered. No answer: a.example, b.example, c.example, d.example and 2 more.'
		]
	])('%#: the relays that gave none are named', (of, words) => {
		expect(read(sayAsked(of))).toBe(words);
	});

	test.each<[AskedView, string]>([
		[asked(1, ['wss://a.example'], false), 'No announcement has been seen yet.'],
		[asked(0, ['wss://a.example']), 'Cannot tell what they announce: no relay has answered.'],
		[asked(0, []), 'Cannot tell what they announce: no relay has answered.'],
		[asked(1, ['wss://a.example']), 'No announcement by this key was seen on the relays that answered.'],
		[asked(2, []), 'No announcement by this key was found.']
	])('%#: an empty list claims no more than was heard', (coverage, words) => {
		const page = { person: alice, path: '/npub1', isKey: true, repositories: [], omittedCount: 0, coverage };
		expect(sayNoAnnouncement(page)).toBe(words);
	});
});
