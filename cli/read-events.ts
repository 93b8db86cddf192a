import { checkEvent, type CheckedEvent } from '#lib/core/event.ts';
import { err, ok, type Result } from '#lib/core/result.ts';

/** Why input was not used, and where: `line` counts from 1. */
export interface InputError {
	readonly line?: number;
	readonly message: string;
}

/** What was read: the events that passed the check, and what was left out and why. Nothing is dropped unsaid. */
export interface EventsRead {
	readonly events: readonly CheckedEvent[];
	readonly errors: readonly InputError[];
}

/** Reads one event a line (JSON). A bad line loses no other. */
export function readEventLines(text: string): EventsRead {
	const events: CheckedEvent[] = [];
	const errors: InputError[] = [];
	text.split('\n').forEach((line, index) => {
		if (line.trim() === '') return;
		const parsed = parseJson(line);
		const checked = parsed.ok ? checkEvent(parsed.value) : undefined;
		if (!parsed.ok) errors.push({ line: index + 1, message: parsed.error });
		else if (checked?.ok) events.push(checked.value);
		else errors.push({ line: index + 1, message: `the event was left out: its ${checked?.error} is wrong` });
	});
	return { events, errors };
}

/** JSON as a value or what is wrong with it. */
export function parseJson(text: string): Result<unknown, string> {
	try {
		return ok(JSON.parse(text));
	} catch (reason) {
		return err(`not JSON (${reason instanceof Error ? reason.message : String(reason)})`);
	}
}
