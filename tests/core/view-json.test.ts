import { expect, test } from 'vitest';
import { parseBoundary } from '#lib/core/boundary.ts';
import { stringifyExactly } from '#lib/core/view-json.ts';

test('a time is printed to its last digit, past 2^53 too (D6)', () => {
	for (const text of ['0', '1700000000', '9007199254740991', '9007199254740993', '18446744073709551615'])
		expect(stringifyExactly({ at: parseBoundary(text), list: [parseBoundary(text)] })).toBe(
			`{"at":${text},"list":[${text}]}`
		);
});

test('a text that looks like such a time stays a text', () => {
	for (const text of ['\u0000exact:17', 'a"\u0000exact:17', '\\"\u0000text:', '\u0000text:\u0000exact:1'])
		expect(JSON.parse(stringifyExactly({ text, at: 1n }))).toEqual({ text, at: 1 });
});
