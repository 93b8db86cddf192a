/**
 * Dynamic imports that no first content waits for, each by a piece of its source path or chunk name and with its reason.
 * A dynamic import that is not named here counts as entry.
 */
export const loadedLater: readonly string[] = [
	// Kit's page for an app that cannot start at all.
	'error-template'
];
