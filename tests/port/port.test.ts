import { afterEach, expect, test } from 'vitest';
import { err, ok, type Result } from '#lib/core/result.ts';
import { openPort, servePort, type PortClient } from '#lib/port/port.ts';

interface Calls {
	readonly double: { readonly params: number; readonly value: number };
	readonly fail: { readonly params: string; readonly value: null };
	readonly break: { readonly params: null; readonly value: null };
}
interface Watches {
	readonly count: { readonly params: { readonly from: number }; readonly value: number };
	readonly break: { readonly params: null; readonly value: null };
}
type Problem = { readonly kind: 'refused' | 'bug'; readonly message: string };
type Push = (value: Result<number, Problem>) => void;

const ports: MessagePort[] = [];

function open() {
	const { port1, port2 } = new MessageChannel();
	ports.push(port1, port2);
	const pushes: Push[] = [];
	const signals: AbortSignal[] = [];
	servePort<Calls, Watches, Problem>(
		port1,
		{
			calls: {
				double: async (value) => ok(value * 2),
				fail: async (message) => err({ kind: 'refused', message }),
				break: () => {
					throw new Error('broken');
				}
			},
			watches: {
				count({ from }, push, signal) {
					pushes.push(push);
					signals.push(signal);
					push(ok(from));
				},
				break() {
					throw new Error('broken');
				}
			}
		},
		(reason) => ({ kind: 'bug', message: reason instanceof Error ? reason.message : '' })
	);
	const client: PortClient<Calls, Watches, Problem> = openPort(port2);
	return { client, pushes, signals };
}

/** Watches and waits for values one after another. */
function watchCount(client: PortClient<Calls, Watches, Problem>, from: number) {
	const values: Result<number, Problem>[] = [];
	let told = () => {};
	const dispose = client.watch('count', { from }, (value) => {
		values.push(value);
		told();
	});
	const until = async (length: number) => {
		while (values.length < length) await new Promise<void>((resolve) => (told = resolve));
	};
	return { values, dispose, until };
}

afterEach(() => {
	for (const port of ports.splice(0)) port.close();
});

test('a call is answered by its value, and calls do not mix', async () => {
	const { client } = open();
	const answers = await Promise.all([1, 2, 3].map((value) => client.call('double', value)));
	expect(answers).toEqual([ok(2), ok(4), ok(6)]);
});

test('a failure is data, and so is a bug of the answering side', async () => {
	const { client } = open();
	expect(await client.call('fail', 'no')).toEqual(err({ kind: 'refused', message: 'no' }));
	expect(await client.call('break', null)).toEqual(err({ kind: 'bug', message: 'broken' }));
	const broken = await new Promise((resolve) => client.watch('break', null, resolve));
	expect(broken).toEqual(err({ kind: 'bug', message: 'broken' }));
});

test('what nobody serves is a failure, not silence', async () => {
	const { client } = open();
	const asking = client as unknown as PortClient<{ other: { params: null; value: null } }, Watches, Problem>;
	expect(await asking.call('other', null)).toMatchObject({ ok: false, error: { kind: 'bug' } });
});

test('a watch gives every value in order, and two watches of one name are two', async () => {
	const { client, pushes } = open();
	const first = watchCount(client, 1);
	const second = watchCount(client, 10);
	await Promise.all([first.until(1), second.until(1)]);
	pushes[0]?.(ok(2));
	pushes[1]?.(ok(11));
	pushes[0]?.(ok(3));
	await Promise.all([first.until(3), second.until(2)]);
	expect(first.values).toEqual([ok(1), ok(2), ok(3)]);
	expect(second.values).toEqual([ok(10), ok(11)]);
});

test('a disposed watch tells its handler, and nothing arrives any more, whatever is under way', async () => {
	const { client, pushes, signals } = open();
	const { values, dispose, until } = watchCount(client, 1);
	await until(1);
	pushes[0]?.(ok(2));
	dispose();
	dispose();
	await client.call('double', 1);
	expect(signals[0]?.aborted).toBe(true);
	pushes[0]?.(ok(3));
	await client.call('double', 1);
	expect(values).toEqual([ok(1)]);
});

test('what others say on the channel is not taken for a request or a reply', async () => {
	const { client } = open();
	for (const port of ports) for (const message of [null, 7, 'port', { port: 'other' }]) port.postMessage(message);
	expect(await client.call('double', 4)).toEqual(ok(8));
});
