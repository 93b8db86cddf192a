/** Event kinds by their NIP-34, NIP-01, NIP-09 and NIP-65 names. */
export const kinds = {
	profile: 0,
	deletion: 5,
	relayList: 10002,
	announcement: 30617,
	repositoryState: 30618
} as const;

/** NIP-01 "Kinds": of a replaceable kind only the latest event for each author is kept. */
export function isReplaceable(kind: number): boolean {
	return kind === 0 || kind === 3 || (kind >= 10_000 && kind < 20_000);
}

/** NIP-01 "Kinds": of an addressable kind only the latest event for each author and `d` is kept. */
export function isAddressable(kind: number): boolean {
	return kind >= 30_000 && kind < 40_000;
}

/** NIP-01 "Kinds": an ephemeral event is passed on and not kept. */
export function isEphemeral(kind: number): boolean {
	return kind >= 20_000 && kind < 30_000;
}
