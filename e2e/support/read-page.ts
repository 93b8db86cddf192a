import type { Page } from '@playwright/test';
import type { NostrEvent } from '#lib/core/event.ts';
import type { ViewJson } from '#lib/core/view-json.ts';

/** What a repository page says, in the terms of the view's JSON; people as keys, lists sorted. */
export interface PageContent {
	readonly finding: string;
	readonly lead: string | null;
	readonly leadSource: string;
	readonly leadPath: readonly string[];
	/** `<key> <standing>`, for those who left with when. */
	readonly people: readonly string[];
	readonly lifecycle: string;
	/** `<kind> <author> <subject> <detail>`, of the kinds that the view's JSON has. */
	readonly health: readonly string[];
	/** `<author> <seconds>` of the state that counts. */
	readonly state: string | null;
}

const healthKinds = new Set([
	'malformed-role-record',
	'malformed-legacy-entry',
	'duplicate-role-record',
	'self-defer',
	'projection-mismatch',
	'third-party-assignment',
	'indirect-lead-pointer',
	'removed-but-claiming',
	'lead-roster-incomplete'
]);

/** Reads the page as it stands; what it does not show is empty. */
export async function readPage(page: Page): Promise<PageContent> {
	const raw = await page.evaluate(() => {
		const all = (selector: string) =>
			[...document.querySelectorAll<HTMLElement>(selector)].map(({ dataset }) => ({ ...dataset }));
		const people = [...document.querySelectorAll<HTMLElement>('[data-standing]')].flatMap((item) =>
			(item.dataset['standing'] ?? '').split(' ').map((standing) => ({
				pubkey: item.dataset['pubkey'],
				standing,
				at: item.querySelector<HTMLElement>('[data-at]')?.dataset['at']
			}))
		);
		return {
			frame: all('[data-finding]')[0] ?? {},
			glance: all('[data-lead-source]')[0] ?? {},
			people,
			health: all('[data-health-kind]'),
			state: all('[data-state-by]')[0] ?? {}
		};
	});
	const { frame, glance, people, health, state } = raw;
	return {
		finding: frame['finding'] ?? '',
		lead: glance['leadPubkey'] ?? null,
		leadSource: glance['leadSource'] ?? '',
		leadPath: (glance['leadPath'] ?? '').split(' ').filter(Boolean),
		people: people.map(({ pubkey, standing, at }) => words(pubkey, standing, standing === 'departed' && at)).sort(),
		lifecycle: glance['lifecycle'] ?? frame['lifecycle'] ?? '',
		health: health
			.filter(({ healthKind }) => healthKinds.has(healthKind ?? ''))
			.map(({ healthKind, healthAuthor, healthSubject, healthDetail }) =>
				words(healthKind, healthAuthor, healthSubject, healthDetail)
			)
			.sort(),
		state: state['stateBy'] ? words(state['stateBy'], state['stateCreatedAt']) : null
	};
}

/**
 * What the page has to say for a view.
 * @param events those of the repository: the view names its state by id
 */
export function contentOf(view: ViewJson, events: Iterable<NostrEvent>): PageContent {
	const state = [...events].find(({ id }) => id === view.state_event);
	const isFound = view.lifecycle['kind'] !== 'not-found';
	const glance = { lead: view.lead, leadSource: view.lead_source, leadPath: view.lead_path };
	return {
		finding: isFound ? 'found' : 'not-found',
		// Of what was not found there is nothing to tell but that.
		...(isFound ? glance : { lead: null, leadSource: '', leadPath: [] }),
		people: isFound ? peopleOf(view) : [],
		lifecycle: String(view.lifecycle['kind']),
		health: isFound ? view.health.map((entry) => words(...entry)).sort() : [],
		state: state ? words(state.pubkey, state.created_at) : null
	};
}

function peopleOf(view: ViewJson): string[] {
	return [
		...view.confirmed.map((pubkey) => words(pubkey, pubkey === view.lead ? 'lead' : 'maintainer')),
		...view.moderators.map((pubkey) => words(pubkey, 'moderator')),
		...view.invited.map((pubkey) => words(pubkey, 'invited')),
		...view.invited_moderators.map((pubkey) => words(pubkey, 'invited-moderator')),
		...Object.entries(view.departed).map(([pubkey, at]) => words(pubkey, 'departed', at)),
		...view.health
			.filter(([kind]) => kind === 'removed-but-claiming')
			.map(([, author]) => words(author, 'removed-claiming')),
		...view.declined.map((pubkey) => words(pubkey, 'declined')),
		...view.blocked.map((pubkey) => words(pubkey, 'blocked'))
	].sort();
}

function words(...parts: readonly unknown[]): string {
	return parts
		.filter((part) => part !== undefined && part !== null && part !== false && part !== '')
		.map(String)
		.join(' ');
}
