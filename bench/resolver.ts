import type { CheckedEvent } from '#lib/core/event.ts';
import { gatherEvidence } from '#lib/core/evidence.ts';
import { parsePubkey } from '#lib/core/ids.ts';
import { resolveRepository } from '#lib/core/resolve.ts';
import { shapes, type Workload } from './announcements.ts';
import type { Figure } from './budget.ts';
import { median } from './median.ts';

const sizes = [1_000, 10_000, 100_000] as const;
const rounds = { 1_000: 41, 10_000: 15, 100_000: 7 } as const;

/** Times in milliseconds, medians over the rounds; `ratio` is the median of each round's own. */
export interface Timing {
	readonly shape: string;
	readonly announcements: number;
	readonly parseMs: number;
	readonly resolveMs: number;
	readonly ratio: number;
	readonly confirmed: number;
}

/**
 * The resolver against `JSON.parse` of the same events. In each round the texts are parsed and the fresh events are
 * resolved, so that both meet the same machine and nothing remembered from the round before helps.
 */
export function timeResolver(): Timing[] {
	return Object.entries(shapes).flatMap(([shape, build]) =>
		sizes.map((announcements) => time(shape, announcements, build(announcements)))
	);
}

/**
 * The two budgets of each shape: at 10,000 announcements at most 3 times `JSON.parse`; and linear: from 10,000 to
 * 100,000 the resolver slows down by at most 1.5 times what `JSON.parse`, which is linear, slows down by. Work that grows
 * with the square would be at 10; the sorted lists of a view and a memory that no cache holds are what 1.5 leaves room for.
 */
export function judgeResolver(timings: readonly Timing[]): Figure[] {
	return Object.keys(shapes).flatMap((shape) => {
		const at = (size: number) => timings.find((timing) => timing.shape === shape && timing.announcements === size);
		const [ten, hundred] = [at(10_000), at(100_000)];
		if (ten === undefined || hundred === undefined) throw new Error(`${shape} was not timed`);
		return [
			{
				name: `resolve 10,000, ${shape}`,
				value: ten.ratio,
				limit: 3,
				unit: 'x',
				detail: `${ten.resolveMs.toFixed(1)} ms, JSON.parse ${ten.parseMs.toFixed(1)} ms`
			},
			{
				name: `linear to 100,000, ${shape}`,
				value: hundred.ratio / ten.ratio,
				limit: 1.5,
				unit: 'x',
				detail: `${hundred.resolveMs.toFixed(0)} ms, JSON.parse ${hundred.parseMs.toFixed(0)} ms: ${hundred.ratio.toFixed(2)} x`
			}
		] satisfies Figure[];
	});
}

function time(shape: string, announcements: number, workloads: readonly Workload[]): Timing {
	const parse: number[] = [];
	const resolve: number[] = [];
	let confirmed = 0;
	const count = rounds[announcements as keyof typeof rounds] ?? 7;
	for (let round = 0; round < count; round++) {
		globalThis.gc?.();
		const start = performance.now();
		const events = workloads.map(({ texts }) => texts.map((text) => JSON.parse(text) as CheckedEvent));
		const parsed = performance.now();
		// What parsing left behind is not the resolver's to sweep up.
		globalThis.gc?.();
		const resumed = performance.now();
		confirmed = workloads.reduce((sum, workload, index) => sum + resolveOne(workload, events[index] ?? []), 0);
		parse.push(parsed - start);
		resolve.push(performance.now() - resumed);
	}
	// A workload that resolves to nobody would be measured as fast and prove nothing.
	if (confirmed !== announcements) throw new Error(`${shape}: ${confirmed} of ${announcements} confirmed`);
	const ratio = median(resolve.map((ms, round) => ms / (parse[round] ?? ms)));
	return { shape, announcements, parseMs: median(parse), resolveMs: median(resolve), ratio, confirmed };
}

function resolveOne({ pubkey, identifier }: Workload, events: readonly CheckedEvent[]): number {
	const author = parsePubkey(pubkey);
	if (author === undefined) throw new Error(`${pubkey} is no key`);
	return resolveRepository(gatherEvidence(events), { pubkey: author, identifier, relayHints: [] }).confirmed.length;
}
