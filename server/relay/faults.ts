/** A way for a relay to fail, for tests. One at a time. */
export type RelayFault =
	/** Takes the connection, counts what it is asked, does nothing and says nothing. */
	| { readonly kind: 'silence' }
	/** Closes the connection after so many EVENT frames of a REQ, always before its EOSE. */
	| { readonly kind: 'drop-midway'; readonly afterEvents: number };

/** What a fault changes. A session asks here, and nowhere for the fault itself. */
export interface Conduct {
	readonly isSilent: boolean;
	/** How many EVENT frames of a REQ are sent before the connection is closed; undefined: all, and it stays open. */
	readonly eventsBeforeDrop?: number;
}

type ConductTable = { readonly [K in RelayFault['kind']]: (fault: RelayFault & { kind: K }) => Conduct };

/** The one table of faults: a new one is a row here and, when it changes something new, a field of `Conduct`. */
const conducts: ConductTable = {
	silence: () => ({ isSilent: true }),
	'drop-midway': ({ afterEvents }) => ({ isSilent: false, eventsBeforeDrop: afterEvents })
};

/** How a relay with that fault, or with none, behaves. */
export function conductUnder(fault: RelayFault | undefined): Conduct {
	if (!fault) return { isSilent: false };
	return (conducts[fault.kind] as (fault: RelayFault) => Conduct)(fault);
}
