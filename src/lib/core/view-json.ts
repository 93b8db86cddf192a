import type { Boundary } from './boundary.ts';
import type { MembershipHistory } from './history.ts';
import type { Role } from './history-copies.ts';
import type { Pubkey } from './ids.ts';
import type { HealthEntry, Lifecycle, RepositoryView } from './view.ts';

/** The view as vectors/README.md writes it. Times are numbers; one past 2^53 is a bigint: `stringifyExactly` writes both. */
export interface ViewJson {
	readonly confirmed: readonly string[];
	readonly invited: readonly string[];
	readonly moderators: readonly string[];
	readonly invited_moderators: readonly string[];
	readonly lead: string | null;
	readonly lead_source: string;
	readonly lead_path: readonly string[];
	readonly departed: Readonly<Record<string, Boundary>>;
	readonly declined: readonly string[];
	readonly blocked: readonly string[];
	readonly health: readonly (readonly (string | null)[])[];
	readonly lifecycle: Readonly<Record<string, string | Boundary>>;
	readonly state_event: string | null;
}

/** Person → role → effective intervals `[start, end)`; an end of null is open. */
export type HistoryJson = Readonly<Record<string, Readonly<Record<Role, readonly IntervalJson[]>>>>;
type IntervalJson = readonly [start: Boundary, end: Boundary | null];

/** Writes a view in the shape of vectors/README.md, keys of people in hex, lists sorted. */
export function viewToJson(view: RepositoryView): ViewJson {
	return {
		confirmed: view.confirmed,
		invited: view.invited,
		moderators: view.moderators,
		invited_moderators: view.invitedModerators,
		lead: view.lead.pubkey ?? null,
		lead_source: view.lead.source,
		lead_path: view.lead.path,
		departed: Object.fromEntries(view.departed.map(({ pubkey, at }) => [pubkey, at])),
		declined: view.declined,
		blocked: view.blocked,
		health: view.health.map(healthToJson).sort(compareAsText),
		lifecycle: lifecycleToJson(view.lifecycle),
		state_event: view.state?.event.id ?? null
	};
}

/** Writes a view with the roles over time, as the command line prints it. */
export function viewWithHistoryToJson(view: RepositoryView): ViewJson & { readonly history: HistoryJson } {
	return { ...viewToJson(view), history: historyToJson(view.history) };
}

/** Writes the roles over time of everybody the graph knows, as history.json of the vectors does (D28). */
function historyToJson(history: MembershipHistory): HistoryJson {
	const intervals = (pubkey: Pubkey, role: Role) =>
		history.of(pubkey, role).intervals.map(({ start, end }): IntervalJson => [start, end ?? null]);
	return Object.fromEntries(
		history.people.map((pubkey) => [
			pubkey,
			{ maintainer: intervals(pubkey, 'maintainer'), moderator: intervals(pubkey, 'moderator') }
		])
	);
}

function healthToJson({ kind, author, subject, detail }: HealthEntry): (string | null)[] {
	return [kind, author, subject ?? null, detail ?? null];
}

function compareAsText(a: readonly unknown[], b: readonly unknown[]): number {
	const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
	return left < right ? -1 : left > right ? 1 : 0;
}

function lifecycleToJson(lifecycle: Lifecycle): Record<string, string | Boundary> {
	if (lifecycle.kind !== 'restarted') return { ...lifecycle };
	const { kind, at, previousEnd, by } = lifecycle;
	return { kind, at, previous_end: previousEnd, by };
}

/** JSON in which a bigint is written as the number it is; no decimal place is lost. */
export function stringifyExactly(value: unknown, indent?: number): string {
	const marked = (_: string, item: unknown) => {
		if (typeof item === 'bigint') return `\u0000exact:${item}`;
		return typeof item === 'string' && item.startsWith('\u0000') ? `\u0000text:${item}` : item;
	};
	// A quote after a backslash stands inside a text; any other one before the mark opens one of ours.
	return JSON.stringify(value, marked, indent).replace(
		/(?<!\\)"\\u0000(?:exact:(\d+)"|text:)/g,
		(_, digits: string | undefined) => digits ?? '"'
	);
}
