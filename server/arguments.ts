import { parseArgs } from 'node:util';
import { err, ok, type Result } from '#lib/core/result.ts';

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
	  };

export const helpText = `Serves Countersign and a relay on this machine, with demo repositories.

  --port <n>         port of the app; without it 7420 or the next that is free
  --relay-port <n>   port of the relay; without it 7421 or the next that is free
  --data <folder>    keep the relay's events in this folder; without it they are gone at the end
  --no-demo          no demo repositories
  --help             this text
`;

/** Reads the command line. In: the words after the program. Errors: one sentence. */
export function parseArguments(words: readonly string[]): Result<ServerCommand, string> {
	let values;
	try {
		const options = {
			port: { type: 'string' },
			'relay-port': { type: 'string' },
			data: { type: 'string' },
			'no-demo': { type: 'boolean' },
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
	return ok({ kind: 'serve', port, relayPort, dataFolder: values.data, withDemo: !values['no-demo'] });
}

/** NaN when a text is no port. */
function parsePort(text: string): number {
	return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : NaN;
}
