import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoteForShell } from '#lib/core/shell.ts';

test('7. a shell reads back exactly the value that was quoted', () => {
	const values = fc.sample(fc.string({ unit: 'grapheme' }), { numRuns: 300, seed: 7 });
	for (const value of ["it's", '$(touch x)', '`id`', 'a b', '*', '', '~', '!x', 'ext::sh -c id', ...values]) {
		const quoted = quoteForShell(value);
		if (!quoted.ok) continue;
		const echoed = execFileSync('/bin/sh', ['-c', `printf %s ${quoted.value}`], { encoding: 'utf8' });
		expect(echoed).toBe(value);
	}
});

test.each(['a\nb', 'a\rb', '\u0000', '\u007f', '\u009b31m', 'a\u2028b', 'x\u202ey', 'x\u2066y'])(
	'control characters are refused: %j',
	(value) => {
		expect(quoteForShell(value)).toEqual({ ok: false, error: { kind: 'shell', reason: 'control-characters' } });
	}
);

test.each(['-', '--upload-pack=x'])('a leading dash is refused: %s', (value) => {
	expect(quoteForShell(value)).toEqual({ ok: false, error: { kind: 'shell', reason: 'leading-dash' } });
});
