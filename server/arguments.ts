import { parseArgs } from 'node:util';
import { err, ok, type Result } from '#lib/core/result.ts';
import { faultNames, parseFault } from './relay/fault-names.ts';
import type { RelayFault } from './relay/faults.ts';

/** What the command line asks of the local server. */
export type ServerCommand =
	| { readonly kind: 'help' }
	| {
			readonly kind: 'serve';
			/** Undefined: the usual one, or the next that is free. */
			readonly port?: number;
			readonly relayPort?: number;
			readonly dataFolder?: string;
			readonly withDemo: boolean;
			/** How many relays are started, at least 1. */
			readonly relayCount: number;
			/** What is wrong with which of them; the first relay is 1. */
			readonly faults: ReadonlyMap<number, RelayFault>;
	  };

const mostRelays = 9;

export const helpText = `Serves Countersign and a relay on this machine, with demo repositories.

  --port <n>         port of the app; without it 7420 or the next that is free
  --relay-port <n>   port of the relay; without it 7421 or the next that is free
  --data <folder>    keep the relay's events in this folder; without it they are gone at the end
  --no-demo          no demo repositories
  --relays <n>       so many relays (1 to ${mostRelays}), each with the demo; the others take the next free ports
                     and keep their events in folders of their own below --data
  --fault <n>:<kind> makes relay n fail, to see what the page says of it; may be given for several relays
  --help             this text

Kinds of faults:
${faultNames.map(({ written, does }) => `  ${written.padEnd(24)}${does}\n`).join('')}`;

/** Reads the command line. In: the words after the program. Errors: one sentence. */
export function parseArguments(words: readonly string[]): Result<ServerCommand, string> {
	let values;
	try {
		const options = {
			port: { type: 'string' },
			'relay-port': { type: 'string' },
			data: { type: 'string' },
			'no-demo': { type: 'boolean' },
			relays: { type: 'string' },
			fault: { type: 'string', multiple: true },
			help: { type: 'boolean' }
		} as const;
		values = parseArgs({ args: [...words], options, strict: true, allowPositionals: false }).values;
	} catch (error) {
		return err((error as Error).message.replace(/\.\s.*$/s, ''));
	}
	if (values.help) return ok({ kind: 'help' });
	const ports = [values.port, values['relay-port']].map((text) => (text === undefined ? undefined : parsePort(text)));
	const wrong = ports.findIndex((port) => Number.isNaN(port));
	if (wrong !== -1) return err(`${['--port', '--relay-port'][wrong]} takes a number from 0 to 65535`);
	const [port, relayPort] = ports;
	if (port !== undefined && port !== 0 && port === relayPort) return err('the app and the relay need two ports');
	if (values.data === '') return err('--data takes a folder');
	const relayCount = Number(values.relays ?? 1);
	if (!/^\d$/.test(values.relays ?? '1') || relayCount < 1)
		return err(`--relays takes a number from 1 to ${mostRelays}`);
	const faults = parseFaults(values.fault ?? [], relayCount);
	if (!faults.ok) return faults;
	const withDemo = !values['no-demo'];
	return ok({ kind: 'serve', port, relayPort, dataFolder: values.data, withDemo, relayCount, faults: faults.value });
}

function parseFaults(texts: readonly string[], relayCount: number): Result<ReadonlyMap<number, RelayFault>, string> {
	const faults = new Map<number, RelayFault>();
	for (const text of texts) {
		const [, digits, kind = ''] = /^(\d+):(.*)$/s.exec(text) ?? [];
		const relay = Number(digits);
		if (!(relay >= 1 && relay <= relayCount))
			return err(`--fault takes <relay>:<kind>, the relay from 1 to ${relayCount}`);
		const fault = parseFault(kind);
		if (!fault.ok) return err(`--fault ${relay}: ${fault.error}`);
		faults.set(relay, fault.value);
	}
	return ok(faults);
}

/** NaN when a text is no port. */
function parsePort(text: string): number {
	return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : NaN;
}
