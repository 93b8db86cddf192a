import type { RepositoryPage } from '#lib/worker/api.ts';
import { asSeen, certaintyOf } from './certainty.ts';
import type { Glyph, Tone } from './look.ts';
import { findDroppedRolesBanner } from './present-dropped-roles.ts';
import { sayLeadRemedy, sayPath, sayProblem } from './present-lead.ts';
import { sayLifecycle } from './present-lifecycle.ts';
import { findWaitingBanners } from './present-waiting.ts';
import { sayStorage } from './present-storage.ts';
import { atTime, countOf, onTime, say, sayList, type Sentence } from './sentence.ts';

/** One thing a reader must know before anything else on the page. */
export interface Banner {
	readonly kind:
		| 'conflict'
		| 'pending'
		| 'deleted'
		| 'archived'
		| 'restarted'
		| 'departed-selected'
		| 'invited'
		| 'you-were-removed'
		| 'restore-roles'
		| 'repair-records'
		| 'dropped-roles'
		| 'removed-claiming'
		| 'follow-lead'
		| 'possibly-deleted'
		| 'cache'
		| 'memory';
	readonly tone: Tone;
	readonly glyph: Glyph;
	readonly title: Sentence;
	readonly body?: Sentence;
	/** The lead walk, when the banner is about it. */
	readonly path?: Sentence;
	/** Each thing that it is about, where there are several. */
	readonly points?: readonly Sentence[];
	/** A command that ends it, to copy. Our own words, so nothing in it needs quoting. */
	readonly command?: string;
	readonly link?: { readonly href: string; readonly words: string };
	/** A button that ends it. */
	readonly action?: 'reload';
}

/** At most one banner of each kind, most serious first (UI.md, "Repository page, top to bottom"). */
export function findBanners(page: RepositoryPage): Banner[] {
	return [
		leadBanner(page),
		lifecycleBanner(page),
		departedBanner(page),
		...findWaitingBanners(page),
		findDroppedRolesBanner(page),
		removedBanner(page),
		possiblyDeletedBanner(page),
		followLeadBanner(page),
		cacheBanner(page),
		memoryBanner(page)
	].filter((banner) => banner !== undefined);
}

function leadBanner({ lead, coverage, lifecycle }: RepositoryPage): Banner | undefined {
	const { source, problem } = lead;
	if ((source !== 'pending' && source !== 'conflict') || problem === undefined) return undefined;
	if (source === 'pending' && !coverage.settled) return undefined;
	// Its deletion says it all: the banner of the lifecycle stands for both.
	if (lifecycle.kind === 'deleted' && problem.kind === 'deleted' && problem.at.pubkey === lifecycle.by.pubkey)
		return undefined;
	const bad = source === 'conflict';
	return {
		kind: source,
		tone: bad ? 'bad' : 'attention',
		glyph: bad ? 'broken' : 'unknown',
		title: sayProblem(problem, false),
		body: say`Until that is settled nobody is confirmed from this address. ${sayLeadRemedy(problem, lead.path)}`,
		path: sayPath(lead.path)
	};
}

/** A newer announcement may take it back, so the title is bounded by who has answered (guide "Recommended defaults"). */
function lifecycleBanner({ lifecycle, basis, coverage }: RepositoryPage): Banner | undefined {
	const words = sayLifecycle(lifecycle);
	if (words === undefined) return undefined;
	const title = say`${words}${asSeen(certaintyOf(coverage))}`;
	switch (lifecycle.kind) {
		case 'deleted':
			return {
				kind: 'deleted',
				tone: 'bad',
				glyph: 'delete',
				title,
				body:
					basis === 'snapshot'
						? say`What is shown below is the announcement as it last stood. Nobody can act from this address.`
						: say`Nobody can act from this address.`
			};
		case 'archived':
			return {
				kind: 'archived',
				tone: 'attention',
				glyph: 'archive',
				title,
				body: say`${lifecycle.by} ended their role and points to nobody. The repository can be read as it was; from this address nobody takes it further. Others may go on from addresses of their own.`
			};
		case 'restarted':
			return {
				kind: 'restarted',
				tone: 'attention',
				glyph: 'restart',
				title,
				body:
					lifecycle.previousEndSeconds === undefined
						? say`Before that, their role had ended. Who took part then has no part now unless named again.`
						: say`Before that, their role had ended ${onTime(lifecycle.previousEndSeconds)}. Who took part then has no part now unless named again.`
			};
		case 'live':
		case 'not-found':
			return undefined;
	}
}

