import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { schnorr } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { hashEvent, type NostrEvent } from '#lib/core/event.ts';
import { kinds } from '#lib/core/kinds.ts';

/**
 * How much is taken in. 4,000 of each relay, because no view looks at more than 5,000 of one: pages overlap, and what is
 * sent twice while its first copy still waits is counted twice.
 */
export const relayCount = 5;
export const eventsPerRelay = 4_000;

/** Part of the cache's name: other events, another number. */
const version = 1;
const cache = 'node_modules/.cache/countersign-bench';
const authorsPerRelay = 8;
const firstSecond = 1_700_000_000;

/** What one relay holds: the folder it keeps it in, and who signed it. */
export interface RelayLoad {
	readonly folder: string;
	readonly authors: readonly string[];
}

type Draft = Pick<NostrEvent, 'kind' | 'created_at' | 'tags' | 'content'>;

/** Valid announcements, each of a coordinate of its own, so that every one of them is kept. */
export function signAnnouncements(): RelayLoad[] {
	const signers = Array.from({ length: relayCount * authorsPerRelay }, (_, index) => openSigner(`author ${index}`));
	const folders = remember('announcements', (index, relay) => {
		const signer = signers[relay * authorsPerRelay + (index % authorsPerRelay)] as Signer;
		return signer.sign(announcement(signer.pubkey, `repository-${index}`, firstSecond + index, []));
	});
	return folders.map((folder, relay) => {
		const own = signers.slice(relay * authorsPerRelay, (relay + 1) * authorsPerRelay);
		return { folder, authors: own.map(({ pubkey }) => pubkey) };
	});
}

/** One person's repository, and 20,000 deletion requests of theirs that everybody who opens it has to read and check. */
export function signFlood(): {
	readonly loads: readonly RelayLoad[];
	readonly announce: (relays: readonly string[]) => NostrEvent;
} {
	const owner = openSigner('owner');
	const folders = remember('flood', (index) =>
		owner.sign({
			kind: kinds.deletion,
			created_at: firstSecond + index,
			tags: [
				['a', `${kinds.announcement}:${owner.pubkey}:given-up-${index}`],
				['k', String(kinds.announcement)]
			],
			content: ''
		})
	);
	return {
		loads: folders.map((folder) => ({ folder, authors: [owner.pubkey] })),
		announce: (relays) => owner.sign(announcement(owner.pubkey, 'measured', firstSecond, [['relays', ...relays]]))
	};
}

function announcement(pubkey: string, identifier: string, created_at: number, tags: readonly string[][]): Draft {
	return {
		kind: kinds.announcement,
		created_at,
		tags: [
			['d', identifier],
			['name', 'Measured repository'],
			['description', 'A repository that stands on relays of this machine alone.'],
			['clone', `https://git.example/${pubkey.slice(0, 8)}/${identifier}.git`],
			['r', '5072d871cfa50e0a9f44410c23cfa5117c93b4fa', 'euc'],
			['M', pubkey, String(created_at)],
			['maintainers', pubkey],
			...tags
		],
		content: ''
	};
}

interface Signer {
	readonly pubkey: string;
	sign(draft: Draft): NostrEvent;
}

/** A key that anybody can work out from its name, the same on every machine. */
function openSigner(name: string): Signer {
	const secretKey = sha256(utf8ToBytes(`Countersign bench: ${name}`));
	const pubkey = bytesToHex(schnorr.getPublicKey(secretKey));
	return {
		pubkey,
		sign(draft) {
			const id = hashEvent({ pubkey, ...draft });
			const sig = bytesToHex(schnorr.sign(hexToBytes(id), secretKey, new Uint8Array(32)));
			return { id, pubkey, ...draft, sig };
		}
	};
}

/**
 * Signing takes longer than what is measured with it: once a machine is enough. Each relay's events go into a folder as
 * the relay itself keeps them, one a line, and are not checked again when it opens.
 */
function remember(name: string, sign: (index: number, relay: number) => NostrEvent): string[] {
	const folders = Array.from({ length: relayCount }, (_, relay) => `${cache}/${name}-${version}/${relay}`);
	if (!folders.every((folder) => existsSync(`${folder}/events.jsonl`)))
		console.error(`Signing ${name} to measure with, once …`);
	folders.forEach((folder, relay) => {
		const path = `${folder}/events.jsonl`;
		if (existsSync(path)) return;
		const lines = Array.from({ length: eventsPerRelay }, (_, at) =>
			JSON.stringify(sign(relay * eventsPerRelay + at, relay))
		);
		mkdirSync(folder, { recursive: true });
		// Under its name only when whole.
		writeFileSync(`${path}.part`, `${lines.join('\n')}\n`);
		renameSync(`${path}.part`, path);
	});
	return folders;
}
