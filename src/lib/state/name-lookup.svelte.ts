import { formatPath, formatPersonPath, formatSection } from '#lib/core/address.ts';
import type { NameOpening } from '#lib/core/opening.ts';
import { parsePubkey } from '#lib/core/ids.ts';
import { parseRelayUrls } from '#lib/core/relay-url.ts';
import type { NameLookup } from '#lib/worker/api.ts';
import type { ForgeClient } from './forge-client.svelte.ts';
import type { OpenedAs } from './opened-as.ts';
import type { PresentableError } from './present-error.ts';

/** Where a name leads, and who said so. */
export interface NameTarget {
	readonly path: string;
	readonly opened: OpenedAs;
}

/** One lookup of one name: it is asked when this is made, and never again by itself. */
export class NameLookupState {
	#error: PresentableError | undefined = $state.raw();
	#isDisposed = false;

	constructor(forge: Pick<ForgeClient, 'call'>, opening: NameOpening, onFound: (target: NameTarget) => void) {
		const { name, path } = opening;
		void forge.call('lookUpName', { ...name, ...(path === undefined ? {} : { path }) }).then((result) => {
			if (this.#isDisposed) return;
			if (!result.ok) this.#error = result.error;
			else if (result.value.kind === 'failed') this.#error = result.value.error;
			else onFound(followName(opening, result.value));
		});
	}

	/** Why the name led nowhere; undefined while it is looked up. */
	get error(): PresentableError | undefined {
		return this.#error;
	}

	dispose(): void {
		this.#isDisposed = true;
	}
}

/** The page behind a name: the address then says the key, and the page who vouched for it. */
export function followName(opening: NameOpening, found: Extract<NameLookup, { kind: 'found' }>): NameTarget {
	const { name, identifier, section } = opening;
	const relayHints = [...opening.relayHints, ...parseRelayUrls(found.relayHints)];
	const opened: OpenedAs = {
		kind: 'name',
		...name,
		...(found.identifier === undefined || opening.path === undefined ? {} : { path: opening.path }),
		answeredAtSeconds: found.answeredAtSeconds
	};
	const pubkey = parsePubkey(found.pubkey);
	const wanted = found.identifier ?? identifier;
	if (!pubkey) return { path: '/', opened };
	if (wanted === undefined) return { path: formatPersonPath(pubkey, relayHints), opened };
	const rest = found.identifier === undefined ? section : [];
	return { path: formatPath({ pubkey, identifier: wanted, relayHints }) + formatSection(rest), opened };
}