function departedBanner({ address, people, lead, lifecycle, coverage }: RepositoryPage): Banner | undefined {
	if (lifecycle.kind === 'archived' || lifecycle.kind === 'deleted') return undefined;
	const { owner } = address;
	const standings = people.filter(({ isSelected }) => isSelected).map(({ standing }) => standing);
	const seen = asSeen(certaintyOf(coverage));
	const moderates = standings.some(({ kind }) => kind === 'moderator');
	for (const standing of standings) {
		if (standing.kind !== 'departed') continue;
		const onward = lead.person ? say`Their address still points on to ${lead.person}, who leads it now. ` : [];
		return {
			kind: 'departed-selected',
			tone: 'attention',
			glyph: 'forward',
			title: moderates
				? say`${owner} is no maintainer any more: they left that role ${onTime(standing.atSeconds)}${seen}`
				: say`${owner} has left this repository ${onTime(standing.atSeconds)}${seen}`,
			body: moderates
				? say`${onward}${owner} moderates issues and proposals; no branch or tag they sign counts.`
				: say`${onward}Nothing of ${owner}’s own counts any more.`
		};
	}
	return undefined;
}

function followLeadBanner({ address, lead, leadPath }: RepositoryPage): Banner | undefined {
	if (lead.source !== 'explicit' || leadPath === undefined || lead.person === undefined) return undefined;
	return {
		kind: 'follow-lead',
		tone: 'plain',
		glyph: 'forward',
		title: say`This address is ${address.owner}’s; the repository is led from ${lead.person}’s`,
		path: lead.path.length > 2 ? sayPath(lead.path) : undefined,
		link: { href: leadPath, words: 'Open the lead’s address' }
	};
}

/** Not before every relay has answered or failed: what the deletion names may just not have arrived (D35). */
function possiblyDeletedBanner({ possiblyDeleted, coverage }: RepositoryPage): Banner | undefined {
	if (possiblyDeleted.length === 0 || !coverage.settled) return undefined;
	return {
		kind: 'possibly-deleted',
		tone: 'attention',
		glyph: 'attention',
		title: say`May have been deleted: an announcement of ${sayList(possiblyDeleted)}`,
		body: say`A newer deletion names an event that no relay has shown.`
	};
}

function cacheBanner({ origin, coverage }: RepositoryPage): Banner | undefined {
	if (origin.kind !== 'cache') return undefined;
	return {
		kind: 'cache',
		tone: coverage.settled ? 'attention' : 'plain',
		glyph: 'copy-of',
		title: say`From this browser’s copy, seen ${atTime(origin.seenAtSeconds)}`,
		body: coverage.settled
			? coverage.answeredCount === 0
				? say`No relay has answered since. What changed after that is not shown.`
				: say`The relays that answered did not give all of it again. What changed after that may be missing.`
			: say`Relays are being asked; what they say replaces it.`
	};
}

/** Somebody whose removal they have not acknowledged; whom the reader looks as has a banner of their own about it. */
function removedBanner({ people, viewer, coverage }: RepositoryPage): Banner | undefined {
	if (!coverage.settled) return undefined;
	const removed = people.flatMap(({ person, standing }) =>
		standing.kind === 'removed-claiming' && person.pubkey !== viewer?.person.pubkey
			? [{ person, atSeconds: standing.atSeconds }]
			: []
	);
	const [first, ...others] = removed;
	if (first === undefined) return undefined;
	const seen = asSeen(certaintyOf(coverage));
	const body = say`What they sign counts for nothing here. Programs that read only their announcement may still show them as maintainer.`;
	const look = { kind: 'removed-claiming', tone: 'attention', glyph: 'attention', body } as const;
	if (others.length === 0)
		return {
			...look,
			title: say`${first.person} was removed ${onTime(first.atSeconds)} and still claims a role${seen}`
		};
	return {
		...look,
		title: say`${countOf(removed.length, 'person', 'people')} were removed and still claim a role${seen}`,
		points: removed.map(({ person, atSeconds }) => say`${person}, removed ${onTime(atSeconds)}`)
	};
}

function memoryBanner({ storage }: RepositoryPage): Banner | undefined {
	if (storage.kind !== 'memory') return undefined;
	const { title, body, action } = sayStorage(storage);
	return { kind: 'memory', tone: 'plain', glyph: 'memory', title: say`${title}`, body: say`${body}`, action };
}
