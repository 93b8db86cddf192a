import { mayHaveBeenDeleted, type DeletionsByAuthor } from './deletion.ts';
import type { Evidence } from './evidence.ts';
import type { Pubkey } from './ids.ts';
import { hasEmptyInterval } from './roles.ts';
import { liveAnnouncement, type Speakers } from './speakers.ts';
import type { LeadView, Notice } from './view.ts';

/** What notices are found in. */
export interface NoticeInput {
	readonly speakers: Speakers;
	readonly known: ReadonlySet<Pubkey>;
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
	const { speakers, known, confirmed, lead, deletions, evidence } = input;
	const notices: Notice[] = [];
	const requests = [...known].filter((pubkey) => deletions.has(pubkey));
	const seen = new Set<string>();
	if (requests.length > 0)
		for (const events of [evidence.announcements, evidence.states, evidence.deletions])
			for (const { id } of events) seen.add(id);
	for (const author of requests) {
		const announcement = liveAnnouncement(speakers, author);
		if (announcement && mayHaveBeenDeleted(announcement.event, deletions.get(author), seen))
			notices.push({ kind: 'possibly-deleted', author });
	}
	for (const author of known) {
		for (const record of liveAnnouncement(speakers, author)?.records ?? []) {
			const { letter, subject, active } = record;
			if (subject === undefined) continue;
			if (hasEmptyInterval(record)) notices.push({ kind: 'empty-interval', author, subject, detail: letter });
			if (active && letter === 'o' && lead.source === 'explicit' && subject !== author)
				if (confirmed.has(author) && author !== lead.pubkey)
					notices.push({ kind: 'moderator-assigned-by-non-lead', author, subject });
		}
	}
	return notices;
}
