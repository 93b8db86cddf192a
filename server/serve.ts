import { startApp } from './app.ts';
import type { ServerCommand } from './arguments.ts';
import { demoRepositories, signDemo } from './demo.ts';
import { onFirstFreePort } from './first-free-port.ts';
import { startRelay, type Relay } from './relay.ts';

/** What `serve` started. */
export interface Serving {
	readonly appUrl: string;
	readonly relay: Relay;
	readonly close: () => Promise<void>;
}

/**
 * Starts the relay, with the demo repositories in it, and the app with a `config.json` that names this relay alone.
 * @param buildFolder what `npm run build` wrote
 */
export async function serve(command: ServerCommand & { kind: 'serve' }, buildFolder: string): Promise<Serving> {
	const { dataFolder: folder, withDemo } = command;
	const relay = await onFirstFreePort(command.relayPort, 7421, (port) => startRelay({ port, folder }));
	try {
		// Signed anew each time, since the announcements name this relay's address; so they are not kept.
		if (withDemo) relay.publish(signDemo({ relays: [relay.url] }), { keep: false });
		const config = {
			indexRelays: [relay.url],
			local: true,
			demo: withDemo ? demoRepositories().map((repository) => describe(repository, relay.url)) : []
		};
		const app = await onFirstFreePort(command.port, 7420, (port) => startApp({ port, folder: buildFolder, config }));
		return {
			appUrl: app.url,
			relay,
			close: async () => {
				await app.close();
				await relay.close();
			}
		};
	} catch (error) {
		await relay.close();
		throw error;
	}
}

/** What the home page needs of a demo repository; it writes the links itself. */
function describe(repository: ReturnType<typeof demoRepositories>[number], relayHint: string): object {
	const { name, title, oneLine, identifier, coordinates } = repository;
	return { name, title, oneLine, identifier, relayHint, coordinates };
}
