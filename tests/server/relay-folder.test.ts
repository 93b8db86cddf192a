import { appendFileSync, mkdirSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { startRelay } from '../../server/relay.ts';
import { event, test } from './support/relay-test.ts';

const announcement = (at: number) => event('alice', 30_617, at, [['d', 'r']]);
const linesOf = (folder: string) => readFileSync(join(folder, 'events.jsonl'), 'utf8').trimEnd().split('\n');

describe('a relay in a folder', () => {
	test('has its events again after a restart, in order', async ({ start, connect, folder }) => {
		const events = [event('alice', 1, 100), event('bob', 1, 200), announcement(300)];
		const first = await start({ folder });
		first.publish(events);
		await first.close();
		const client = await connect(await start({ folder }));
		expect(await client.stored('a', {})).toEqual([...events].reverse());
	});

	test('keeps an event before it acknowledges it', async ({ start, connect, folder }) => {
		const client = await connect(await start({ folder }));
		const note = event('alice', 1, 100, [], 'line\nbreak');
		await client.publish(note);
		expect(linesOf(folder).map((line) => JSON.parse(line) as unknown)).toEqual([note]);
	});

	test('remembers deletions: by id, by address, and the version that a deletion by id took', async ({
		start,
		connect,
		folder
	}) => {
		const [old, latest] = [announcement(100), announcement(200)];
		const note = event('bob', 1, 100);
		const list = event('carol', 10_002, 100);
		const first = await start({ folder });
		first.publish([
			old,
			note,
			list,
			event('alice', 5, 250, [['e', latest.id]]),
			event('bob', 5, 250, [['e', note.id]]),
			event('carol', 5, 250, [['a', `10002:${list.pubkey}:`]])
		]);
		// Only now is it known that the deleted one was later than the one that is here.
		expect(first.publish([latest]).map(({ accepted }) => accepted)).toEqual([false]);
		await first.close();
		const second = await start({ folder });
		const client = await connect(second);
		expect(await client.stored('a', { kinds: [1, 10_002, 30_617] })).toEqual([]);
		expect(second.publish([old, latest, note, list]).every(({ accepted }) => !accepted)).toBe(true);
		expect(second.publish([announcement(300)])).toEqual([{ accepted: true, message: '' }]);
	});

	test('remembers what a deletion took as well when the file was written anew', async ({ start, folder }) => {
		const [old, latest] = [announcement(100), announcement(200)];
		const request = event('alice', 5, 250, [['e', latest.id]]);
		const lines = [...Array.from({ length: 1050 }, () => latest), request].map((line) => `${JSON.stringify(line)}\n`);
		writeFileSync(join(folder, 'events.jsonl'), lines.join(''));
		const first = await start({ folder });
		first.publish([event('bob', 1, 100)]);
		await first.close();
		expect(linesOf(folder)).toHaveLength(3);
		const second = await start({ folder });
		expect(second.publish([old, latest]).map(({ accepted }) => accepted)).toEqual([false, false]);
	});

	test('drops a line in the middle that cannot be read, with a warning, once', async ({ start, folder }) => {
		const good = [event('alice', 1, 100), event('alice', 1, 200)].map((line) => JSON.stringify(line));
		writeFileSync(join(folder, 'events.jsonl'), `${good.join('\n{"junk":\n')}\n`);
		for (const expected of [1, 0]) {
			const warnings: string[] = [];
			const relay = await start({ folder, warn: (message) => warnings.push(message) });
			expect(warnings).toHaveLength(expected);
			expect(relay.eventCount).toBe(2);
			await relay.close();
		}
	});

	test('drops a last line that was cut off, with a warning, and goes on', async ({ start, folder }) => {
		const first = await start({ folder });
		first.publish([event('alice', 1, 100), event('alice', 1, 200)]);
		await first.close();
		const path = join(folder, 'events.jsonl');
		truncateSync(path, readFileSync(path).length - 20);
		const warnings: string[] = [];
		const second = await start({ folder, warn: (message) => warnings.push(message) });
		expect(warnings).toEqual([expect.stringMatching(/last line was cut off/)]);
		expect(second.eventCount).toBe(1);
		second.publish([event('alice', 1, 300)]);
		await second.close();
		const third = await start({ folder, warn: (message) => warnings.push(message) });
		expect(third.eventCount).toBe(2);
		expect(warnings).toHaveLength(1);
	});

	test('is written anew, in one step, when most of it is no longer needed', async ({ start, folder }) => {
		writeFileSync(join(folder, 'events.jsonl'), `${JSON.stringify(announcement(100))}\n`.repeat(1050));
		// What a kill in the middle of an earlier attempt left behind.
		writeFileSync(join(folder, 'events.jsonl.new'), 'half');
		const first = await start({ folder });
		first.publish([announcement(2000)]);
		expect(linesOf(folder)).toEqual([JSON.stringify(announcement(2000))]);
		first.publish([event('bob', 1, 100)]);
		await first.close();
		expect(readdirSync(folder)).toEqual(['events.jsonl']);
		expect((await start({ folder })).eventCount).toBe(2);
	});

	test('does not get what is published not to be kept, not even when it is written anew', async ({ start, folder }) => {
		const passing = event('bob', 1, 100);
		writeFileSync(join(folder, 'events.jsonl'), `${JSON.stringify(announcement(100))}\n`.repeat(1050));
		const first = await start({ folder });
		first.publish([passing], { keep: false });
		first.publish([announcement(200)]);
		expect(first.eventCount).toBe(2);
		await first.close();
		expect(linesOf(folder)).toEqual([announcement(100), announcement(200)].map((kept) => JSON.stringify(kept)));
	});

	test('that is gone: takes in nothing new, says so once, and goes on with what it has', async ({
		start,
		connect,
		folder
	}) => {
		const warnings: string[] = [];
		const data = join(folder, 'data');
		const relay = await start({ folder: data, warn: (message) => warnings.push(message) });
		const [client, listener] = [await connect(relay), await connect(relay)];
		const [old, latest] = [announcement(100), announcement(200)];
		expect(await client.publish(old)).toEqual([true, '']);
		await listener.listen('a', { since: 101 });
		rmSync(data, { recursive: true });
		for (const refused of [latest, event('alice', 5, 250, [['e', old.id]]), latest])
			expect(await client.publish(refused)).toEqual([false, 'error: could not be kept']);
		expect(await client.stored('b', {})).toEqual([old]);
		await listener.expectSilenceUntilAnswer();
		expect(warnings).toEqual([expect.stringMatching(/could not be kept: the file is gone/)]);
	});

	test('that is gone: does not believe a deletion either that it could not keep', async ({ start, folder }) => {
		const data = join(folder, 'data');
		const relay = await start({ folder: data, warn: () => undefined });
		const [old, latest] = [announcement(100), announcement(200)];
		relay.publish([old, event('alice', 5, 250, [['e', latest.id]])]);
		rmSync(data, { recursive: true });
		expect(relay.publish([latest])).toEqual([{ accepted: false, message: 'error: could not be kept' }]);
		expect(relay.eventCount).toBe(2);
	});

	test('goes on with the old file when it cannot be written anew, says so once, and tries again later', async ({
		start,
		folder
	}) => {
		const warnings: string[] = [];
		writeFileSync(join(folder, 'events.jsonl'), `${JSON.stringify(announcement(100))}\n`.repeat(1050));
		const first = await start({ folder, warn: (message) => warnings.push(message) });
		mkdirSync(join(folder, 'events.jsonl.new'));
		const versions = Array.from({ length: 1005 }, (_, i) => announcement(200 + i));
		expect(first.publish(versions.slice(0, 5)).every(({ accepted }) => accepted)).toBe(true);
		expect(linesOf(folder)).toHaveLength(1055);
		expect(warnings).toEqual([expect.stringMatching(/could not be written anew/)]);
		rmSync(join(folder, 'events.jsonl.new'), { recursive: true });
		expect(first.publish(versions.slice(5)).every(({ accepted }) => accepted)).toBe(true);
		expect(linesOf(folder).length).toBeLessThan(10);
		await first.close();
		expect((await start({ folder })).publish(versions.slice(-1))[0]?.message).toMatch(/^duplicate/);
		expect(warnings).toHaveLength(1);
	});

	test('is refused to a second relay while the first has it', async ({ start, folder }) => {
		const first = await start({ folder });
		await expect(startRelay({ folder })).rejects.toThrow(/in use by process/);
		await first.close();
		expect((await start({ folder })).eventCount).toBe(0);
	});

	test('is taken over from a process that is gone', async ({ start, folder }) => {
		// No process has so high an id.
		appendFileSync(join(folder, 'in-use-by'), '999999999');
		expect((await start({ folder })).eventCount).toBe(0);
	});
});
