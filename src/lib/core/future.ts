import type { Boundary } from './boundary.ts';
import type { Pubkey } from './ids.ts';
import { activeStart } from './roles.ts';
import { liveAnnouncement } from './speakers.ts';
import type { RepositoryView } from './view.ts';

/** A signed time that lies after now: of an announcement, of a role's start, or of the state. Unix seconds. */
export interface FutureDate {
	readonly what: 'announcement' | 'role-start' | 'state';
	/** Who signed it. */
	readonly by: Pubkey;
	/** Whom the role is about. */
	readonly subject?: Pubkey;
	readonly at: Boundary;
}

/**
 * What a view rests on that is dated after a given time. It counts all the same: no clock decides who may act (D4).
 * In: a view, now in Unix seconds. Source: D4.
 */
export function findFutureDates(view: RepositoryView, nowSeconds: number): FutureDate[] {
	const found: FutureDate[] = [];
	for (const [by, event] of view.announcements) {
		if (event.created_at > nowSeconds) found.push({ what: 'announcement', by, at: event.created_at });
		for (const record of liveAnnouncement(view.speakers, by)?.records ?? []) {
			const at = activeStart(record);
			if (record.active && at > nowSeconds) found.push({ what: 'role-start', by, subject: record.subject, at });
		}
	}
	const state = view.state?.event;
	if (state && state.created_at > nowSeconds) found.push({ what: 'state', by: state.pubkey, at: state.created_at });
	return found;
}
