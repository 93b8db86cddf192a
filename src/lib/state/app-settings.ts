import { isPubkey } from '#lib/core/ids.ts';

/** A repository to try, as the local server's `config.json` lists it: one link for each person's coordinate. */
export interface DemoRepository {
	readonly name: string;
	readonly title: string;
	readonly oneLine: string;
	readonly identifier: string;
	/** The kind of situation it shows, by the local server's word for it (`demo-links.ts`). */
	readonly group?: string;
	readonly relayHint?: string;
	readonly coordinates: readonly { readonly person: string; readonly pubkey: string }[];
}

/** What `config.json` says, whoever serves it. */
export interface AppSettings {
	readonly indexRelays: readonly string[];
	/** Served by the local server with its demo repositories. */
	readonly local: boolean;
	readonly demo: readonly DemoRepository[];
}

/** Without a `config.json`: only relays named in an address or by a repository are asked. */
export const noSettings: AppSettings = { indexRelays: [], local: false, demo: [] };

/** Reads `config.json`. In: any parsed JSON. Out: what of it has the right form; the rest is left out. */
export function parseAppSettings(json: unknown): AppSettings {
	if (!isRecord(json)) return noSettings;
	return {
		indexRelays: listOf(json['indexRelays']).filter((url) => typeof url === 'string'),
		local: json['local'] === true,
		demo: listOf(json['demo'])
			.map(parseDemo)
			.filter((demo) => demo !== undefined)
	};
}

function parseDemo(json: unknown): DemoRepository | undefined {
	if (!isRecord(json)) return undefined;
	const { name, title, oneLine, identifier, group, relayHint } = json;
	if (typeof name !== 'string' || typeof identifier !== 'string' || identifier === '') return undefined;
	const coordinates = listOf(json['coordinates']).flatMap((item) =>
		isRecord(item) && typeof item['person'] === 'string' && isPubkey(item['pubkey'])
			? [{ person: item['person'], pubkey: item['pubkey'] }]
			: []
	);
	if (coordinates.length === 0) return undefined;
	return {
		name,
		title: typeof title === 'string' ? title : name,
		oneLine: typeof oneLine === 'string' ? oneLine : '',
		identifier,
		...(typeof group === 'string' ? { group } : {}),
		...(typeof relayHint === 'string' ? { relayHint } : {}),
		coordinates
	};
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? (value as unknown[]) : [];
}
