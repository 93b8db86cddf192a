import { join } from 'node:path';
import { startApp } from './app.ts';
import type { ServerCommand } from './arguments.ts';
import { demoNames, demoRepositories, signDemo } from './demo.ts';
import { onFirstFreePort } from './first-free-port.ts';
import { startRelay, type Relay } from './relay.ts';

/** What `serve` started. */
export interface Serving {
	readonly appUrl: string;
	readonly relays: readonly Relay[];
	readonly close: () => Promise<void>;
}

/**
 * Starts the relays, with the demo repositories in each, and the app with a `config.json` that names these relays alone.
 * @param buildFolder what `npm run build` wrote
 */
export async function serve(command: ServerCommand & { kind: 'serve' }, buildFolder: string): Promise<Serving> {
	const { withDemo, faults } = command;
	const relays: Relay[] = [];
	const closeRelays = async () => {
		for (const relay of relays) await relay.close();
	};
	try {
		for (let number = 1; number <= command.relayCount; number++) relays.push(await startOne(number, command));
		const urls = relays.map(({ url }) => url);
		// Signed anew each time, since the announcements name these relays' addresses; so they are not kept.
		if (withDemo) for (const relay of relays) relay.publish(signDemo({ relays: urls }), { keep: false });
		for (const [number, fault] of faults) relays[number - 1]?.setFault(fault);
		const config = {
			indexRelays: urls,
			local: true,
			demo: withDemo ? demoRepositories().map((repository) => describe(repository, urls[0] ?? '')) : []
		};
		const names = withDemo ? demoNames(urls) : undefined;
		const app = await onFirstFreePort(command.port, 7420, (port) =>
			startApp({ port, folder: buildFolder, config, names })
		);
		return {
			appUrl: app.url,
			relays,
			close: async () => {
				await app.close();
				await closeRelays();
			}
		};
	} catch (error) {
		await closeRelays();
		throw error;
	}
}

/** The first relay has the port that was asked for; the others have the next free ones. */
function startOne(number: number, { relayPort, dataFolder }: ServerCommand & { kind: 'serve' }): Promise<Relay> {
	const folder = number === 1 || dataFolder === undefined ? dataFolder : join(dataFolder, `relay-${number}`);
	const start = (port: number) => startRelay({ port, folder });
	if (number === 1) return onFirstFreePort(relayPort, 7421, start);
	return relayPort === 0 ? start(0) : onFirstFreePort(undefined, (relayPort ?? 7421) + number - 1, start);
}

/** What the home page needs of a demo repository; it writes the links itself. */
function describe(repository: ReturnType<typeof demoRepositories>[number], relayHint: string): object {
	const { name, title, oneLine, identifier, group, coordinates } = repository;
	return { name, title, oneLine, identifier, group, relayHint, coordinates };
}
