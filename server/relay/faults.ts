import type { NostrEvent } from '#lib/core/event.ts';
import { eventFrames, goodConduct, type Asked, type Conduct } from './conduct.ts';
import { forgeContent, forgeId, forgeSignature, inventMatching } from './forge.ts';

/** A way for a relay to fail, for tests and for trying. One at a time. */
export type RelayFault =
	/** Takes the connection, counts what it is asked, does nothing and says nothing. */
	| { readonly kind: 'silence' }
	/** Closes the connection after so many EVENT frames of a REQ, always before its EOSE. */
	| { readonly kind: 'drop-midway'; readonly afterEvents: number }
	/** Gives what it holds and never says that this was all. */
	| { readonly kind: 'no-eose' }
	/** Says that it has given everything, and only then gives it. */
	| { readonly kind: 'early-eose' }
	/** Refuses every REQ with CLOSED and these words. */
	| { readonly kind: 'refuse-requests'; readonly message: string }
	/** Refuses every EVENT with OK false and these words. */
	| { readonly kind: 'refuse-events'; readonly message: string }
	/** Every event comes with a signature that is not its own. */
	| { readonly kind: 'bad-signature' }
	/** Every event comes under an id that is not its hash. */
	| { readonly kind: 'wrong-id' }
	/** Before each event comes another one under the same id. */
	| { readonly kind: 'forged-first' }
	/** Before what was asked for comes what was not. */
	| { readonly kind: 'unasked' }
	/** One filter gives so many events at most, and nothing is said about it. */
	| { readonly kind: 'page-limit'; readonly events: number }
	/** Every REQ gets so many events that look as if they had been asked for. */
	| { readonly kind: 'flood'; readonly events: number }
	/** Every REQ gets one frame of more than 1 MB. */
	| { readonly kind: 'oversize' }
	/** After so many REQs every further one is refused, for that long; then it counts anew. */
	| { readonly kind: 'rate-limit'; readonly afterRequests: number; readonly pauseMs: number }
	/** Wants a sign-in (NIP-42) before anything else. */
	| { readonly kind: 'auth-required' }
	/** Before each answer come so many notices. */
	| { readonly kind: 'notices'; readonly count: number }
	/** Before each answer come texts that are no frames; or, instead of it, bytes. */
	| { readonly kind: 'junk'; readonly form: 'text' | 'bytes' };

type ConductTable = { readonly [K in RelayFault['kind']]: (fault: RelayFault & { kind: K }) => Partial<Conduct> };

/** The one table of faults: a new one is a row here and, when it changes something new, a field of `Conduct`. */
const conducts: ConductTable = {
	silence: () => ({ isSilent: true }),
	'drop-midway': ({ afterEvents }) => ({
		answer: ({ subscriptionId, events }) => ({
			frames: eventFrames(subscriptionId, events.slice(0, afterEvents)),
			then: 'hang-up'
		})
	}),
	'no-eose': () => ({
		answer: ({ subscriptionId, events }) => ({ frames: eventFrames(subscriptionId, events), then: 'subscribed' })
	}),
	'early-eose': () => ({
		answer: ({ subscriptionId, events }) => ({
			frames: [['EOSE', subscriptionId], ...eventFrames(subscriptionId, events)],
			then: 'subscribed'
		})
	}),
	'refuse-requests': ({ message }) => ({ answer: refuseWith(message) }),
	'refuse-events': ({ message }) => ({ eventRefusal: message }),
	'bad-signature': () => ({ alter: (event) => [forgeSignature(event)] }),
	'wrong-id': () => ({ alter: (event) => [forgeId(event)] }),
	'forged-first': () => ({ alter: (event) => [forgeContent(event), event] }),
	unasked: () => ({
		answer: (asked) => before(eventFrames(asked.subscriptionId, asked.others()), asked)
	}),
	'page-limit': ({ events }) => ({ eventsPerFilter: events }),
	flood: ({ events }) => ({
		answer: ({ subscriptionId, filters }) => ({
			frames: mapLazily(inventMatching(filters[0], events), (event) => ['EVENT', subscriptionId, event]),
			then: 'subscribed'
		})
	}),
	oversize: () => ({
		answer: ({ subscriptionId }) => ({
			frames: [['EVENT', subscriptionId, { content: 'x'.repeat(1_100_000) }]],
			then: 'subscribed'
		})
	}),
	'rate-limit': ({ afterRequests, pauseMs }) => {
		const refuse = refuseWith('rate-limited: slow down');
		let count = 0;
		let refusedUntilMs = 0;
		return {
			answer: (asked) => {
				const nowMs = performance.now();
				if (nowMs < refusedUntilMs) return refuse(asked);
				if (++count <= afterRequests) return goodConduct.answer(asked);
				count = 0;
				refusedUntilMs = nowMs + pauseMs;
				return refuse(asked);
			}
		};
	},
	'auth-required': () => ({
		greeting: [['AUTH', 'a challenge']],
		eventRefusal: 'auth-required: members only',
		answer: refuseWith('auth-required: members only')
	}),
	notices: ({ count }) => ({
		answer: (asked) =>
			before(
				Array.from({ length: count }, () => ['NOTICE', 'This relay moves house on Sunday']),
				asked
			)
	}),
	junk: ({ form }) => ({
		answer: (asked) =>
			form === 'bytes'
				? { frames: [Buffer.from([0, 255, 1])], then: 'subscribed' }
				: before(['{', '', 'null', '{"a":1}', [], ['EVENT'], [['EVENT']], ['EOSE', 7], ['NEW', 'x']], asked)
	})
};

/** How a relay with that fault, or with none, behaves from now on: a fault that counts begins to. */
export function conductUnder(fault: RelayFault | undefined): Conduct {
	if (!fault) return goodConduct;
	return { ...goodConduct, ...(conducts[fault.kind] as (fault: RelayFault) => Partial<Conduct>)(fault) };
}

function refuseWith(message: string): Conduct['answer'] {
	return ({ subscriptionId }) => ({ frames: [['CLOSED', subscriptionId, message]], then: 'refused' });
}

/** The good answer with something before it. */
function before(frames: ReturnType<typeof eventFrames>, asked: Asked): ReturnType<Conduct['answer']> {
	const { frames: answer, then } = goodConduct.answer(asked);
	return { frames: [...frames, ...answer], then };
}

function* mapLazily<T>(events: Iterable<NostrEvent>, change: (event: NostrEvent) => T): Generator<T> {
	for (const event of events) yield change(event);
}
