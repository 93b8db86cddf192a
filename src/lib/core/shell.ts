import { err, ok, type Result } from './result.ts';

/** Why a value is not put into a command that people copy. */
export type ShellError = { readonly kind: 'shell'; readonly reason: 'control-characters' | 'leading-dash' };

/** Control characters, line and paragraph separators, and what turns the reading direction: they hide what a command does. */
const refused = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * A value as one word of a POSIX shell command.
 * In: any text. Out: the text in single quotes. Errors: control characters (a pasted newline runs what is before it)
 * and a leading dash (a value must not become an option). Source: DESIGN "Never contacted"; CASES 7.
 */
export function quoteForShell(value: string): Result<string, ShellError> {
	if (refused.test(value)) return err({ kind: 'shell', reason: 'control-characters' });
	if (value.startsWith('-')) return err({ kind: 'shell', reason: 'leading-dash' });
	return ok(`'${value.replaceAll("'", `'\\''`)}'`);
}
