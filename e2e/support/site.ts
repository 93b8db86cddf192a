import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatPath } from '#lib/core/address.ts';
import { parseRelayUrls } from '#lib/core/relay-url.ts';
import { startApp, type AppServer } from '../../server/app.ts';
import { demoNames, demoPeople, demoRepositories, signDemo } from '../../server/demo.ts';
import { startRelay, type Relay } from '../../server/relay.ts';
import type { PersonName } from '../../server/demo/people.ts';

/** The built app and some relays, each on a port of its own, as `npm start` sets them up. */
export interface Site {
	/** `http://127.0.0.1:<port>` */
	readonly url: string;
	readonly relays: readonly [Relay, ...Relay[]];
	/** The path of a demo repository from somebody's address, with the first relay as hint. */
	pathOf(name: string, person: PersonName): string;
	close(): Promise<void>;
}

export interface SiteOptions {
	/** How many relays there are; each is an index relay and is declared by every demo announcement. */
	readonly relays?: number;
	/** Whether the relays hold the demo repositories. */
	readonly demo?: boolean;
	/** How many of the relays `config.json` names; the others are only declared. All, if left out. */
	readonly indexed?: number;
	/** The build to serve; the one of `npm run build`, if left out. */
	readonly folder?: string;
}

/** What `npm run build` wrote. */
export const buildFolder = fileURLToPath(new URL('../../build', import.meta.url));

export async function startSite({
	relays: count = 1,
	demo = true,
	indexed = count,
	folder = buildFolder
}: SiteOptions = {}): Promise<Site> {
	if (!existsSync(`${folder}/200.html`)) throw new Error('There is no build to test: npm run build');
	const first = await startRelay();
	const others = await Promise.all(Array.from({ length: count - 1 }, () => startRelay()));
	const relays: [Relay, ...Relay[]] = [first, ...others];
	const urls = relays.map(({ url }) => url);
	if (demo) {
		const events = signDemo({ relays: urls });
		for (const relay of relays) relay.publish(events);
	}
	const app: AppServer = await startApp({
		folder,
		names: demoNames(urls),
		config: {
			indexRelays: urls.slice(0, indexed),
			local: true,
			demo: demo ? demoRepositories().map((repository) => ({ ...repository, relayHint: first.url })) : []
		}
	});
	return {
		url: app.url,
		relays,
		pathOf(name, person) {
			const found = demoRepositories().find((repository) => repository.name === name);
			if (!found) throw new Error(`There is no demo repository ${name}`);
			const { pubkey } = demoPeople[person];
			return formatPath({ pubkey, identifier: found.identifier, relayHints: parseRelayUrls([first.url]) });
		},
		async close() {
			await app.close();
			await Promise.all(relays.map((relay) => relay.close()));
		}
	};
}
