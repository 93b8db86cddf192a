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

const situations: readonly { readonly title: string; readonly group: string }[] = [
	{ title: 'In order', group: 'order' },
	{ title: 'Something waits', group: 'waits' },
	{ title: 'Something is wrong', group: 'wrong' },
	{ title: 'Ended or moved', group: 'moved' }
];

/** The demo list by situation, each in the order it came; of no known group comes last. Empty groups are left out. */
export function groupDemos(demos: readonly DemoRepository[]): DemoGroup[] {
	const groups = situations.map(({ title, group }) => ({ title, demos: demos.filter((demo) => demo.group === group) }));
	const known = new Set(situations.map(({ group }) => group));
	const rest = { title: 'And others', demos: demos.filter(({ group }) => group === undefined || !known.has(group)) };
	return [...groups, rest].filter((group) => group.demos.length > 0);
}
