import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { headersFor, parseHostHeaders } from '../../server/app/host-headers.ts';

const place = mkdtempSync(join(tmpdir(), 'countersign-headers-'));
mkdirSync(join(place, 'build'));
cpSync('scripts/write-headers.js', join(place, 'scripts/write-headers.js'));
afterAll(() => rmSync(place, { recursive: true }));

function write(html: string) {
	writeFileSync(join(place, 'build/200.html'), html);
	return spawnSync(process.execPath, [join(place, 'scripts/write-headers.js')], { encoding: 'utf8' });
}

test('_headers holds the policy of the page, closed to this machine, and what no page can say for itself', () => {
	const policy =
		"default-src 'none'; connect-src 'self' https: wss: ws://127.0.0.1:* http://localhost:* ws://127.0.0.1.example; script-src 'self' 'sha256-x='";
	expect(write(`<meta http-equiv="content-security-policy" content="${policy}">`).status).toBe(0);
	const rules = parseHostHeaders(readFileSync(join(place, 'build/_headers'), 'utf8'));
	expect(rules).toEqual([
		{
			path: '/*',
			headers: [
				[
					'Content-Security-Policy',
					"default-src 'none'; connect-src 'self' https: wss: ws://127.0.0.1.example; script-src 'self' 'sha256-x='; frame-ancestors 'none'"
				],
				['X-Content-Type-Options', 'nosniff'],
				['Referrer-Policy', 'no-referrer'],
				['Cross-Origin-Opener-Policy', 'same-origin']
			]
		},
		{ path: '/_app/immutable/*', headers: [['Cache-Control', 'public, max-age=31536000, immutable']] }
	]);
	expect(Object.keys(headersFor(rules, '/a'))).not.toContain('Cache-Control');
	expect(headersFor(rules, '/_app/immutable/a.js')['Cache-Control']).toContain('immutable');
});

test('a page without a policy is an error', () => {
	const { status, stderr } = write('<title>page</title>');
	expect(status).toBe(1);
	expect(stderr).toMatch(/no content security policy/);
});
