import type { Boundary } from './boundary.ts';
import type { CheckedEvent } from './event.ts';
import type { MembershipHistory } from './history.ts';
import type { EventId, Pubkey } from './ids.ts';
import type { Proofs } from './proof.ts';
import type { RelayUrl } from './relay-url.ts';
import type { Speakers } from './speakers.ts';

/** A repository coordinate: whose announcement, under which `d`; with hints where to look. */
export interface RepositoryAddress {
	readonly pubkey: Pubkey;
	readonly identifier: string;
	readonly relayHints: readonly RelayUrl[];
}

/** The seven results of lead resolution (guide "Lead resolution"). */
export type LeadSource =
	'implicit_sole' | 'explicit' | 'legacy_inferred' | 'explicit_none' | 'none' | 'pending' | 'conflict';

/** Why the lead walk ended without a lead (D16); `at` is the author whose announcement stopped it. */
export type LeadProblem =
	| { readonly kind: 'missing'; readonly at: Pubkey }
	| { readonly kind: 'deleted'; readonly at: Pubkey }
	| { readonly kind: 'points-nowhere'; readonly at: Pubkey }
	| { readonly kind: 'unreadable'; readonly at: Pubkey }
	| { readonly kind: 'departed'; readonly at: Pubkey }
	| { readonly kind: 'two-pointers'; readonly at: Pubkey; readonly targets: readonly Pubkey[] }
	| { readonly kind: 'cycle'; readonly at: Pubkey };

/** Who leads and how that is known. `path` is selected first, terminal or failed target last (D18). */
export interface LeadView {
	readonly pubkey?: Pubkey;
	readonly source: LeadSource;
	readonly path: readonly Pubkey[];
	readonly problem?: LeadProblem;
}

/** Somebody with authority now. */
export interface Member {
	readonly pubkey: Pubkey;
	readonly role: 'maintainer' | 'moderator';
}

/** Somebody whose own record or deletion ended their maintainership; `at` in Unix seconds (D11, D3). */
export interface Departure {
	readonly pubkey: Pubkey;
	readonly at: Boundary;
	readonly how: 'ended-role' | 'deleted-announcement';
}

/** What is wrong with an announcement or between announcements; kinds as in vectors/README.md. */
export interface HealthEntry {
	readonly kind:
		| 'malformed-role-record'
		| 'malformed-legacy-entry'
		| 'duplicate-role-record'
		| 'self-defer'
		| 'projection-mismatch'
		| 'third-party-assignment'
		| 'indirect-lead-pointer'
		| 'removed-but-claiming'
		| 'lead-roster-incomplete';
	readonly author: Pubkey;
	readonly subject?: Pubkey;
	readonly detail?: string;
	/** `removed-but-claiming` only: the latest end that a confirmed maintainer wrote, Unix seconds. */
	readonly at?: Boundary;
}

/** What is worth knowing and breaks nothing: kept apart from health, whose kinds are fixed. */
export interface Notice {
	readonly kind: 'empty-interval' | 'moderator-assigned-by-non-lead' | 'possibly-deleted';
	readonly author: Pubkey;
	readonly subject?: Pubkey;
	readonly detail?: string;
}

/** What became of the selected coordinate (D32-D35); times in Unix seconds. */
export type Lifecycle =
	| { readonly kind: 'live' }
	| { readonly kind: 'not-found' }
	| { readonly kind: 'archived' | 'deleted'; readonly at: Boundary; readonly by: Pubkey }
	| { readonly kind: 'restarted'; readonly at: Boundary; readonly previousEnd: Boundary; readonly by: Pubkey };

/** A field and who gave it: the announcement it stands in. */
export interface Given<T> {
	readonly value: T;
	readonly by: Pubkey;
	readonly eventId: EventId;
}

/** A value that several may have given. */
export interface GivenByMany {
	readonly value: string;
	readonly by: readonly Pubkey[];
}

/**
 * The fields of the repository and who gave each (D25). `basis`: `members`, from confirmed maintainers; `selected`,
 * nobody is confirmed and these are the selected author's own words; `snapshot`, the same of a deleted announcement.
 * `relays` and `clone` are as written; what is no relay address is not left out here.
 */
export interface Metadata {
	readonly basis: 'members' | 'selected' | 'snapshot' | 'nothing';
	readonly name?: Given<string>;
	readonly description?: Given<string>;
	readonly web?: Given<readonly string[]>;
	readonly hashtags?: Given<readonly string[]>;
	readonly relays: readonly GivenByMany[];
	readonly clone: readonly GivenByMany[];
	readonly earliestUniqueCommit?: Given<string>;
	readonly upstream?: Given<readonly string[]>;
}

/** The refs of a state event (D27). A value is an object id or `ref: refs/…`. */
export interface Refs {
	readonly refs: ReadonlyMap<string, string>;
	/** The default branch's ref name, an object id when detached, or undefined when there is none. */
	readonly head?: string;
	readonly headIsMissing: boolean;
	/** Names that were ignored, in tag order. */
	readonly ignored: readonly string[];
}

/** The repository state that counts (D26): one whole event of a confirmed maintainer. */
export interface RepositoryState extends Refs {
	readonly event: CheckedEvent;
	/** A newer state of a confirmed maintainer was deleted, so that this one counts. */
	readonly broughtUpByDeletion: boolean;
}

/** How much of what may be known is known (D36, D37). */
export interface CoverageView {
	/** The relays that confirmed maintainers declare, the first 8 of each; nobody confirmed: the selected author's. */
	readonly declared: readonly RelayUrl[];
	/** Every declared relay and every one asked has answered or failed. */
	readonly settled: boolean;
	readonly answered: readonly RelayUrl[];
	readonly waiting: readonly RelayUrl[];
	readonly silent: readonly RelayUrl[];
}

/** Whose repository this is and who may act now, seen from one coordinate. The answer of `resolveRepository`. */
export interface RepositoryView {
	readonly selected: RepositoryAddress;
	readonly lead: LeadView;
	readonly members: readonly Member[];
	readonly confirmed: readonly Pubkey[];
	readonly invited: readonly Pubkey[];
	readonly moderators: readonly Pubkey[];
	readonly invitedModerators: readonly Pubkey[];
	readonly departed: readonly Departure[];
	readonly declined: readonly Pubkey[];
	readonly blocked: readonly Pubkey[];
	readonly health: readonly HealthEntry[];
	readonly notices: readonly Notice[];
	readonly lifecycle: Lifecycle;
	/** Who held which role when; resolved for a person when they are asked about. */
	readonly history: MembershipHistory;
	/** Why somebody is a member, or why not, as signed records. */
	readonly proofs: Proofs;
	readonly metadata: Metadata;
	readonly state?: RepositoryState;
	/** No state counts because this one, the newest of a confirmed maintainer, was deleted. */
	readonly deletedState?: CheckedEvent;
	readonly coverage: CoverageView;
	/** The announcement each author speaks through, of the people the graph knows. */
	readonly announcements: ReadonlyMap<Pubkey, CheckedEvent>;
	/** What everybody under the identifier signed last, read for roles; also of people the graph does not know. */
	readonly speakers: Speakers;
}
