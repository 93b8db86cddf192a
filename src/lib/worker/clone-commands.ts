import { formatNostrUrl } from '#lib/core/address.ts';
import { quoteForShell } from '#lib/core/shell.ts';
import type { RepositoryAddress } from '#lib/core/view.ts';
import type { CloneCommand, PersonView, SharedView } from './api.ts';

/** Schemes that git fetches by without running a program that the address names. */
const safeSchemes = ['https:', 'http:', 'ssh:', 'git:'];
const mostCommands = 30;
/** What is longer, in UTF-16 units, names no repository anybody could clone, and is left out. */
const longestUrl = 2_000;

/** What to type to clone: the nostr address first, then every clone address that members give (CASES 7). */
export function draftCloneCommands(
	address: RepositoryAddress,
	owner: PersonView,
	clone: readonly SharedView[]
): CloneCommand[] {
	const nostr = draft('nostr', formatNostrUrl(address), [owner]);
	const bearable = clone.filter(({ value }) => value.length <= longestUrl).slice(0, mostCommands);
	return [nostr, ...bearable.map(({ value, by }) => draft('git', value, by))];
}

function draft(kind: CloneCommand['kind'], url: string, by: readonly PersonView[]): CloneCommand {
	const quoted = quoteForShell(url);
	if (!quoted.ok) return { kind, url, refused: quoted.error.reason, by };
	const refused = kind === 'git' ? refuseUrl(url) : undefined;
	return refused ? { kind, url, refused, by } : { kind, url, command: `git clone ${quoted.value}`, by };
}

/** Why an address is not put into a command, though it could be quoted. */
function refuseUrl(text: string): CloneCommand['refused'] {
	let url: URL;
	try {
		url = new URL(text);
	} catch {
		return 'unsafe-scheme';
	}
	if (!safeSchemes.includes(url.protocol) || !text.startsWith(`${url.protocol}//`)) return 'unsafe-scheme';
	// ssh needs a user name, and it is no secret.
	if (url.password !== '' || (url.username !== '' && url.protocol !== 'ssh:')) return 'credentials';
	// ssh would take such a host, or such a user, for an option; git decodes them first.
	if ([url.hostname, url.username].some((part) => /^(-|%2d)/i.test(part))) return 'leading-dash';
	return undefined;
}
