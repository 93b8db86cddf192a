/** How a repository, seen from one coordinate, is called in the store: `<pubkey>:<identifier>`. */
export function viewKey({ pubkey, identifier }: { readonly pubkey: string; readonly identifier: string }): string {
	return `${pubkey}:${identifier}`;
}

/** The identifier in such a key; it may hold colons itself. */
export function identifierIn(key: string): string {
	return key.slice(key.indexOf(':') + 1);
}
