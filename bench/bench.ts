import { writeFileSync } from 'node:fs';
import { measureInBrowser } from './browser-figures.ts';
import { formatTable, holds } from './budget.ts';
import { measureEntry } from './entry-size.ts';
import { judgeResolver, timeResolver } from './resolver.ts';

const timings = timeResolver();
const figures = [...measureEntry(), ...judgeResolver(timings), ...(await measureInBrowser())];
const misses = figures.filter((figure) => !holds(figure)).map(({ name }) => name);

console.log(formatTable(figures));
console.log('\nThe resolver, medians');
console.log(formatTimings());
console.log(misses.length === 0 ? '\nEvery budget holds.' : `\nMissed: ${misses.join('; ')}`);
writeFileSync(
	'bench-results.json',
	JSON.stringify({ node: process.version, figures, timings, misses }, undefined, '\t') + '\n'
);
process.exitCode = misses.length === 0 ? 0 : 1;

function formatTimings(): string {
	return timings
		.map(
			({ shape, announcements, parseMs, resolveMs, ratio }) =>
				`${shape.padEnd(18)}${String(announcements).padStart(7)}  JSON.parse ${parseMs.toFixed(1).padStart(7)} ms  ` +
				`resolve ${resolveMs.toFixed(1).padStart(7)} ms  ${ratio.toFixed(2)} x`
		)
		.join('\n');
}
