import { formatNaddr, formatNostrUrl, formatPath } from '#lib/core/address.ts';
import { findFutureDates } from '#lib/core/future.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import type { Given, LeadProblem, Lifecycle, RepositoryView } from '#lib/core/view.ts';
import { withHint } from './address-hint.ts';
import type * as api from './api.ts';
import { draftCloneCommands } from './clone-commands.ts';
import { drawCoordinates } from './coordinates.ts';
import type { RepositorySnapshot } from './discovery/repository-discovery.ts';
import type { RelayStanding } from './discovery/view-relays.ts';
import { readFork } from './fork.ts';
import { listPeople, toSeconds } from './people-rows.ts';
import { drawPeople, type Person } from './person-views.ts';
import { shorten } from './shorten.ts';
import { drawDroppedRoles, drawViewer } from './viewer-view.ts';

/** What anybody signs may be of any size; a page that is sent on every change may not. */
const longestName = 300;
/** A cut address is another one: longer ones are left out where they would be followed. */
const longestUrl = 2_000;
const longestText = 10_000;
const mostItems = 100;
/** So far two clocks that are right may differ; what is dated no later is not called the future. */
const clockSkewSeconds = 60;

export interface DrawOptions {
	readonly person?: Person;
	/** Whom the reader looks as. */
	readonly viewer?: Pubkey;
	readonly changes?: api.ChangesView;
}

/** The page of a repository from all that is known of it: plain, and small enough to be sent on every change. */
export function drawRepositoryPage(
	snapshot: RepositorySnapshot,
	nowSeconds: number,
	{ person = drawPeople(snapshot.profiles), viewer, changes }: DrawOptions = {}
): api.RepositoryPage {
	const { view, origin, storage, droppedRoles } = snapshot;
	const { metadata, lead } = view;
	const listed = listPeople(view, person, nowSeconds + clockSkewSeconds);
	const owner = person(view.selected.pubkey);
	const address = withHint(view.selected, view);
	const leadAddress =
		lead.source === 'explicit' && lead.pubkey && lead.pubkey !== view.selected.pubkey
			? { ...view.selected, pubkey: lead.pubkey, relayHints: [] }
			: undefined;
	return {
		address: {
			owner,
			identifier: address.identifier,
			path: formatPath(address),
			nostrUrl: formatNostrUrl(address),
			naddr: formatNaddr(address) ?? '',
			relayHints: address.relayHints
		},
		origin,
		finding: view.lifecycle.kind !== 'not-found' ? 'found' : view.coverage.settled ? 'not-found' : 'looking',
		basis: metadata.basis,
		name: given(metadata.name, person, (text) => shorten(text, longestName)),
		description: given(metadata.description, person, (text) => shorten(text, longestText)),
		web: given(metadata.web, person, clampUrls),
		topics: given(metadata.hashtags, person, clampList),
		lead: {
			source: lead.source,
			person: lead.pubkey && person(lead.pubkey),
			path: lead.path.map(person),
			problem: lead.problem && drawProblem(lead.problem, person),
			namedBy: lead.path.length > 1 ? person(lead.path.at(-2) as Pubkey) : undefined
		},
		people: listed.rows,
		omittedPeopleCount: listed.omittedCount,
		confirmedCount: view.confirmed.length,
		invitedCount: view.invited.length,
		moderatorCount: view.moderators.length,
		health: drawHealth(view, person),
		possiblyDeleted: view.notices.filter(({ kind }) => kind === 'possibly-deleted').map(({ author }) => person(author)),
		futureDates: drawFutureDates(view, person, nowSeconds),
		lifecycle: drawLifecycle(view.lifecycle, person),
		state: drawState(view, person),
		stateAbsence: view.state ? undefined : view.deletedState ? 'deleted' : 'none-seen',
		coverage: drawCoverage(snapshot, person),
		clone: draftCloneCommands(
			address,
			owner,
			metadata.clone.map(({ value, by }) => ({ value, by: by.map(person) }))
		),
		leadPath: leadAddress && formatPath(withHint(leadAddress, view)),
		storage,
		euc: given(metadata.earliestUniqueCommit, person, (text) => shorten(text, longestName)),
		forkOf: drawFork(metadata.upstream, person),
		coordinates: drawCoordinates(view, person),
		viewer: viewer && drawViewer(view, droppedRoles, viewer, person),
		droppedRoles: drawDroppedRoles(droppedRoles, person),
		changes
	};
}

function given<T>(field: Given<T> | undefined, person: Person, clamp: (value: T) => T): api.GivenView<T> | undefined {
	return field && { value: clamp(field.value), by: person(field.by) };
}

function drawFork(
	field: Given<readonly string[]> | undefined,
	person: Person
): api.GivenView<api.ForkView> | undefined {
	const value = field && readFork(field.value);
	return value && { value, by: person(field.by) };
}

function clampList(list: readonly string[]): string[] {
	return [...new Set(list.slice(0, mostItems).map((text) => shorten(text, longestName)))];
}

