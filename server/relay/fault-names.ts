import { err, ok, type Result } from '#lib/core/result.ts';
import type { RelayFault } from './faults.ts';

/** A fault with nothing said beside its name, and what a person may say. */
interface NamedFault {
	readonly usual: RelayFault;
	/** What such a relay does, for whoever chooses one. */
	readonly does: string;
	/** What stands behind the colon, if anything can. */
	readonly takes?: string;
	readonly with?: (text: string) => RelayFault | undefined;
}

const named: { readonly [K in RelayFault['kind']]: NamedFault } = {
	silence: { usual: { kind: 'silence' }, does: 'takes the connection and never answers' },
	'drop-midway': counted('closes the connection after so many events of an answer', 1, (afterEvents) => ({
		kind: 'drop-midway',
		afterEvents
	})),
	'no-eose': { usual: { kind: 'no-eose' }, does: 'gives what it holds and never says that this was all' },
	'early-eose': { usual: { kind: 'early-eose' }, does: 'says that it has given everything, and only then gives it' },
	'refuse-requests': worded('refuses every request with these words', 'restricted: members only', (message) => ({
		kind: 'refuse-requests',
		message
	})),
	'refuse-events': worded(
		'refuses every published event with these words',
		'blocked: nothing is taken here',
		(message) => ({ kind: 'refuse-events', message })
	),
	'bad-signature': { usual: { kind: 'bad-signature' }, does: 'every event comes with a signature that is not its own' },
	'wrong-id': { usual: { kind: 'wrong-id' }, does: 'every event comes under an id that is not its hash' },
	'forged-first': { usual: { kind: 'forged-first' }, does: 'before each event comes another one under the same id' },
	unasked: { usual: { kind: 'unasked' }, does: 'before what was asked for comes what was not' },
	'page-limit': counted('gives so many events a filter at most and does not say so', 10, (events) => ({
		kind: 'page-limit',
		events
	})),
	flood: counted('answers every request with so many made-up events', 50_000, (events) => ({ kind: 'flood', events })),
	oversize: { usual: { kind: 'oversize' }, does: 'answers every request with one frame of more than 1 MB' },
	'rate-limit': counted('after so many requests refuses the next for ten seconds', 2, (afterRequests) => ({
		kind: 'rate-limit',
		afterRequests,
		pauseMs: 10_000
	})),
	'auth-required': { usual: { kind: 'auth-required' }, does: 'wants a sign-in before anything else' },
	notices: counted('sends so many notices before each answer', 20, (count) => ({ kind: 'notices', count })),
	junk: {
		usual: { kind: 'junk', form: 'text' },
		does: 'sends what is no frame before each answer; bytes: instead of it',
		takes: 'text or bytes',
		with: (form) => (form === 'text' || form === 'bytes' ? { kind: 'junk', form } : undefined)
	}
};

/** Every fault as it is written, with what it takes, and what it does. */
export const faultNames: readonly { readonly written: string; readonly does: string }[] = Object.entries(named).map(
	([name, { takes, does }]) => ({ written: takes === undefined ? name : `${name}[:${takes}]`, does })
);

/** Reads `kind` or `kind:value`. Errors: one sentence. */
export function parseFault(text: string): Result<RelayFault, string> {
	const [name = '', ...rest] = text.split(':');
	const fault = Object.hasOwn(named, name) ? named[name as RelayFault['kind']] : undefined;
	if (!fault) return err(`there is no fault ${JSON.stringify(name)}`);
	if (rest.length === 0) return ok(fault.usual);
	const read = fault.with?.(rest.join(':'));
	return read ? ok(read) : err(fault.takes ? `${name} takes ${fault.takes}` : `${name} takes nothing`);
}

function counted(does: string, usual: number, make: (count: number) => RelayFault): NamedFault {
	return {
		usual: make(usual),
		does,
		takes: 'number',
		with: (text) => (/^\d{1,6}$/.test(text) ? make(Number(text)) : undefined)
	};
}

function worded(does: string, usual: string, make: (words: string) => RelayFault): NamedFault {
	return { usual: make(usual), does, takes: 'words', with: make };
}
