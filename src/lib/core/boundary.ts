/**
 * A moment written in a role tag, in Unix seconds: a number while that is exact, else a bigint, so that equal moments
 * are equal under `===` and any two compare with `<`. At most 2^64-1 (D6).
 */
export type Boundary = number | bigint;

const largest = 18446744073709551615n;

/**
 * The moment a text writes: decimal digits 0-9 only, leading zeros allowed, at most 2^64-1.
 * Errors: undefined for anything else (empty, sign, space, exponent, digits of other scripts). Source: D6.
 */
export function parseBoundary(text: string): Boundary | undefined {
	const { length } = text;
	if (length === 0) return undefined;
	for (let i = 0; i < length; i++) {
		const code = text.charCodeAt(i);
		if (code < 48 || code > 57) return undefined;
	}
	if (length <= 15) return Number(text);
	const value = BigInt(text);
	if (value > largest) return undefined;
	return value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
}

/** The later of two moments. */
export function laterOf(a: Boundary, b: Boundary): Boundary {
	return a < b ? b : a;
}
