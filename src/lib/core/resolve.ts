import { eachSubject } from './announcement.ts';
import { resolveCoverage } from './coverage.ts';
import { groupDeletions } from './deletion.ts';
import type { CheckedEvent } from './event.ts';
import type { Evidence } from './evidence.ts';
import { confirm, findInvited, type Component } from './graph.ts';
import { checkHealth } from './health.ts';
import { MembershipHistory } from './history.ts';
import type { Pubkey } from './ids.ts';
import { nameLead, seedOf, walkToLead } from './lead.ts';
import { resolveLifecycle } from './lifecycle.ts';
import { declaredRelays, resolveMetadata } from './metadata.ts';
import { resolveModerators } from './moderators.ts';
import { findNotices } from './notices.ts';
import { Proofs } from './proof.ts';
import { resolveState } from './repo-state.ts';
import { relayUrlParser, type RelayUrl } from './relay-url.ts';
import { liveAnnouncement, resolveSpeakers, type Speaker, type Speakers } from './speakers.ts';
import type { Departure, Member, RepositoryAddress, RepositoryView } from './view.ts';

/**
 * Whose repository this is and who may act now, seen from one coordinate: the one door to authority.
 * In: all evidence at hand, in any order, duplicated or not; the selected coordinate. Out: a view that depends on
 * nothing else (no clock, no order). Errors: none; whatever is wrong with signed records stands in the view.
 * Linear in announcements. Source: guide "Reciprocal graph resolution", "Lead resolution"; D1-D27, D32-D37.
 */
export function resolveRepository(evidence: Evidence, selected: RepositoryAddress): RepositoryView {
	const deletions = groupDeletions(evidence.deletions);
	const speakers = resolveSpeakers(evidence.announcements, deletions, selected.identifier);
	const walk = walkToLead(speakers, selected.pubkey);
	const seed = seedOf(walk);
	const component = confirm(speakers, seed);
	const { confirmed } = component;
	const lead = nameLead(walk, component);
	const invited = findInvited(speakers, component);
	const moderation = resolveModerators(speakers, component);
	const own = speakers.get(selected.pubkey);
	const people = [lead.path, confirmed, invited, moderation.moderators, moderation.invited];
	const known = everybodyKnown(speakers, people, own, component);
	const inOrder = [...known.keys()].sort();
	const having = (group: ReadonlySet<Pubkey>) => inOrder.filter((pubkey) => group.has(pubkey));
	const maintainers = having(confirmed);
	const moderators = having(moderation.moderators);
	return {
		selected,
		lead,
		members: [
			...maintainers.map((pubkey): Member => ({ pubkey, role: 'maintainer' })),
			...moderators.map((pubkey): Member => ({ pubkey, role: 'moderator' }))
		],
		confirmed: maintainers,
		invited: having(invited),
		moderators,
		invitedModerators: having(moderation.invited),
		speakers,
		proofs: new Proofs({
			speakers,
			component,
			moderators: moderation.moderators,
			walk,
			deletions,
			identifier: selected.identifier
		}),
		...sortByOwnStanding(known, inOrder),
		health: checkHealth({ speakers, known, component, invited, lead }),
		notices: findNotices({ known, confirmed, lead, deletions, evidence }),
		lifecycle: resolveLifecycle(own, lead),
		history: new MembershipHistory({
			speakers,
			component,
			moderators: moderation.moderators,
			selected: selected.pubkey,
			seed,
			people: inOrder
		}),
		metadata: resolveMetadata(component.announcements, liveAnnouncement(speakers, lead.pubkey ?? selected.pubkey), own),
		...resolveState(evidence.states, deletions, selected.identifier, confirmed),
		coverage: resolveCoverage({ declaredBy: declaredBy(component, own), answers: evidence.relays })
	};
}

/**
 * Everybody the graph knows (vectors/README.md), with how each speaks: the people given, and every subject of a record or
 * listing of a confirmed maintainer or of the selected author.
 */
function everybodyKnown(
	speakers: Speakers,
	people: readonly Iterable<Pubkey>[],
	selected: Speaker | undefined,
	{ announcements }: Component
): Map<Pubkey, Speaker | undefined> {
	const known = new Map<Pubkey, Speaker | undefined>();
	const add = (pubkey: Pubkey) => {
		if (!known.has(pubkey)) known.set(pubkey, speakers.get(pubkey));
	};
	for (const group of people) for (const pubkey of group) add(pubkey);
	if (selected?.kind === 'live') eachSubject(selected.announcement, add);
	for (const announcement of announcements) eachSubject(announcement, add);
	return known;
}

/** Who of the known people left, declined or is blocked by their own records (D3, D10, D11), and through what they speak. */
function sortByOwnStanding(known: ReadonlyMap<Pubkey, Speaker | undefined>, inOrder: readonly Pubkey[]) {
	const departed: Departure[] = [];
	const declined: Pubkey[] = [];
	const blocked: Pubkey[] = [];
	const announcements = new Map<Pubkey, CheckedEvent>();
	for (const pubkey of inOrder) {
		const speaker = known.get(pubkey);
		if (speaker === undefined) continue;
		if (speaker.kind === 'deleted') {
			departed.push({ pubkey, at: speaker.at, how: 'deleted-announcement' });
			continue;
		}
		const { event, standing } = speaker.announcement;
		announcements.set(pubkey, event);
		if (standing.kind === 'departed') departed.push({ pubkey, at: standing.at, how: 'ended-role' });
		else if (standing.kind === 'declined') declined.push(pubkey);
		else if (standing.kind === 'blocked') blocked.push(pubkey);
	}
	return { departed, declined, blocked, announcements };
}

/** The relays that count for the view: of confirmed maintainers, or with nobody confirmed of the selected author (D37). */
function* declaredBy(
	{ announcements }: Component,
	selected: Speaker | undefined
): Generator<readonly [Pubkey, readonly RelayUrl[]]> {
	const parse = relayUrlParser();
	for (const { author, event } of announcements) yield [author, parse(declaredRelays(event))];
	if (announcements.length > 0) return;
	const own = selected?.kind === 'live' ? selected.announcement.event : selected?.latest;
	if (own) yield [own.pubkey, parse(declaredRelays(own))];
}
