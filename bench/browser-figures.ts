import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { chromium, type Browser } from '@playwright/test';
import { formatPath } from '#lib/core/address.ts';
import { parsePubkey } from '#lib/core/ids.ts';
import { startApp } from '../server/app.ts';
import { closeServer, listenOn } from '../server/listen.ts';
import { startRelay, type Relay } from '../server/relay.ts';
import { shapes } from './announcements.ts';
import type { IngestResult, Job, WarmResult } from './browser/jobs.ts';
import type { Figure } from './budget.ts';
import { median } from './median.ts';
import { eventsPerRelay, relayCount, signAnnouncements, signFlood, type RelayLoad } from './signed-events.ts';
import { watchGap } from './watch-gap.ts';

const total = relayCount * eventsPerRelay;
const ingestRounds = 2;
const gapRounds = 5;
const warmRows = 2_000;
const warmRounds = 20;

const flags = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// Nothing but this machine: there is no such proxy.
	'--proxy-server=http://127.0.0.1:9',
	'--proxy-bypass-list=127.0.0.1;localhost'
];

/** Everything measured in a real browser, one after the other. `CHROMIUM_PATH` names it. */
export async function measureInBrowser(): Promise<Figure[]> {
	const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'], args: flags });
	try {
		return [await measureWarmPage(browser), await measureIngest(browser), await measureGap(browser)];
	} finally {
		await browser.close();
	}
}

/** The app's own rooms and the raw side in turn, each in a fresh page with a fresh store; both from the same relays. */
async function measureIngest(browser: Browser): Promise<Figure> {
	const loads = signAnnouncements();
	const relays = await openRelays(loads);
	const sources = relays.map(({ url }, index) => ({ url, authors: loads[index]?.authors ?? [] }));
	const rounds: { ours: number; raw: number }[] = [];
	for (let round = 0; round < ingestRounds; round++) {
		const storeName = `bench-ingest-${round}`;
		// Who comes first changes, so that a machine that slows down or speeds up helps neither.
		const order = round % 2 === 0 ? (['ours', 'raw'] as const) : (['raw', 'ours'] as const);
		const ms = { ours: 0, raw: 0 };
		for (const kind of order) {
			const result = (await doJob(browser, { kind, sources, storeName })) as IngestResult;
			expectAll(kind, result);
			ms[kind] = result.ms;
		}
		console.error(`ingest: ours ${seconds(ms.ours)}, raw ${seconds(ms.raw)}`);
		rounds.push(ms);
	}
	await Promise.all(relays.map((relay) => relay.close()));
	return {
		name: `ingest ${total.toLocaleString('en')} events`,
		value: median(rounds.map(({ ours, raw }) => ours / raw)),
		limit: 1.5,
		unit: 'x',
		detail: rounds.map(({ ours, raw }) => `${seconds(ours)}, raw ${seconds(raw)}`).join('; ')
	};
}

/** The built app on a repository whose relays flood it; of each load the longest gap until all have answered. */
async function measureGap(browser: Browser): Promise<Figure> {
	const { loads, announce } = signFlood();
	const relays = await openRelays(loads);
	const urls = relays.map(({ url }) => url);
	const announcement = announce(urls);
	for (const relay of relays) relay.publish([announcement], { keep: false });
	const app = await startApp({ folder: 'build', config: { indexRelays: urls, local: true, demo: [] } });
	const pubkey = parsePubkey(announcement.pubkey);
	if (pubkey === undefined) throw new Error('the owner has no key');
	const path = formatPath({ pubkey, identifier: 'measured', relayHints: [] });
	const gaps: number[] = [];
	for (let round = 0; round < gapRounds; round++) {
		const { gapMs, atMs, events, ms } = await watchGap(browser, app.url + path, relayCount);
		if (events < total) throw new Error(`the page kept ${events} of ${total} events`);
		console.error(
			`main thread: ${gapMs.toFixed(1)} ms at most, ${seconds(atMs)} after the first content, in ${seconds(ms)}`
		);
		gaps.push(gapMs);
	}
	await app.close();
	await Promise.all(relays.map((relay) => relay.close()));
	return {
		name: 'main-thread gap meanwhile',
		value: median(gaps),
		limit: 60,
		unit: 'ms',
		detail: `${gaps.map((gap) => gap.toFixed(0)).join(', ')} ms`
	};
}

async function measureWarmPage(browser: Browser): Promise<Figure> {
	const [workload] = shapes['star']?.(warmRows) ?? [];
	if (workload === undefined) throw new Error('there is no star to measure with');
	// Relays of this machine, which a page from elsewhere does not contact.
	const texts = workload.texts.map((text) => text.replace(/wss:\/\/(one|two)\.relay\.example/g, 'ws://$1.localhost'));
	const result = (await doJob(browser, { kind: 'warm', ...workload, texts, rounds: warmRounds })) as WarmResult;
	const { rows, confirmed, pageMs, readMs } = result;
	if (rows !== warmRows || confirmed !== warmRows) throw new Error(`${confirmed} confirmed of ${rows} rows`);
	const [page, read] = [median(pageMs), median(readMs)];
	console.error(`warm page: ${page.toFixed(1)} ms, IndexedDB ${read.toFixed(1)} ms`);
	return {
		name: `warm page, ${warmRows.toLocaleString('en')} rows`,
		value: median(pageMs.map((ms, round) => ms / (readMs[round] ?? ms))),
		limit: 2,
		unit: 'x',
		detail: `${page.toFixed(1)} ms, IndexedDB ${read.toFixed(1)} ms`
	};
}

function openRelays(loads: readonly RelayLoad[]): Promise<Relay[]> {
	return Promise.all(
		loads.map(async ({ folder }) => {
			const relay = await startRelay({ folder });
			if (relay.eventCount !== eventsPerRelay) throw new Error(`${folder} holds ${relay.eventCount} events`);
			return relay;
		})
	);
}

/** Has a fresh page in a fresh profile do one job. */
async function doJob(browser: Browser, job: Job): Promise<unknown> {
	const types: Record<string, string> = { html: 'text/html', js: 'text/javascript' };
	const server = createServer(({ url = '/' }, response) => {
		const path = url === '/' ? '/index.html' : url;
		const isOurs = /^\/[\w./-]+$/.test(path) && !path.includes('..');
		response.setHeader('Content-Type', types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream');
		response.end(isOurs ? readFileSync(`dist-bench/browser${path}`) : '');
	});
	const port = await listenOn(server, 0);
	const context = await browser.newContext();
	try {
		const page = await context.newPage();
		await page.goto(`http://127.0.0.1:${port}/`);
		return await page.evaluate((given) => (globalThis as unknown as Bench).doJob(given), job);
	} finally {
		await context.close();
		await closeServer(server);
	}
}

interface Bench {
	doJob(job: Job): Promise<unknown>;
}

/** A side that left something out would be measured as fast and prove nothing. */
function expectAll(kind: 'ours' | 'raw', { verified, stored, dropped, unkept }: IngestResult): void {
	const isWhole = verified === total && dropped === 0 && stored === (kind === 'ours' ? total : 0);
	if (isWhole) return;
	const store = unkept === undefined ? '' : `, the store: ${unkept}`;
	throw new Error(`${kind}: ${verified} verified, ${stored} stored, ${dropped} dropped of ${total}${store}`);
}

function seconds(ms: number): string {
	return `${(ms / 1000).toFixed(1)} s`;
}
