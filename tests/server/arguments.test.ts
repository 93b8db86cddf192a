import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { parseArguments } from '../../server/arguments.ts';
import { onFirstFreePort } from '../../server/first-free-port.ts';
import { startRelay } from '../../server/relay.ts';

test.each([
	['', { kind: 'serve', withDemo: true }],
	['--help', { kind: 'help' }],
	['--port 8080 --relay-port 8081', { kind: 'serve', port: 8080, relayPort: 8081, withDemo: true }],
	['--port=0 --relay-port=0', { kind: 'serve', port: 0, relayPort: 0, withDemo: true }],
	['--data some/folder --no-demo', { kind: 'serve', dataFolder: 'some/folder', withDemo: false }]
])('"%s" is understood', (line, expected) => {
	expect(parseArguments(line.split(' ').filter((word) => word !== ''))).toEqual({ ok: true, value: expected });
});

test.each([
	['--prot 1', /Unknown option '--prot'/],
	['serve', /Unexpected argument 'serve'/],
	['--port', /--port/],
	['--port 65536', /--port takes a number/],
	['--relay-port -1', /--relay-port/],
	['--relay-port 1e3', /--relay-port takes a number/],
	['--port 80x', /--port takes a number/],
	['--port 9000 --relay-port 9000', /two ports/],
	['--no-demo=yes', /--no-demo/],
	['--data=', /--data takes a folder/]
])('"%s" is refused with a reason in one line', (line, reason) => {
	const parsed = parseArguments(line.split(' '));
	expect(parsed).toMatchObject({ ok: false, error: expect.stringMatching(reason) as string });
	expect(parsed.ok ? '' : parsed.error).not.toContain('\n');
});

test('the usual port is given up for the next that is free; one that was asked for is not', async () => {
	const other = createServer();
	await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
	const { port } = other.address() as AddressInfo;
	const start = (tried: number) => startRelay({ port: tried });
	const relay = await onFirstFreePort(undefined, port, start);
	expect(relay.port).toBeGreaterThan(port);
	await expect(onFirstFreePort(port, 1, start)).rejects.toMatchObject({ code: 'EADDRINUSE' });
	await relay.close();
	other.close();
});
