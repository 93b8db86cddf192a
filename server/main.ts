import { join } from 'node:path';
import { helpText, parseArguments } from './arguments.ts';
import { serve } from './serve.ts';

/** The local server as a process. Built to `dist-cli/server.js`; the app stands beside it in `build`. */
const command = parseArguments(process.argv.slice(2));

if (!command.ok) fail(`${command.error}. --help lists what there is.`);
else if (command.value.kind === 'help') process.stdout.write(helpText);
else {
	const { dataFolder, faults } = command.value;
	serve(command.value, join(import.meta.dirname, '../build')).then(
		({ appUrl, relays, close }) => {
			console.log(`Countersign is at  ${appUrl}`);
			relays.forEach(({ url }, index) => {
				const fault = faults.get(index + 1);
				const name = relays.length === 1 ? 'Its relay is at  ' : `Relay ${index + 1} is at   `;
				const place = dataFolder ? `kept in ${dataFolder}` : 'kept in memory only';
				console.log(`${name}  ${url}, ${place}${fault ? `, with a fault: ${fault.kind}` : ''}`);
			});
			console.log('Ctrl+C ends it all.');
			let isEnding = false;
			const end = () => {
				// Whoever asks twice does not want to wait.
				if (isEnding) process.exit(1);
				isEnding = true;
				void close().then(() => process.exit(0));
			};
			process.on('SIGINT', end);
			process.on('SIGTERM', end);
		},
		(error: unknown) => fail(wordsFor(error))
	);
}

function fail(message: string): void {
	console.error(`Countersign: ${message}`);
	process.exitCode = 1;
}

function wordsFor(error: unknown): string {
	const { code, message, port } = error as NodeJS.ErrnoException & { port?: number };
	if (code === 'EADDRINUSE') return `port ${port} is taken; without --port and --relay-port free ones are found.`;
	if (code === 'EACCES' && port !== undefined) return `port ${port} may not be used.`;
	return message;
}
