import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { helpText, parseArguments } from '../../server/arguments.ts';
import { onFirstFreePort } from '../../server/first-free-port.ts';
import { faultNames, parseFault } from '../../server/relay/fault-names.ts';
import type { RelayFault } from '../../server/relay/faults.ts';
import { startRelay } from '../../server/relay.ts';

const one = { kind: 'serve', withDemo: true, relayCount: 1, faults: new Map() };

test.each([
	['', one],
	['--help', { kind: 'help' }],
	['--port 8080 --relay-port 8081', { ...one, port: 8080, relayPort: 8081 }],
	['--port=0 --relay-port=0', { ...one, port: 0, relayPort: 0 }],
	['--data some/folder --no-demo', { ...one, dataFolder: 'some/folder', withDemo: false }],
	['--relays 3', { ...one, relayCount: 3 }],
	[
		'--relays 3 --fault 2:silence --fault 3:page-limit:20',
		{
			...one,
			relayCount: 3,
			faults: new Map<number, RelayFault>([
				[2, { kind: 'silence' }],
				[3, { kind: 'page-limit', events: 20 }]
			])
		}
	],
	[
		'--fault 1:refuse-requests:restricted:no',
		{ ...one, faults: new Map([[1, { kind: 'refuse-requests', message: 'restricted:no' }]]) }
	]
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
	['--data=', /--data takes a folder/],
	['--relays 0', /--relays takes a number from 1 to 9/],
	['--relays 10', /--relays takes a number from 1 to 9/],
	['--relays two', /--relays takes a number from 1 to 9/],
	['--fault silence', /--fault takes <relay>:<kind>/],
	['--fault 2:silence', /the relay from 1 to 1/],
	['--fault 0:silence', /the relay from 1 to 1/],
	['--fault 1:nonsense', /no fault "nonsense"/],
	['--fault 1:toString', /no fault "toString"/],
	['--fault 1:silence:3', /silence takes nothing/],
	['--fault 1:flood:many', /flood takes number/],
	['--fault 1:junk:fire', /junk takes text or bytes/]
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

test('every fault has a name that is read and that the help lists', () => {
	for (const { written, does } of faultNames) {
		const [kind = ''] = written.split('[');
		expect(parseFault(kind)).toMatchObject({ ok: true, value: { kind } });
		expect(helpText).toMatch(new RegExp(`${written.replace(/[[\]]/g, '\\$&')} +${does}`));
	}
});
