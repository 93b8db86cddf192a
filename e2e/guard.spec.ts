import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { watchContext } from './support/watch-context.ts';
import { expect, test } from './support/test.ts';

/** What the other specs rely on: whatever a page may not do is seen, also inside a worker. */

const files: Readonly<Record<string, string>> = {
	'/': '<!doctype html><title>ready</title><script src="/page.js"></script>',
	'/page.js': 'const worker = new Worker("/worker.js"); worker.onmessage = ({ data }) => (document.title = data);',
	'/worker.js': `onmessage = async ({ data }) => {
		if (data === 'throw') throw new Error('ours, in the worker');
		if (data === 'later') setTimeout(() => { throw new Error('ours, in the worker'); });
		if (data === 'console') console.error('ours, in the worker');
		if (data === 'import') import('data:text/javascript,1').catch(() => {});
		if (data.startsWith('ws')) await new Promise((done) => (new WebSocket(data).onerror = done));
		else await fetch(data).catch(() => {});
		postMessage('tried');
	};`
};
const policy = "default-src 'none'; script-src 'self'; connect-src *";

let server: Server;
let address: string;

test.beforeAll(async () => {
	server = createServer(({ url = '/' }, response) => {
		const type = url.endsWith('.js') ? 'text/javascript' : 'text/html';
		const text = files[url];
		response.writeHead(text === undefined ? 204 : 200, { 'Content-Type': type, 'Content-Security-Policy': policy });
		response.end(text);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

test.afterAll(async () => {
	server.closeAllConnections();
	await new Promise((closed) => server.close(closed));
});

const misdeeds: readonly (readonly [string, string, RegExp])[] = [
	['an error nobody caught', 'setTimeout(() => { throw new Error("ours") })', /page error: Error: ours/],
	['a refused promise nobody caught', 'void Promise.reject(new Error("ours"))', /page error: Error: ours/],
	['an error on the console', 'console.error("ours")', /console: ours/],
	[
		'a script the policy forbids',
		'document.head.append(document.createElement("script"), "x");' +
			'document.querySelector("head script:last-of-type").textContent = "1"',
		/policy/i
	],
	['an image the policy forbids', 'new Image().src = "/x.png"', /policy breached: img-src/],
	['an error nobody caught in a worker', 'worker.postMessage("later")', /ours, in the worker/],
	['a refused promise nobody caught in a worker', 'worker.postMessage("throw")', /ours, in the worker/],
	['an error on the console of a worker', 'worker.postMessage("console")', /ours, in the worker/],
	['a script the policy forbids in a worker', 'worker.postMessage("import")', /policy/i],
	['a look at window.nostr', 'window.nostr', /window\.nostr was read/]
];

for (const [what, act, expected] of misdeeds) {
	test(`the guard sees ${what}`, async ({ browser }) => {
		const context = await browser.newContext();
		const faults = await watchContext(context);
		const page = await context.newPage();
		await page.goto(address);
		// Again until it is seen: a worker is asked to tell of breaches only once it runs.
		await expect(async () => {
			await page.evaluate(`(() => { ${act} })()`);
			expect(faults.join('\n')).toMatch(expected);
		}).toPass({ timeout: 20_000 });
		await context.close();
	});
}

for (const target of ['http://192.0.2.1/x', 'https://relay.example/', 'ws://192.0.2.1/', 'wss://relay.example/']) {
	test(`the guard sees a worker call ${target}, and nothing gets there`, async ({ browser, loopback }) => {
		const context = await browser.newContext();
		const page = await context.newPage();
		await page.goto(address);
		await page.evaluate(`worker.postMessage(${JSON.stringify(target)})`);
		await expect(page).toHaveTitle('tried');
		const { hostname } = new URL(target);
		expect(loopback.attempts.join(' ')).toContain(hostname);
		// Told once: the tests that follow in this process start from a clean list.
		loopback.attempts.length = 0;
		await context.close();
	});
}
