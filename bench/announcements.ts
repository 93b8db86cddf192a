/**
 * Announcements to measure with: shaped as relays send them, with the tags a real one has. Ids and signatures are made
 * up: what checks them is not measured here.
 */

/** What is resolved: the events of one identifier, one JSON text each, and from whose coordinate. */
export interface Workload {
	readonly texts: readonly string[];
	readonly pubkey: string;
	readonly identifier: string;
}

/** A shape of repository, by its number of announcements; several workloads are resolved one after the other. */
export const shapes: Readonly<Record<string, (count: number) => Workload[]>> = {
	/** One lead who names everybody; everybody points back. */
	star: (count) => [star(count, 'star', 0)],
	/** Each names the next and points to the one before; looked at from the far end. */
	chain: (count) => [chain(count, 'chain')],
	/** A hundred repositories of equal size, each led by one. */
	'100 repositories': (count) =>
		Array.from({ length: 100 }, (_, index) => star(count / 100, `repository-${index}`, index * (count / 100)))
};

function star(count: number, identifier: string, firstKey: number): Workload {
	const lead = hex(firstKey);
	const others = Array.from({ length: count - 1 }, (_, index) => hex(firstKey + index + 1));
	const texts = [
		announcement(identifier, lead, 0, [['M', lead], ...others.map((key) => ['m', key, time(1)])], [lead, ...others]),
		...others.map((key, index) =>
			announcement(
				identifier,
				key,
				index + 1,
				[
					['M', lead, time(1)],
					['m', key, time(1)]
				],
				[lead, key]
			)
		)
	];
	return { texts, pubkey: lead, identifier };
}

function chain(count: number, identifier: string): Workload {
	const texts = Array.from({ length: count }, (_, index) => {
		const [before, own, next] = [hex(Math.max(0, index - 1)), hex(index), hex(index + 1)];
		const roles = [['M', before, time(1)]];
		if (index > 0) roles.push(['m', own, time(1)]);
		if (index < count - 1) roles.push(['m', next, time(1)]);
		return announcement(identifier, own, index, roles, [...new Set(roles.map((role) => role[1] ?? ''))]);
	});
	return { texts, pubkey: hex(count - 1), identifier };
}

function announcement(identifier: string, author: string, index: number, roles: string[][], listed: string[]): string {
	return JSON.stringify({
		id: hex(index, 'e'),
		pubkey: author,
		created_at: 1_700_000_000 + index,
		kind: 30617,
		tags: [
			['d', identifier],
			['name', 'Measured repository'],
			['description', 'A repository that stands in no relay.'],
			['clone', `https://git.example/${author.slice(0, 8)}/${identifier}.git`],
			['relays', 'wss://one.relay.example', 'wss://two.relay.example'],
			['r', '5072d871cfa50e0a9f44410c23cfa5117c93b4fa', 'euc'],
			...roles,
			['maintainers', ...listed]
		],
		content: '',
		sig: hex(index, 'f').repeat(2)
	});
}

/** A made-up key or id. The number is spread over the digits, as a real one's would be. */
function hex(number: number, mark = 'a'): string {
	const spread = Math.imul(number + 1, 0x9e3779b1) >>> 0;
	return (spread.toString(16).padStart(8, '0') + number.toString(16).padStart(8, mark)).repeat(4);
}

function time(step: number): string {
	return String(1_700_000_000 + step);
}