function clampUrls(list: readonly string[]): string[] {
	return list.filter((url) => url.length <= longestUrl).slice(0, mostItems);
}

function drawProblem(problem: LeadProblem, person: Person): api.LeadProblemView {
	const at = person(problem.at);
	return problem.kind === 'two-pointers'
		? { kind: problem.kind, at, targets: problem.targets.map(person) }
		: { kind: problem.kind, at };
}

/** What is wrong with signed records; what is only worth knowing stands behind it. */
function drawHealth({ health, notices }: RepositoryView, person: Person): api.HealthView[] {
	const shown = [...health, ...notices.filter(({ kind }) => kind !== 'possibly-deleted')];
	return shown.slice(0, mostItems).map((entry) => ({
		kind: entry.kind,
		author: person(entry.author),
		subject: entry.subject && person(entry.subject),
		detail: entry.detail && shorten(entry.detail, longestName),
		atSeconds: 'at' in entry ? toSeconds(entry.at) : undefined
	}));
}

function drawFutureDates(view: RepositoryView, person: Person, nowSeconds: number): api.FutureDateView[] {
	const dates = findFutureDates(view, nowSeconds + clockSkewSeconds);
	return dates.slice(0, mostItems).map(({ what, by, subject, at }) => ({
		what,
		by: person(by),
		subject: subject && person(subject),
		atSeconds: toSeconds(at)
	}));
}

function drawLifecycle(lifecycle: Lifecycle, person: Person): api.LifecycleView {
	switch (lifecycle.kind) {
		case 'live':
		case 'not-found':
			return { kind: lifecycle.kind };
		case 'archived':
		case 'deleted':
			return { kind: lifecycle.kind, by: person(lifecycle.by), atSeconds: toSeconds(lifecycle.at) };
		case 'restarted':
			return {
				kind: lifecycle.kind,
				by: person(lifecycle.by),
				atSeconds: toSeconds(lifecycle.at),
				previousEndSeconds: toSeconds(lifecycle.previousEnd)
			};
	}
}

function drawState({ state }: RepositoryView, person: Person): api.StateView | undefined {
	if (!state) return undefined;
	const names = [...state.refs.keys()];
	const { head } = state;
	const branch = head?.startsWith('refs/') ? head.replace(/^refs\/heads\//, '') : undefined;
	return {
		by: person(state.event.pubkey),
		createdAtSeconds: state.event.created_at,
		head:
			head === undefined
				? undefined
				: branch === undefined
					? { kind: 'detached', name: shorten(head, longestName) }
					: { kind: state.headIsMissing ? 'missing-branch' : 'branch', name: shorten(branch, longestName) },
		headCommit: branch === undefined ? head : head && commitOf(state.refs.get(head)),
		branchCount: names.filter((name) => name.startsWith('refs/heads/')).length,
		tagCount: names.filter((name) => name.startsWith('refs/tags/')).length,
		ignoredRefs: clampList(state.ignored),
		broughtUpByDeletion: state.broughtUpByDeletion
	};
}

function drawCoverage(snapshot: RepositorySnapshot, person: Person): api.CoverageViewModel {
	const { view, relays, seenWhereExpected, declaredNotAskedCount, peopleNotAsked } = snapshot;
	return {
		settled: view.coverage.settled,
		askedCount: relays.filter(({ outcome }) => outcome.kind !== 'not-asked').length,
		answeredCount: relays.filter(({ outcome }) => outcome.kind === 'answered').length,
		relays: relays.map((relay, index) => drawRelay(relay, index, person)),
		declaredNotAskedCount,
		peopleNotAsked: [...peopleNotAsked]
			.slice(0, mostItems)
			.map(([namedBy, count]) => ({ namedBy: person(namedBy), count })),
		seenWhereExpected,
		checkedAtSeconds: lastOf(
			relays.flatMap(({ outcome, outcomeAtSeconds }) => (outcome.kind === 'answered' ? [outcomeAtSeconds] : []))
		)
	};
}

/** A ref that names another ref is at no commit of its own. */
function commitOf(value: string | undefined): string | undefined {
	return value?.startsWith('ref:') ? undefined : value;
}

function lastOf(times: readonly number[]): number | undefined {
	return times.length === 0 ? undefined : Math.max(...times);
}

/** One relay of a view and what it did; `index` is its place in the list. */
export function drawRelay(relay: RelayStanding, index: number, person: Person): api.RelayView {
	const { url, outcome, roles, declaredBy, writtenBy, drops } = relay;
	const { eventCount, outcomeAtSeconds, lastEventAtSeconds, lastError, notice } = relay;
	return {
		// Two that differ only where they are cut stay two: pages tell relays apart by this text.
		url: url.length <= longestName ? url : `${shorten(url, longestName)} (${index + 1})`,
		outcome,
		roles: [...roles],
		declaredBy: [...declaredBy].map(person),
		writtenBy: [...writtenBy].map(person),
		eventCount,
		drops: [...drops].map(([reason, count]) => ({ reason, count })),
		outcomeAtSeconds,
		lastEventAtSeconds,
		lastError,
		notice
	};
}
