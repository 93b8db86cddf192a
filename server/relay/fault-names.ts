import { err, ok, type Result } from '#lib/core/result.ts';
import type { RelayFault } from './faults.ts';

/** A fault with nothing said beside its name, and what a person may say. */
interface NamedFault {
	readonly usual: RelayFault;
	/** What stands behind the colon, if anything can. */
	readonly takes?: string;
	readonly with?: (text: string) => RelayFault | undefined;
}

const named: { readonly [K in RelayFault['kind']]: NamedFault } = {
	silence: { usual: { kind: 'silence' } },
	'drop-midway': counted(1, (afterEvents) => ({ kind: 'drop-midway', afterEvents })),
	'no-eose': { usual: { kind: 'no-eose' } },
	'early-eose': { usual: { kind: 'early-eose' } },
	'refuse-requests': worded('restricted: members only', (message) => ({ kind: 'refuse-requests', message })),
	'refuse-events': worded('blocked: nothing is taken here', (message) => ({ kind: 'refuse-events', message })),
	'bad-signature': { usual: { kind: 'bad-signature' } },
	'wrong-id': { usual: { kind: 'wrong-id' } },
	'forged-first': { usual: { kind: 'forged-first' } },
	unasked: { usual: { kind: 'unasked' } },
	'page-limit': counted(10, (events) => ({ kind: 'page-limit', events })),
	flood: counted(50_000, (events) => ({ kind: 'flood', events })),
	oversize: { usual: { kind: 'oversize' } },
	'rate-limit': counted(2, (afterRequests) => ({ kind: 'rate-limit', afterRequests, pauseMs: 10_000 })),
	'auth-required': { usual: { kind: 'auth-required' } },
	notices: counted(20, (count) => ({ kind: 'notices', count })),
	junk: {
		usual: { kind: 'junk', form: 'text' },
		takes: 'text or bytes',
		with: (form) => (form === 'text' || form === 'bytes' ? { kind: 'junk', form } : undefined)
	}
};

/** Every fault as it is written, with what it takes. */
export const faultNames: readonly string[] = Object.entries(named).map(([name, { takes }]) =>
	takes === undefined ? name : `${name}[:${takes}]`
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

function counted(usual: number, make: (count: number) => RelayFault): NamedFault {
	return {
		usual: make(usual),
		takes: 'number',
		with: (text) => (/^\d{1,6}$/.test(text) ? make(Number(text)) : undefined)
	};
}

function worded(usual: string, make: (words: string) => RelayFault): NamedFault {
	return { usual: make(usual), takes: 'words', with: make };
}
