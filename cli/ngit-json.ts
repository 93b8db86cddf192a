import { formatNaddr, formatNostrUrl, formatNpub } from '#lib/core/address.ts';
import { parseAnnouncement } from '#lib/core/announcement.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import type { HealthEntry, RepositoryView } from '#lib/core/view.ts';

/**
 * The view with the keys of `ngit repo --json` 3.0.2 (NIP34-FACTS), people as npub. Commands and pending actions are
 * those of the parts of Countersign that exist; `pending_actions` is empty until they are derived.
 */
export function toNgitJson(view: RepositoryView): Record<string, unknown> {
	const { selected, lead, metadata, lifecycle } = view;
	const people = (pubkeys: readonly Pubkey[]) => pubkeys.map(formatNpub);
	// Only the selected author's own signed pointers forward; an inferred lead is no instruction to follow.
	const forward = lead.source === 'explicit' && lead.pubkey !== selected.pubkey ? lead.pubkey : undefined;
	const recommended = formatNaddr(forward ? { ...selected, pubkey: forward } : selected) ?? null;
	return {
		is_nostr_repo: lifecycle.kind !== 'not-found',
		name: metadata.name?.value ?? null,
		identifier: selected.identifier,
		description: metadata.description?.value ?? null,
		nostr_url: formatNostrUrl(selected),
		coordinate: formatNaddr(selected) ?? null,
		web: metadata.web?.value ?? [],
		upstream: metadata.upstream?.value ?? null,
		hashtags: metadata.hashtags?.value ?? [],
		maintainers: people([...view.confirmed, ...view.invited]),
		selected_maintainer: formatNpub(selected.pubkey),
		confirmed_maintainers: people(view.confirmed),
		invited_maintainers: people(view.invited),
		lead_maintainer: lead.pubkey === undefined ? null : formatNpub(lead.pubkey),
		lead_source: lead.source,
		lead_path: people(lead.path),
		recommended_coordinate: forward ? recommended : null,
		follow_lead_command: forward ? 'ngit repo follow-lead' : null,
		pending_actions: [],
		health: {
			status: view.health.length === 0 && lead.problem === undefined ? 'ok' : 'problems',
			problems: problems(view)
		},
		maintainer_edges: edges(view),
		moderators: people([...view.moderators, ...view.invitedModerators]),
		confirmed_moderators: people(view.moderators),
		members: [
			...view.confirmed.map((pubkey) => member(pubkey, pubkey === lead.pubkey ? 'lead' : 'maintainer', 'confirmed')),
			...view.invited.map((pubkey) => member(pubkey, 'maintainer', 'invited')),
			...view.moderators.map((pubkey) => member(pubkey, 'moderator', 'confirmed')),
			...view.invitedModerators.map((pubkey) => member(pubkey, 'moderator', 'invited'))
		],
		grasp_servers: graspServers(view),
		git_servers: metadata.clone.map(({ value }) => value),
		relays: metadata.relays.map(({ value }) => value),
		lifecycle,
		state_event: view.state?.event.id ?? null
	};
}

function member(pubkey: Pubkey, role: string, status: string) {
	return { pubkey: formatNpub(pubkey), role, status, source: 'announcement' };
}

/** The active edges that confirmed maintainers signed: from whoever names to whom they name. */
function edges({ confirmed, announcements }: RepositoryView): { from: string; to: string }[] {
	return confirmed.flatMap((from) => {
		const event = announcements.get(from);
		return event
			? [...parseAnnouncement(event).edges].map((to) => ({ from: formatNpub(from), to: formatNpub(to) }))
			: [];
	});
}

const codes: Partial<Record<HealthEntry['kind'], string>> = {
	'malformed-role-record': 'malformed_role_record',
	'self-defer': 'invalid_self_defer'
};

function problems({ health, lead }: RepositoryView): Record<string, unknown>[] {
	const found: Record<string, unknown>[] = [];
	if (lead.problem)
		found.push({
			code: lead.source === 'conflict' ? 'lead_conflict' : 'lead_pending',
			message: `the lead cannot be told: ${lead.problem.kind}`,
			author: formatNpub(lead.problem.at)
		});
	for (const { kind, author, subject, detail } of health)
		found.push({
			code: codes[kind] ?? kind.replaceAll('-', '_'),
			message: [kind.replaceAll('-', ' '), detail].filter((part) => part !== undefined).join(': '),
			author: formatNpub(author),
			...(subject === undefined ? {} : { subject: formatNpub(subject) }),
			...(kind === 'self-defer' ? { superseded: detail === 'superseded', blocks_author: detail === 'blocking' } : {})
		});
	return found;
}

/** Hosts that are both a declared relay and the host of a clone address of the form `/<npub>/<d>.git` (GRASP-01). */
function graspServers({ metadata }: RepositoryView): string[] {
	const relays = new Set(metadata.relays.flatMap(({ value }) => hostOf(value) ?? []));
	const hosts = metadata.clone.flatMap(({ value }) =>
		/\/npub1[a-z0-9]+\/[^/]+\.git$/.test(value) ? (hostOf(value) ?? []) : []
	);
	return [...new Set(hosts)].filter((host) => relays.has(host));
}

function hostOf(text: string): string | undefined {
	try {
		return new URL(text).host;
	} catch {
		return undefined;
	}
}
