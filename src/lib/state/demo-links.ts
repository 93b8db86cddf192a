import { formatPath } from '#lib/core/address.ts';
import { parsePubkey } from '#lib/core/ids.ts';
import { parseRelayUrls } from '#lib/core/relay-url.ts';
import type { DemoRepository } from './app-settings.ts';

/** The path of a demo repository's page as seen from one person's address. */
export function demoPath({ identifier, relayHint }: DemoRepository, key: string): string {
	const pubkey = parsePubkey(key);
	if (pubkey === undefined) return '/';
	return formatPath({ pubkey, identifier, relayHints: parseRelayUrls(relayHint === undefined ? [] : [relayHint]) });
}

/** A person of the demo as they are called: their name in `config.json` is a lower-case word. */
export function demoPersonName(person: string): string {
	return person.charAt(0).toUpperCase() + person.slice(1);
}

/** Demo repositories that show the same kind of situation. */
export interface DemoGroup {
	readonly title: string;
	readonly demos: readonly DemoRepository[];
}

const situations: readonly { readonly title: string; readonly names: readonly string[] }[] = [
	{ title: 'One, two, three people', names: ['sole', 'invited', 'pair', 'three', 'legacy'] },
	{ title: 'The lead changes hands', names: ['handover', 'departed', 'restarted'] },
	{ title: 'Nobody can be said to lead', names: ['cycle', 'pending'] },
	{ title: 'Ended, or in need of repair', names: ['archived', 'deleted', 'unhealthy'] }
];

/** The demo list in an order that tells a story; what is not in it comes last. Empty groups are left out. */
export function groupDemos(demos: readonly DemoRepository[]): DemoGroup[] {
	const groups = situations.map(({ title, names }) => ({
		title,
		demos: names.flatMap((name) => demos.filter((demo) => demo.name === name))
	}));
	const placed = new Set(situations.flatMap(({ names }) => names));
	const rest = { title: 'And others', demos: demos.filter(({ name }) => !placed.has(name)) };
	return [...groups, rest].filter((group) => group.demos.length > 0);
}
