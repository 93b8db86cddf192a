/**
 * Writes `build/_headers`: what a web host has to send with the app. The policy is the one in 200.html; a policy in the
 * page reaches neither workers nor `frame-ancestors`, so that it must be sent as well. Runs at the end of the build.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const build = fileURLToPath(new URL('../build/', import.meta.url));
const html = readFileSync(`${build}200.html`, 'utf8');
const policy = /<meta http-equiv="content-security-policy" content="([^"]*)"/i.exec(html)?.[1];
if (policy === undefined) {
	console.error('build/200.html has no content security policy, so build/_headers could not be written.');
	process.exit(1);
}

/** Only a page on this machine may talk to this machine: a host that serves the app to others must not allow it. */
const loopback = /^(https?|wss?):\/\/(127\.0\.0\.1|localhost)(:|$)/;
const sent = policy
	.split(';')
	.map((directive) => directive.trim().split(/\s+/))
	.map((words) => words.filter((word) => !loopback.test(word)).join(' '))
	.concat("frame-ancestors 'none'")
	.join('; ');

// No Cache-Control under `/*`: hosts join the values of overlapping rules, and all of them revalidate by default.
writeFileSync(
	`${build}_headers`,
	`/*
  Content-Security-Policy: ${sent}
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
  Cross-Origin-Opener-Policy: same-origin

/_app/immutable/*
  Cache-Control: public, max-age=31536000, immutable
`
);
