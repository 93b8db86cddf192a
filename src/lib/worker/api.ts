import type { NoAnswerReason, RelayOutcome } from '#lib/core/evidence.ts';

/**
 * What the page and the worker say to each other: typed requests one way, small plain view models the other way.
 * Everything here survives a structured clone. Times are Unix seconds; `pubkey` is hex, `npub` the same for people.
 */

/** A person as every page shows one. The name is what their kind 0 says: never proof of anything. */
export interface PersonView {
	readonly pubkey: string;
	readonly npub: string;
	readonly name?: string;
}

/** A value and who gave it. */
export interface GivenView<T> {
	readonly value: T;
	readonly by: PersonView;
}

/** A value that several gave. */
export interface SharedView {
	readonly value: string;
	readonly by: readonly PersonView[];
}

/** The coordinate that was opened, in each form it is written in. */
export interface AddressView {
	readonly owner: PersonView;
	readonly identifier: string;
	/** `/<npub>/<hint>/<d>`: the path of its page. */
	readonly path: string;
	readonly nostrUrl: string;
	readonly naddr: string;
	readonly relayHints: readonly string[];
}

/** The seven lead sources, spelt as in the guide. */
export type LeadSourceView =
	'implicit_sole' | 'explicit' | 'legacy_inferred' | 'explicit_none' | 'none' | 'pending' | 'conflict';

/** Why nobody can be said to lead. */
export type LeadProblemView =
	| {
			readonly kind: 'missing' | 'deleted' | 'points-nowhere' | 'unreadable' | 'departed' | 'cycle';
			readonly at: PersonView;
	  }
	| { readonly kind: 'two-pointers'; readonly at: PersonView; readonly targets: readonly PersonView[] };

/** Who leads, and how that is known. The path begins with the selected person. */
export interface LeadViewModel {
	readonly source: LeadSourceView;
	readonly person?: PersonView;
	readonly path: readonly PersonView[];
	readonly problem?: LeadProblemView;
	/** Whose signed pointer named the lead: the last but one of the path, if there is one. */
	readonly namedBy?: PersonView;
}

/** One person's standing in the repository; a person may have several rows (a moderator invited as maintainer). */
export type Standing =
	| { readonly kind: 'lead' }
	| { readonly kind: 'maintainer' }
	| { readonly kind: 'moderator' }
	| { readonly kind: 'invited' }
	| { readonly kind: 'invited-moderator' }
	| { readonly kind: 'departed'; readonly atSeconds?: number; readonly how: 'ended-role' | 'deleted-announcement' }
	| { readonly kind: 'removed-claiming'; readonly atSeconds?: number }
	| { readonly kind: 'declined' }
	| { readonly kind: 'blocked' };

/** A row of the people list. */
export interface PersonRow {
	readonly person: PersonView;
	readonly standing: Standing;
	readonly isSelected: boolean;
	/** Since when they hold the role, if they hold one now. */
	readonly since?: SinceView;
}

/** The effective start of a current role (D28). */
export interface SinceView {
	/** Unix seconds; nothing where the start is unknown, because the records are untimed or say 0. */
	readonly seconds?: number;
	/** Whose assignment it rests on; nobody's where their own records do. */
	readonly by?: PersonView;
}

/** A signed time that lies after this device's clock (D4). Without `atSeconds` it is beyond any calendar. */
export interface FutureDateView {
	readonly what: 'announcement' | 'role-start' | 'state';
	readonly by: PersonView;
	/** Whom the role is about. */
	readonly subject?: PersonView;
	readonly atSeconds?: number;
}

/** Something that is wrong with signed records, for readers. Kinds as core's health. */
export interface HealthView {
	readonly kind: string;
	readonly author: PersonView;
	readonly subject?: PersonView;
	readonly detail?: string;
	readonly atSeconds?: number;
}

/** What became of the coordinate. A time that no calendar holds is left out. */
export type LifecycleView =
	| { readonly kind: 'live' }
	| { readonly kind: 'not-found' }
	| { readonly kind: 'archived' | 'deleted'; readonly by: PersonView; readonly atSeconds?: number }
	| {
			readonly kind: 'restarted';
			readonly by: PersonView;
			readonly atSeconds?: number;
			readonly previousEndSeconds?: number;
	  };

