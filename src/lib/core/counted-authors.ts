import { parseAnnouncement, type Announcement } from './announcement.ts';
import type { Component } from './graph.ts';
import type { Pubkey } from './ids.ts';
import type { Speakers } from './speakers.ts';

/**
 * Whose copies of history count, nearest first.
 * In: who speaks, who is confirmed (the seed first), the selected author. Out: the confirmed maintainers, the selected one
 * first if confirmed, then by distance over active edges from there, or else from the seed; ties by lowest key. Nobody
 * confirmed: the selected author alone, of a deleted announcement the last version seen.
 * Source: guide "History precedence"; D28.
 */
export function countedAuthors(speakers: Speakers, component: Component, selected: Pubkey): Announcement[] {
	const { announcements, confirmed } = component;
	if (announcements.length === 0) {
		const own = announcementOf(speakers, selected);
		return own ? [own] : [];
	}
	const byAuthor = new Map(announcements.map((announcement) => [announcement.author, announcement]));
	const root = (confirmed.has(selected) ? byAuthor.get(selected) : announcements[0]) as Announcement;
	const ordered: Announcement[] = [];
	const reached = new Set([root.author]);
	for (let ring = [root]; ring.length > 0;) {
		ring.sort((a, b) => (a.author < b.author ? -1 : 1));
		for (const announcement of ring) ordered.push(announcement);
		const next: Announcement[] = [];
		for (const { edges } of ring)
			for (const subject of edges) {
				const announcement = byAuthor.get(subject);
				if (announcement === undefined || reached.has(subject)) continue;
				reached.add(subject);
				next.push(announcement);
			}
		ring = next;
	}
	return ordered;
}

/** What somebody signed last, deleted or not, or undefined when no version was seen. */
export function announcementOf(speakers: Speakers, pubkey: Pubkey): Announcement | undefined {
	const speaker = speakers.get(pubkey);
	if (speaker?.kind === 'live') return speaker.announcement;
	return speaker?.latest && parseAnnouncement(speaker.latest);
}
