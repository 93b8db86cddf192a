/** A square of the picture drawn from a key, in cells of a 5 by 5 grid. */
export interface Cell {
	readonly x: number;
	readonly y: number;
}

/** A picture drawn from a key: a colour and a pattern with a mirror axis. The same key always draws the same. */
export interface Identicon {
	/** Degrees on the colour wheel. */
	readonly hue: number;
	readonly cells: readonly Cell[];
}

/** In: hex digits, of which the last ten decide, because keys that were searched for look alike at the front. */
export function drawIdenticon(hex: string): Identicon {
	const tail = hex.slice(-10).padStart(10, '0');
	const pattern = Number.parseInt(tail.slice(0, 5), 16) || 0;
	// 20 bits for 15 places: the upper ones change the lower.
	const bits = pattern ^ (pattern >> 15);
	const hue = (Number.parseInt(tail.slice(5), 16) || 0) % 360;
	const cells: Cell[] = [];
	for (let y = 0; y < 5; y++)
		for (let x = 0; x < 3; x++) {
			if (((bits >> (y * 3 + x)) & 1) === 0) continue;
			cells.push({ x, y });
			if (x < 2) cells.push({ x: 4 - x, y });
		}
	return { hue, cells };
}