/** The signed state that counts. */
export interface StateView {
	readonly by: PersonView;
	readonly createdAtSeconds: number;
	/** Branch name without `refs/heads/`; an object id when detached. */
	readonly head?: { readonly kind: 'branch' | 'missing-branch' | 'detached'; readonly name: string };
	/** The commit that the default branch is at, as signed; absent when HEAD leads to none. */
	readonly headCommit?: string;
	readonly branchCount: number;
	readonly tagCount: number;
	readonly ignoredRefs: readonly string[];
	readonly broughtUpByDeletion: boolean;
}

/** Why something a relay sent was dropped: records, and with `junk` whole messages that say nothing. */
export type RelayDropReason = 'shape' | 'oversize' | 'unasked' | 'id' | 'signature' | 'over-budget' | 'junk';

/** One relay of this view and what it did. */
export interface RelayView {
	readonly url: string;
	/** What it did with our questions. A message is what the relay said about it, clamped: a stranger's text. */
	readonly outcome: RelayOutcome;
	/** Why it is in the list: named in the address, an index relay, declared by people, a person's write relay, typed in. */
	readonly roles: readonly ('hint' | 'index' | 'declared' | 'write-relay' | 'added')[];
	/** Whose announcement declares it. */
	readonly declaredBy: readonly PersonView[];
	/** Who names it in their own relay list as one they write to (NIP-65). */
	readonly writtenBy: readonly PersonView[];
	readonly eventCount: number;
	/** What it sent and was dropped, by reason; no reason twice, no count of 0. */
	readonly drops: readonly { readonly reason: RelayDropReason; readonly count: number }[];
	/** When the outcome became what it is. */
	readonly outcomeAtSeconds: number;
	/** When it last gave a record that holds. */
	readonly lastEventAtSeconds?: number;
	/** How it failed last; stays when it answers after that. */
	readonly lastError?: { readonly reason: NoAnswerReason; readonly message?: string; readonly atSeconds: number };
	/** The last notice it sent, clamped. A stranger's text. */
	readonly notice?: string;
}

/** How complete the view is. */
export interface CoverageViewModel {
	readonly settled: boolean;
	readonly askedCount: number;
	readonly answeredCount: number;
	readonly relays: readonly RelayView[];
	/** Relays that somebody who counts declares and that were not asked: no answer of theirs is in the view. */
	readonly declaredNotAskedCount: number;
	/** People whose announcements were not asked for because the view names too many (D36), with who named them. */
	readonly peopleNotAsked: readonly { readonly namedBy: PersonView; readonly count: number }[];
	/** The newest selected and lead announcements were seen on an index relay or on a write relay of theirs (D36). */
	readonly seenWhereExpected: boolean;
	/** When a relay last answered all that was asked; none while none has. */
	readonly checkedAtSeconds?: number;
}

/** A command to copy. Every value in it is quoted for a POSIX shell. */
export interface CloneCommand {
	readonly kind: 'nostr' | 'git';
	readonly url: string;
	readonly command?: string;
	/** The command was refused because the value could hurt when pasted; the value is shown as text only. */
	readonly refused?: 'control-characters' | 'leading-dash' | 'unsafe-scheme' | 'credentials';
	readonly by: readonly PersonView[];
}

/** Where the words on the page come from right now. */
export type OriginView =
	| { readonly kind: 'live' }
	/** From this browser's copy; no relay has answered since. */
	| { readonly kind: 'cache'; readonly seenAtSeconds: number }
	| { readonly kind: 'nothing' };

