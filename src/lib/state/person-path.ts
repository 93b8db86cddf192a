import type { PersonView } from '#lib/worker/api.ts';

/** The path of somebody's page. */
export function personPath({ npub }: PersonView): string {
	return `/${npub}`;
}
