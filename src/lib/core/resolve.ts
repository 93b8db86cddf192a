import { parseRelayUrls, type RelayUrl } from './relay-url.ts';
import { resolveCoverage } from './coverage.ts';
import { groupDeletions } from './deletion.ts';
import type { CheckedEvent } from './event.ts';
import type { Evidence } from './evidence.ts';
import { confirm, findInvited } from './graph.ts';
import { checkHealth } from './health.ts';
import type { Pubkey } from './ids.ts';
import { nameLead, seedOf, walkToLead } from './lead.ts';
import { resolveLifecycle } from './lifecycle.ts';
import { declaredRelays, resolveMetadata } from './metadata.ts';
import { resolveModerators } from './moderators.ts';
import { findNotices } from './notices.ts';
import { resolveState } from './repo-state.ts';
import { liveAnnouncement, resolveSpeakers, type Speakers } from './speakers.ts';
import { subjectsOf } from './announcement.ts';
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
	const component = confirm(speakers, seedOf(walk));
	const { confirmed, named } = component;
	const lead = nameLead(walk, confirmed, speakers);
	const invited = findInvited(speakers, component);
	const moderation = resolveModerators(speakers, confirmed);
	const known = everybodyKnown(speakers, selected.pubkey, [
		lead.path,
		confirmed,
		invited,
		moderation.moderators,
		moderation.invited
	]);
	const standings = sortByOwnStanding(speakers, known);
	return {
		selected,
		lead,
		members: [
			...sorted(confirmed).map((pubkey): Member => ({ pubkey, role: 'maintainer' })),
			...sorted(moderation.moderators).map((pubkey): Member => ({ pubkey, role: 'moderator' }))
		],
		confirmed: sorted(confirmed),
		invited: sorted(invited),
		moderators: sorted(moderation.moderators),
		invitedModerators: sorted(moderation.invited),
		...standings,
		health: checkHealth({ speakers, known, confirmed, named, invited, lead }),
		notices: findNotices({ speakers, known, confirmed, lead, deletions, evidence }),
		lifecycle: resolveLifecycle(speakers.get(selected.pubkey), lead),
		metadata: resolveMetadata(speakers, confirmed, lead.pubkey, selected.pubkey),
		state: resolveState(evidence.states, deletions, selected.identifier, confirmed),
		coverage: resolveCoverage({
			declaredBy: declaredBy(speakers, confirmed, selected.pubkey),
			answers: evidence.relays
		}),
		announcements: standings.announcements
	};
}

/**
 * Everybody the graph knows (vectors/README.md): the people given, and every subject of a record or listing of a
 * confirmed maintainer or of the selected author.
 */
function everybodyKnown(speakers: Speakers, selected: Pubkey, people: readonly Iterable<Pubkey>[]): Set<Pubkey> {
	const known = new Set<Pubkey>();
	for (const group of people) for (const pubkey of group) known.add(pubkey);
	const [, confirmed = []] = people;
	for (const author of [selected, ...confirmed]) {
		const announcement = liveAnnouncement(speakers, author);
		if (announcement) for (const subject of subjectsOf(announcement)) known.add(subject);
	}
	return known;
}

/** Who of the known people left, declined or is blocked by their own records (D3, D10, D11), and through what they speak. */
function sortByOwnStanding(speakers: Speakers, known: ReadonlySet<Pubkey>) {
	const departed: Departure[] = [];
	const declined: Pubkey[] = [];
	const blocked: Pubkey[] = [];
	const announcements = new Map<Pubkey, CheckedEvent>();
	for (const pubkey of sorted(known)) {
		const speaker = speakers.get(pubkey);
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
function declaredBy(speakers: Speakers, confirmed: ReadonlySet<Pubkey>, selected: Pubkey): Map<Pubkey, RelayUrl[]> {
	const declared = new Map<Pubkey, RelayUrl[]>();
	for (const pubkey of confirmed.size > 0 ? confirmed : [selected]) {
		const speaker = speakers.get(pubkey);
		const event = speaker?.kind === 'live' ? speaker.announcement.event : speaker?.latest;
		if (event) declared.set(pubkey, parseRelayUrls(declaredRelays(event)));
	}
	return declared;
}

function sorted(people: Iterable<Pubkey>): Pubkey[] {
	return [...people].sort();
}
