/** One measured figure and the limit it is held against; both in `unit`. */
export interface Figure {
	readonly name: string;
	readonly value: number;
	readonly limit: number;
	readonly unit: 'kB' | 'x' | 'ms';
	/** What the figure was made of, for the reader of the table. */
	readonly detail: string;
}

/** Whether a figure is within its limit. */
export function holds({ value, limit }: Figure): boolean {
	return value <= limit;
}

/** The figures as a plain table, one a line, misses marked. */
export function formatTable(figures: readonly Figure[]): string {
	const rows = figures.map((figure) => [
		figure.name,
		`${figure.value.toFixed(figure.unit === 'x' ? 2 : 1)} ${figure.unit}`,
		`<= ${figure.limit} ${figure.unit}`,
		holds(figure) ? 'holds' : 'MISSED',
		figure.detail
	]);
	const table = [['what', 'measured', 'budget', '', 'from'], ...rows];
	const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
	return table
		.map((row) =>
			row
				.map((cell, column) => cell.padEnd(widths[column] ?? 0))
				.join('  ')
				.trimEnd()
		)
		.join('\n');
}