/** The repository page. */
export interface RepositoryPage {
	readonly address: AddressView;
	readonly origin: OriginView;
	/** `looking` until the view is settled; `not-found` only when it is settled and no announcement was seen. */
	readonly finding: 'looking' | 'found' | 'not-found';
	/** Who the fields below come from: members, the selected author alone, or a deleted announcement. */
	readonly basis: 'members' | 'selected' | 'snapshot' | 'nothing';
	readonly name?: GivenView<string>;
	readonly description?: GivenView<string>;
	readonly web?: GivenView<readonly string[]>;
	readonly topics?: GivenView<readonly string[]>;
	readonly lead: LeadViewModel;
	readonly people: readonly PersonRow[];
	/** Rows that `people` leaves out because there are too many (none when absent); the counts below count everybody. */
	readonly omittedPeopleCount?: number;
	/** Confirmed maintainers, the lead among them. */
	readonly confirmedCount: number;
	readonly invitedCount: number;
	readonly moderatorCount: number;
	readonly health: readonly HealthView[];
	/** Authors whose newest announcement may have been deleted by a request whose target nobody has seen (D3). */
	readonly possiblyDeleted: readonly PersonView[];
	readonly futureDates: readonly FutureDateView[];
	readonly lifecycle: LifecycleView;
	readonly state?: StateView;
	/** Why there is no state: none was seen, or the only ones were deleted. */
	readonly stateAbsence?: 'none-seen' | 'deleted';
	readonly coverage: CoverageViewModel;
	readonly clone: readonly CloneCommand[];
	/** The page of the lead's coordinate, when the selected one's signed pointers reach somebody else (`explicit` only). */
	readonly leadPath?: string;
	readonly storage: StorageView;
	/** The earliest unique commit, as the lead (or without one the selected author) names it. */
	readonly euc?: GivenView<string>;
	/** The repository that this one calls its upstream (`u` tag). */
	readonly forkOf?: GivenView<ForkView>;
	/** Everybody of this repository who announces it too, the selected author left out; at most 100. */
	readonly coordinates: readonly CoordinateView[];
	/** Whom the reader looks as, if anybody. */
	readonly viewer?: ViewerView;
	/** Announcements that lost role records without ending them: another tool wrote them over. */
	readonly droppedRoles: readonly DroppedRolesView[];
	/** What is different from the last visit; only of a settled view, and only when there was a visit. */
	readonly changes?: ChangesView;
}

/** Where what was read is kept. `lost`: it was cleared or closed while in use; `blocked`: an older tab holds it. */
export type StorageView =
	{ readonly kind: 'kept' } | { readonly kind: 'memory'; readonly reason: 'refused' | 'blocked' | 'full' | 'lost' };

/** What a `u` tag names: the text as written, and the page of it when it is a coordinate. */
export interface ForkView {
	readonly text: string;
	readonly path?: string;
	/** A web address that may be followed. */
	readonly href?: string;
}

/** Another coordinate of the same repository. */
export interface CoordinateView {
	readonly person: PersonView;
	/** What that person is here, above all; without one they have no role now. */
	readonly standing?: Standing;
	/** The page of their coordinate, with a relay to look on. */
	readonly path: string;
	readonly announcedAtSeconds: number;
}

/** The person a reader looks as: a public key typed in. Nothing is proved by it and nothing can be signed. */
export interface ViewerView {
	readonly person: PersonView;
	/** Empty: no role here. */
	readonly standings: readonly Standing[];
	readonly isSelected: boolean;
	readonly waits: readonly WaitingView[];
}

/** Something the viewer may want to do, in order of weight. */
export type WaitingView =
	| {
			readonly kind: 'accept-invitation';
			readonly role: 'maintainer' | 'moderator';
			/** Who of those that count names them. */
			readonly by: readonly PersonView[];
			readonly sinceSeconds?: number;
			/** Their own records keep them from being counted, and accepting does not mend that. */
			readonly needsRepair: boolean;
	  }
	| { readonly kind: 'acknowledge-removal'; readonly atSeconds?: number }
	| { readonly kind: 'restore-roles' }
	| { readonly kind: 'repair-records'; readonly count: number };

