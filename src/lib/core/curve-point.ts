import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Pubkey } from './ids.ts';

/**
 * Whether a public key lies on the curve: about half of all numbers of that length do, and with no other can anything have
 * been signed. Source: BIP-340 "lift_x".
 */
export function isCurvePoint(pubkey: Pubkey): boolean {
	try {
		secp256k1.Point.fromHex(`02${pubkey}`);
		return true;
	} catch {
		return false;
	}
}
