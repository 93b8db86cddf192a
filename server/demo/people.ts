import { schnorr } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { parsePubkey, type Pubkey } from '#lib/core/ids.ts';

/** The people of the demo repositories, named as in the maintainer guide. */
export const personNames = ['alice', 'bob', 'carol', 'dave', 'eve', 'mallory'] as const;

export type PersonName = (typeof personNames)[number];

/** Somebody who signs demo events. Anybody can work the secret key out from the text it is the hash of. */
export interface DemoPerson {
	readonly person: PersonName;
	/** `name` and `about` of their kind 0. */
	readonly name: string;
	readonly about: string;
	readonly pubkey: Pubkey;
	readonly secretKey: Uint8Array;
}

const about: Record<PersonName, string> = {
	alice: 'Starts most of the demo repositories.',
	bob: 'Accepts invitations, sometimes.',
	carol: 'Joins, leaves and begins again.',
	dave: 'Moderates.',
	eve: 'Has been asked, and signs strange records.',
	mallory: 'Is not Alice: the first letter of the name is Cyrillic.'
};

/** Whether a text names somebody of the demo. */
export function isPersonName(text: unknown): text is PersonName {
	return (personNames as readonly unknown[]).includes(text);
}

/** Everybody of the demo, with keys that are the same on every machine. */
export const demoPeople: Readonly<Record<PersonName, DemoPerson>> = {
	alice: derivePerson('alice'),
	bob: derivePerson('bob'),
	carol: derivePerson('carol'),
	dave: derivePerson('dave'),
	eve: derivePerson('eve'),
	mallory: derivePerson('mallory')
};

function derivePerson(person: PersonName): DemoPerson {
	const secretKey = sha256(utf8ToBytes(`Countersign demo key of ${person}: public, worth nothing, use it for nothing`));
	const pubkey = parsePubkey(bytesToHex(schnorr.getPublicKey(secretKey)));
	if (pubkey === undefined) throw new Error(`The demo key of ${person} has no public key`);
	// Looks like Alice's name, and is not hers (CASES 35).
	const name = person === 'mallory' ? '\u0410lice' : `${person.charAt(0).toUpperCase()}${person.slice(1)}`;
	return { person, name, about: about[person], pubkey, secretKey };
}
