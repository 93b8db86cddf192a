import { countDeclared } from './coverage.ts';
import type { RelayAnswer } from './evidence.ts';
import type { Pubkey } from './ids.ts';
import type { RelayUrl } from './relay-url.ts';

/** Which relays speak for whom, and what an intent is about. */
export interface WriteCoverageInput {
	readonly selected: Pubkey;
	readonly lead?: Pubkey;
	readonly confirmed: readonly Pubkey[];
	/** Whether every relay that reading waits for has answered or failed (D37). */
	readonly settled: boolean;
	readonly answers: readonly RelayAnswer[];
	/** The relays that each author's announcement declares. */
	readonly declared: ReadonlyMap<Pubkey, readonly RelayUrl[]>;
	/** The relays that each person writes to (NIP-65). */
	readonly writeRelays: ReadonlyMap<Pubkey, readonly RelayUrl[]>;
	readonly index: readonly RelayUrl[];
	/** Declaring oneself lead counts everybody's relays: the lead's key may be lost. */
	readonly declaresLead: boolean;
	/** Whom the intent names, and which of them it removes. */
	readonly named: readonly Pubkey[];
	readonly removing: readonly Pubkey[];
}

/** Whether enough is known to act on a view, and what is missing. */
export interface WriteCoverage {
	/** The relays whose majority has to have answered. */
	readonly counted: readonly RelayUrl[];
	readonly answeredCount: number;
	readonly isCompleteEnough: boolean;
	/** People the intent names of whom no relay that could tell has answered. They veto. */
	readonly unheardNamed: readonly Pubkey[];
	/** Confirmed people none of whose declared relays has answered. They are named and veto nothing. */
	readonly silentMembers: readonly Pubkey[];
}

/**
 * Whether a view may be acted on.
 * In: what is declared, what answered, what the intent names. Out: complete enough only when settled, somebody is
 * confirmed, more than half of the counted relays answered, and of everybody named but not removed a relay answered that
 * they declare or write to; of whom neither is known, an index relay. Nothing overrides it. Errors: none. Source: D38.
 */
export function resolveWriteCoverage(input: WriteCoverageInput): WriteCoverage {
	const { declared, writeRelays, confirmed } = input;
	const answered = new Set(input.answers.flatMap(({ url, outcome }) => (outcome.kind === 'answered' ? [url] : [])));
	const isHeard = (urls: readonly RelayUrl[]) => urls.some((url) => answered.has(url));
	const counted = countDeclared(countedAuthors(input).map((author) => [author, declared.get(author) ?? []] as const));
	const answeredCount = counted.filter((url) => answered.has(url)).length;
	const removing = new Set(input.removing);
	const unheardNamed = input.named.filter((person) => {
		if (removing.has(person)) return false;
		const own = [...(declared.get(person) ?? []), ...(writeRelays.get(person) ?? [])];
		return !isHeard(own.length > 0 ? own : input.index);
	});
	return {
		counted,
		answeredCount,
		isCompleteEnough:
			input.settled && confirmed.length > 0 && answeredCount * 2 > counted.length && unheardNamed.length === 0,
		unheardNamed,
		silentMembers: confirmed.filter((person) => !isHeard(declared.get(person) ?? []))
	};
}

/** Whose declared relays count: the lead's, leadless every confirmed maintainer's, with nobody confirmed the selected author's. */
function countedAuthors({ confirmed, lead, selected, declaresLead }: WriteCoverageInput): readonly Pubkey[] {
	if (confirmed.length === 0) return [selected];
	return lead === undefined || declaresLead ? confirmed : [lead];
}