/** An announcement that lacks role records it had before, or that others still remember of it. */
export interface DroppedRolesView {
	readonly by: PersonView;
	/** When the announcement without them was signed. */
	readonly atSeconds: number;
	/** When the last version that had them was signed; without it only other people's copies tell of them. */
	readonly beforeSeconds?: number;
	readonly roles: readonly { readonly letter: 'M' | 'm' | 'o'; readonly subject: PersonView }[];
	readonly omittedRoleCount: number;
	/** Names of other tags that were there before and are not any more. */
	readonly tags: readonly string[];
	/** Whose announcements still say that this author held a role here. */
	readonly copiedBy: readonly PersonView[];
}

/** What changed since the last visit, most important first; at most 50. */
export interface ChangesView {
	readonly sinceSeconds: number;
	readonly list: readonly ChangeView[];
	readonly omittedCount: number;
}

export type ChangeView =
	| { readonly kind: 'lead'; readonly before?: PersonView; readonly after?: PersonView }
	| { readonly kind: 'lifecycle'; readonly before: LifecycleView['kind']; readonly after: LifecycleView['kind'] }
	| {
			readonly kind: 'standing';
			readonly person: PersonView;
			readonly before?: Standing['kind'];
			readonly after?: Standing['kind'];
	  }
	| { readonly kind: 'state'; readonly by: PersonView; readonly createdAtSeconds: number }
	| { readonly kind: 'name'; readonly before?: string; readonly after?: string };

/** What this browser keeps for Countersign. Sizes in bytes, as far as the browser tells. */
export interface StorageUse {
	readonly storage: StorageView;
	readonly eventCount: number;
	readonly repositoryCount: number;
	readonly sizeBytes?: number;
}

/** How far a question was answered that is put to some relays and to nobody else. */
export interface AskedView {
	readonly settled: boolean;
	readonly askedCount: number;
	readonly answeredCount: number;
	readonly relays: readonly RelayView[];
}

/** A person's page: what they announce. That somebody is named in an announcement proves nothing of them. */
export interface PersonPage {
	readonly person: PersonView;
	/** `/<npub>`, or the nprofile when the address gives relays: the path of this page. */
	readonly path: string;
	/** A number that is no point of the curve signs nothing: a bare one in hex can only be an event's id. */
	readonly isKey: boolean;
	/** The latest version of each, the latest first. */
	readonly repositories: readonly AnnouncedView[];
	/** Repositories that the list leaves out because there are too many. */
	readonly omittedCount: number;
	readonly coverage: AskedView;
}

/** One repository that somebody announces, as their own latest announcement says. */
export interface AnnouncedView {
	readonly identifier: string;
	/** The page of this coordinate, with a relay to look on. */
	readonly path: string;
	readonly name?: string;
	readonly description?: string;
	readonly announcedAtSeconds?: number;
	/** Their own deletion request covers this version. */
	readonly deletion?: { readonly atSeconds?: number };
}

/** What was opened by an event's id, and where it leads. */
export interface EventPage {
	readonly eventId: string;
	readonly finding: 'looking' | 'found' | 'not-found';
	readonly event?: FoundEventView;
	readonly coverage: AskedView;
}

/** What an event is to a repository. */
export type EventRole =
	| 'announcement'
	| 'state'
	| 'patch'
	| 'pull-request'
	| 'pull-request-update'
	| 'issue'
	| 'status'
	| 'comment'
	| 'label'
	| 'cover-note'
	| 'other';

/** A verified event, as far as it tells where it belongs. */
export interface FoundEventView {
	readonly role: EventRole;
	readonly kind: number;
	readonly author: PersonView;
	readonly createdAtSeconds?: number;
	/** The coordinates it names, in no order of meaning: of several the reader chooses. */
	readonly repositories: readonly { readonly owner: PersonView; readonly identifier: string; readonly path: string }[];
}

/** A NIP-05 name to look up: `alice` at `example.com`, `_` for the domain itself; with `path` the repository there first. */
export interface NameQuery {
	readonly local: string;
	readonly domain: string;
	/** `/path` of `nostr://<domain>/<path>`, as written. */
	readonly path?: string;
}

