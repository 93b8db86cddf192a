import type { EventRole, PersonView } from '#lib/worker/api.ts';

/** Through what a page was reached, when its own address says less. It stays with the entry in the tab's history. */
export type OpenedAs =
	| {
			readonly kind: 'name';
			readonly local: string;
			readonly domain: string;
			/** The domain named a repository by this path. */
			readonly path?: string;
			readonly answeredAtSeconds: number;
	  }
	| {
			readonly kind: 'event';
			readonly role: EventRole;
			readonly eventKind: number;
			readonly author: PersonView;
			readonly createdAtSeconds?: number;
	  };
