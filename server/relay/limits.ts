/** What a relay allows; NIP-11 publishes it. */
export interface RelayLimits {
	/** The longest frame that is read; a longer one closes the connection. */
	readonly maxMessageBytes: number;
	readonly maxSubscriptions: number;
	readonly maxFilters: number;
	/** How many stored events one filter gives at most, and when it names no limit. */
	readonly maxLimit: number;
	readonly maxSubscriptionIdLength: number;
}

export const defaultLimits: RelayLimits = {
	maxMessageBytes: 512 * 1024,
	maxSubscriptions: 100,
	maxFilters: 50,
	maxLimit: 500,
	maxSubscriptionIdLength: 64
};

/** The NIP-11 document. */
export function relayInformation(name: string, limits: RelayLimits): object {
	return {
		name,
		description: 'A relay on this machine, for trying Countersign and for its tests.',
		software: 'countersign',
		supported_nips: [1, 9, 11],
		limitation: {
			max_message_length: limits.maxMessageBytes,
			max_subscriptions: limits.maxSubscriptions,
			max_filters: limits.maxFilters,
			max_limit: limits.maxLimit,
			default_limit: limits.maxLimit,
			max_subid_length: limits.maxSubscriptionIdLength,
			auth_required: false,
			payment_required: false,
			restricted_writes: false
		}
	};
}
