import { formatPath, formatPersonPath } from '#lib/core/address.ts';
import { isCurvePoint } from '#lib/core/curve-point.ts';
import { firstTagValue } from '#lib/core/event.ts';
import type { Pubkey } from '#lib/core/ids.ts';
import { declaredRelays } from '#lib/core/metadata.ts';
import { parseRelayUrls, type RelayUrl } from '#lib/core/relay-url.ts';
import type { AnnouncedView, PersonPage } from './api.ts';
import { drawAsked } from './asked-view.ts';
import type { Announced, PersonSnapshot } from './discovery/person-discovery.ts';
import { npubOf } from './npub-cache.ts';
import { toSeconds } from './people-rows.ts';
import { profileName } from './profile-name.ts';
import { shorten } from './shorten.ts';

/** Repositories on one page. */
const mostRows = 500;
const longestName = 300;
const longestText = 500;

/** The page of a person from what is known of them. */
export function drawPersonPage(
	pubkey: Pubkey,
	relayHints: readonly RelayUrl[],
	{ announced, profile, relays }: PersonSnapshot,
	isBegun: boolean
): PersonPage {
	return {
		person: { pubkey, npub: npubOf(pubkey), name: profileName(profile) },
		path: formatPersonPath(pubkey, relayHints),
		isKey: isCurvePoint(pubkey),
		repositories: announced.slice(0, mostRows).map(drawAnnounced),
		omittedCount: Math.max(0, announced.length - mostRows),
		coverage: drawAsked(relays, isBegun)
	};
}

function drawAnnounced({ event, identifier, seenOn, deletedAt }: Announced): AnnouncedView {
	// Where it was seen it is known to be; what it declares may be gone.
	const declared = parseRelayUrls(declaredRelays(event));
	const relay = declared.find((url) => seenOn.includes(url)) ?? seenOn[0];
	const text = (tag: string, longest: number) => {
		const value = firstTagValue(event, tag);
		return value === undefined ? undefined : shorten(value, longest);
	};
	return {
		identifier,
		path: formatPath({ pubkey: event.pubkey, identifier, relayHints: relay ? [relay] : [] }),
		name: text('name', longestName),
		description: text('description', longestText),
		announcedAtSeconds: toSeconds(event.created_at),
		...(deletedAt === undefined ? {} : { deletion: { atSeconds: toSeconds(deletedAt) } })
	};
}
