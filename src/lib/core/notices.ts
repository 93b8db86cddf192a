import { mayHaveBeenDeleted, type DeletionsByAuthor } from './deletion.ts';
import type { Evidence } from './evidence.ts';
import type { Pubkey } from './ids.ts';
import { hasEmptyInterval } from './roles.ts';
import type { Speaker } from './speakers.ts';
import type { LeadView, Notice } from './view.ts';

/** What notices are found in. */
export interface NoticeInput {
	readonly known: ReadonlyMap<Pubkey, Speaker | undefined>;
	readonly confirmed: ReadonlySet<Pubkey>;
	readonly lead: LeadView;
	readonly deletions: DeletionsByAuthor;
	readonly evidence: Evidence;
}

/**
 * What a reader may want to know and what breaks nothing: empty intervals (D7), a moderator assigned by somebody who
 * does not lead (D23), an announcement that may have been deleted (D3). Unordered. Linear in records.
 */
export function findNotices(input: NoticeInput): Notice[] {
	const { known, confirmed, lead, deletions, evidence } = input;
	const notices: Notice[] = [];
	const seen = deletions.size === 0 ? new Set<string>() : idsOf(evidence);
	for (const [author, speaker] of known) {
		if (speaker?.kind !== 'live') continue;
		const { event, records } = speaker.announcement;
		if (mayHaveBeenDeleted(event, deletions.get(author), seen)) notices.push({ kind: 'possibly-deleted', author });
		const isNonLead = lead.source === 'explicit' && author !== lead.pubkey && confirmed.has(author);
		for (const record of records) {
			const { letter, subject, active } = record;
			if (subject === undefined) continue;
			if (record.boundaries.length > 1 && hasEmptyInterval(record))
				notices.push({ kind: 'empty-interval', author, subject, detail: letter });
			if (isNonLead && active && letter === 'o' && subject !== author)
				notices.push({ kind: 'moderator-assigned-by-non-lead', author, subject });
		}
	}
	return notices;
}

function idsOf({ announcements, states, deletions, otherIds }: Evidence): Set<string> {
	const ids = new Set<string>(otherIds);
	for (const events of [announcements, states, deletions]) for (const { id } of events) ids.add(id);
	return ids;
}