/** What a domain said of a name: its word, and no proof. */
export type NameLookup =
	| {
			readonly kind: 'found';
			readonly pubkey: string;
			readonly relayHints: readonly string[];
			/** The domain names this repository by its path. */
			readonly identifier?: string;
			readonly answeredAtSeconds: number;
	  }
	| { readonly kind: 'failed'; readonly error: NameError };

/** Why a name led to nobody. */
export type NameError =
	| { readonly kind: 'name-unknown'; readonly local: string; readonly domain: string }
	| { readonly kind: 'name-site-silent'; readonly domain: string; readonly reason: 'network' | 'timeout' }
	| { readonly kind: 'name-site-refused'; readonly domain: string; readonly status: number }
	| { readonly kind: 'name-unreadable'; readonly domain: string; readonly reason: 'too-large' | 'not-json' | 'bad-key' }
	| { readonly kind: 'name-local-host'; readonly domain: string };

/** A repository opened before in this browser. */
export interface RecentRepository {
	readonly path: string;
	readonly ownerPubkey: string;
	readonly ownerNpub: string;
	readonly ownerName?: string;
	readonly identifier: string;
	readonly name?: string;
	readonly openedAtSeconds: number;
}

/** Settings the page hands to the worker before anything else. */
export interface WorkerSettings {
	readonly indexRelays: readonly string[];
	/** `location.protocol === 'https:'`: then `ws://` relays cannot be asked. */
	readonly pageIsSecure: boolean;
	/** The page itself is on this machine: only then are local addresses contacted. */
	readonly pageIsLoopback: boolean;
}

/** What can be watched: the value is pushed on every change until the watch is disposed. */
export interface ForgeWatches {
	readonly repository: {
		readonly params: {
			readonly pubkey: string;
			readonly identifier: string;
			readonly relayHints: readonly string[];
			/** Relays typed in on the page to look on as well. */
			readonly addedRelays: readonly string[];
		};
		readonly value: RepositoryPage;
	};
	readonly recent: { readonly params: null; readonly value: readonly RecentRepository[] };
	/** What somebody announces, from index relays, hints and the relays they write to. */
	readonly person: {
		readonly params: { readonly pubkey: string; readonly relayHints: readonly string[] };
		readonly value: PersonPage;
	};
	/** One event by its id, until it is found. */
	readonly event: {
		readonly params: { readonly eventId: string; readonly relayHints: readonly string[]; readonly author?: string };
		readonly value: EventPage;
	};
}

/** Which repository. */
export interface RepositoryKey {
	readonly pubkey: string;
	readonly identifier: string;
}

/** What can be asked once. */
export interface ForgeCalls {
	/** May come again: settings hold for what is asked for from then on. */
	readonly configure: { readonly params: WorkerSettings; readonly value: null };
	/** Asks every relay of an open view anew. */
	readonly refresh: { readonly params: RepositoryKey; readonly value: null };
	/** Looks as somebody from now on, in all views; without a key as nobody. */
	readonly viewAs: { readonly params: { readonly pubkey?: string }; readonly value: null };
	/** The changes since the last visit have been read: the next visit compares with what is shown now. */
	readonly markSeen: { readonly params: RepositoryKey; readonly value: null };
	/** Removes what is kept of one repository: its events, when it was seen, that it was opened. */
	readonly forget: { readonly params: RepositoryKey; readonly value: null };
	/** Removes all that is kept in this browser but the settings of its pages. */
	readonly removeEverything: { readonly params: null; readonly value: null };
	readonly storageUse: { readonly params: null; readonly value: StorageUse };
	/** Asks a domain, once, whom it means by a name: only because a person opened that name. */
	readonly lookUpName: { readonly params: NameQuery; readonly value: NameLookup };
}

/** Why a request to the worker failed; data, to be put into words by `state/present-error.ts`. */
export type ForgeError =
	| { readonly kind: 'worker-failed'; readonly message: string }
	/** A part that is loaded on use could not be: most likely a newer version is being served. */
	| { readonly kind: 'part-missing' }
	/** What is kept could not be removed: another tab or the browser holds it. */
	| { readonly kind: 'not-removed' }
	| { readonly kind: 'bad-request'; readonly message: string };
