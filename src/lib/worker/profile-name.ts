import type { CheckedEvent } from '#lib/core/event.ts';

const longestName = 200;
const read = new WeakMap<CheckedEvent, { readonly name?: string }>();

/** The name somebody gives themselves in their profile (kind 0): display name, else name. Proof of nothing. */
export function profileName(profile: CheckedEvent | undefined): string | undefined {
	if (!profile) return undefined;
	const known = read.get(profile) ?? { name: readName(profile.content) };
	read.set(profile, known);
	return known.name;
}

function readName(content: string): string | undefined {
	let fields: unknown;
	try {
		fields = JSON.parse(content);
	} catch {
		return undefined;
	}
	if (typeof fields !== 'object' || fields === null) return undefined;
	const { display_name, name } = fields as Record<string, unknown>;
	const given = [display_name, name].find((value) => typeof value === 'string' && value.trim() !== '');
	return (given as string | undefined)?.slice(0, longestName);
}
