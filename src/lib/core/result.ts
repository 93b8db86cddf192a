/**
 * A value or an error, as data. Whatever a stranger's event, a relay or a user can cause is one of these; `throw` is for
 * our own bugs. Errors carry a `kind` and what is needed to put them into words (`state/present-error.ts`).
 */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

/** The good half of a `Result`. */
export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
	return { ok: true, value };
}

/** The bad half of a `Result`. */
export function err<E>(error: E): { readonly ok: false; readonly error: E } {
	return { ok: false, error };
}

/** Proves at compile time that every member of a union was handled. */
export function unreachable(value: never): never {
	throw new Error(`Not reachable: ${JSON.stringify(value)}`);
}
