import type { NostrEvent } from '#lib/core/event.ts';
import { kinds } from '#lib/core/kinds.ts';
import { signDemoStory } from '../../server/demo.ts';
import { demoPeople, type PersonName } from '../../server/demo/people.ts';
import { signAs } from '../../server/demo/sign.ts';
import type { Site } from './site.ts';

/**
 * A newer announcement by which somebody ends another person's role in a demo repository, and the one before it.
 * All else in it stays as it was, but for the `maintainers` tag, which has to follow.
 */
export function endRole(
	{ relays }: Site,
	name: string,
	by: PersonName,
	of: PersonName
): { readonly removal: NostrEvent; readonly before: NostrEvent } {
	const author = demoPeople[by];
	const subject = demoPeople[of].pubkey;
	const before = [...signDemoStory(name, { relays: relays.map(({ url }) => url) }).values()]
		.filter(({ kind, pubkey }) => kind === kinds.announcement && pubkey === author.pubkey)
		.sort((a, b) => b.created_at - a.created_at)[0];
	if (!before) throw new Error(`${by} announces no ${name}`);
	const created_at = before.created_at + 3_600;
	const tags = before.tags.map((tag) => {
		if (tag[0] === 'm' && tag[1] === subject) return [...tag, String(created_at)];
		if (tag[0] === 'maintainers') return tag.filter((value) => value !== subject);
		return tag;
	});
	return { removal: signAs(author, { kind: before.kind, created_at, tags, content: before.content }), before };
}
