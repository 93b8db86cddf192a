import type { NoAnswerReason, RelayOutcome } from '#lib/core/evidence.ts';
import type { Filter } from '#lib/core/filter.ts';
import type { RelayUrl } from '#lib/core/relay-url.ts';
import { groupFilters, mergeFilters } from './merge-filters.ts';
import { readPage, startPaging, type Paging } from './paging.ts';
import type { Connection, Refusal, RelayPool, RequestEnd } from './relay-pool.ts';

/** What a watch tells. */
export interface WatchHandlers {
	/** An event, as parsed and unchecked, with the filters it was asked by. Out: whether it is one that these ask for. */
	onEvent(raw: unknown, filters: readonly Filter[]): boolean;
	onOutcome(outcome: RelayOutcome): void;
	/** The relay is about to be asked everything on a new connection, and to repeat itself. */
	onReconnected(): void;
	/** The relay says something to people (NOTICE). */
	onNotice(message: string): void;
	/** The relay sent a text that is no frame. */
	onJunk(): void;
	/** Calls back when every event handed over so far has been dealt with: only then a relay has answered. */
	whenDealtWith(then: () => void): void;
}

export interface WatchLimits {
	/** From asking to the end of the stored events; connecting is part of it. */
	readonly answerTimeoutMs: number;
	/** The first and the longest pause before a relay that asked for one, or had an error, is asked again. */
	readonly firstPauseMs: number;
	readonly lastPauseMs: number;
	/** How long an answered request stays open, for relays that go on after they said that this was all. */
	readonly lingerMs: number;
}

export const watchLimits: WatchLimits = {
	answerTimeoutMs: 8_000,
	firstPauseMs: 5_000,
	lastPauseMs: 300_000,
	lingerMs: 5_000
};

/** Answered requests that stay open at once: relays allow only so many. */
const mostLingering = 5;

/** What became of one request for stored events on the present connection. */
interface Question {
	readonly filters: readonly Filter[];
	readonly paging?: Paging;
	status: 'unasked' | 'asked' | 'ended' | 'answered' | Failure;
	close?: () => void;
	/** The id of what first came after the relay had said that this was all. */
	late?: { readonly id: unknown };
}

/** A request for what comes from now on; an ended one has been asked a second time in vain. */
interface LiveRequest {
	close: () => void;
	isSecond: boolean;
	failure?: Failure;
}

interface Failure {
	readonly reason: NoAnswerReason;
	readonly message?: string;
}

/**
 * Everything one view wants of one relay: stored events to the last page, then live ones; asked anew after a dropped
 * socket. The outcome is that of D36: answered only while every filter has been answered on this connection and the relay
 * still holds itself to the live requests. After a
 * failure it stays failed until all has been answered, so that a relay that comes and goes does not unsettle the view.
 */
export class RelayWatch {
	#filters: readonly Filter[] = [];
	#questions: Question[] = [];
	readonly #live = new Map<string, LiveRequest>();
	#late: Failure | undefined;
	#refused: Refusal | undefined;
	#pause: ReturnType<typeof setTimeout> | undefined;
	#pauses = 0;
	readonly #lingering: (() => void)[] = [];
	#told = '';
	readonly #timers = new Set<ReturnType<typeof setTimeout>>();
	readonly #connection: Connection;
	readonly #handlers: WatchHandlers;
	readonly #limits: WatchLimits;

	private constructor(connection: Connection, handlers: WatchHandlers, limits: WatchLimits) {
		this.#connection = connection;
		this.#handlers = handlers;
		this.#limits = limits;
	}

	/** A watch on a relay, or undefined when the pool has no socket left. */
	static open(
		pool: RelayPool,
		url: RelayUrl,
		handlers: WatchHandlers,
		limits: WatchLimits = watchLimits
	): RelayWatch | undefined {
		const connection = pool.connect(url, {
			onUp: () => watch && watch.#askAll(),
			onDown: () => watch && watch.#down(),
			onRefused: (why) => watch && watch.#refuse(why),
			onNotice: (message) => handlers.onNotice(message),
			onJunk: () => handlers.onJunk()
		});
		const watch: RelayWatch | undefined = connection && new RelayWatch(connection, handlers, limits);
		return watch;
	}

	/** Asks for more, without asking again for what was asked before. */
	add(filters: readonly Filter[]): void {
		if (filters.length === 0) return;
		this.#filters = mergeFilters([...this.#filters, ...filters]);
		const questions = groupFilters(filters).map((group): Question => ({ filters: group, status: 'unasked' }));
		this.#questions.push(...questions);
		this.#expect(questions);
		if (this.#connection.isUp) this.#ask(questions);
		this.#tell();
	}

	/**
	 * Asks everything anew, on the connection that stands or as soon as there is one; what was answered before is no answer
	 * any more. A relay that was dropped for good stays dropped.
	 */
	askAgain(): void {
		if (this.#refused) return;
		for (const { close } of [...this.#questions, ...this.#live.values()]) close?.();
		this.#live.clear();
		this.#late = undefined;
		if (this.#connection.isUp) this.#askAll();
		else {
			for (const question of this.#questions) question.status = 'unasked';
			this.#expect(this.#questions);
		}
		this.#tell();
	}

	/** Drops the relay for good: it gave more than anybody should have to read. */
	refuse(): void {
		this.#connection.refuse('flooded');
	}

	close(): void {
		for (const timer of this.#timers) clearTimeout(timer);
		this.#timers.clear();
		clearTimeout(this.#pause);
		this.#questions = [];
		this.#connection.close();
	}

	get outcome(): RelayOutcome {
		if (this.#refused) return { kind: 'failed', reason: this.#refused };
		for (const { status } of this.#questions) if (typeof status === 'object') return { kind: 'failed', ...status };
		for (const { failure } of this.#live.values()) if (failure) return { kind: 'failed', ...failure };
		if (this.#questions.length > 0 && this.#questions.every(({ status }) => status === 'answered'))
			return { kind: 'answered' };
		return this.#late ? { kind: 'failed', ...this.#late } : { kind: 'waiting' };
	}

	#askAll(): void {
		this.#handlers.onReconnected();
		this.#endPause();
		this.#live.clear();
		this.#questions = groupFilters(this.#filters).map((filters): Question => ({ filters, status: 'unasked' }));
		this.#expect(this.#questions);
		this.#ask(this.#questions);
	}

	#ask(questions: readonly Question[]): void {
		// First live, then stored: nothing can fall between the two.
		this.#renewLive();
		for (const question of questions) this.#askOne(question);
	}

	/** Keeps the live requests equal to all filters; `limit` 1, for not every relay takes 0. */
	#renewLive(): void {
		const before = new Map(this.#live);
		for (const group of groupFilters(this.#filters.map((filter) => ({ ...filter, limit: 1 })))) {
			const key = JSON.stringify(group);
			if (before.delete(key)) continue;
			const live: LiveRequest = { close: () => undefined, isSecond: false };
			this.#live.set(key, live);
			this.#askLive(live, group);
		}
		for (const [key, { close }] of before) {
			close();
			this.#live.delete(key);
		}
	}

	/**
	 * A relay may end a live request at any time, and then says nothing more: it is asked once more, then it has failed.
	 * One that says why it will not is not asked twice in a row.
	 */
	#askLive(live: LiveRequest, group: readonly Filter[]): void {
		live.close = this.#connection.request(
			group,
			(raw) => this.#handlers.onEvent(raw, group),
			(end) => {
				if (end.kind === 'eose') return;
				const failure = readFailure(end.message);
				if (live.isSecond || failure.reason !== 'closed') {
					live.failure = failure;
					this.#pauseIfItPasses(failure);
				} else {
					live.isSecond = true;
					this.#askLive(live, group);
				}
				this.#tell();
			}
		);
	}

	#askOne(question: Question): void {
		const paging = question.paging ?? startPaging();
		const filters = question.filters.map((filter) => ({ ...filter, limit: paging.limit, ...paging.bound }));
		question.status = 'asked';
		question.close = this.#connection.request(
			filters,
			(raw) => {
				// What nobody asked for says nothing of how much there is; who sends it is judged elsewhere.
				if (!this.#handlers.onEvent(raw, question.filters)) return;
				if (question.status === 'asked') paging.page.push(raw);
				else this.#noteLate(question, filters, raw);
			},
			(end) => this.#end(question, paging, end)
		);
	}

	#end(question: Question, paging: Paging, end: RequestEnd): void {
		if (end.kind === 'closed') {
			question.status = readFailure(end.message);
			this.#pauseIfItPasses(question.status);
			return this.#tell();
		}
		const more = askOn(question, paging);
		if (more?.length === 0) this.#linger(question.close);
		else question.close?.();
		question.status = more ? 'ended' : { reason: 'partial' };
		if (more) {
			this.#questions.push(...more);
			this.#expect(more);
			for (const one of more) this.#askOne(one);
			this.#handlers.whenDealtWith(() => {
				if (question.status === 'ended') question.status = 'answered';
				this.#tell();
			});
		}
		this.#tell();
	}

	/** Closes a request in a while, or when there are too many. */
	#linger(close: (() => void) | undefined): void {
		if (!close) return;
		const end = () => {
			clearTimeout(timer);
			this.#timers.delete(timer);
			this.#lingering.splice(this.#lingering.indexOf(end), 1);
			close();
		};
		const timer = setTimeout(end, this.#limits.lingerMs);
		this.#timers.add(timer);
		if (this.#lingering.push(end) > mostLingering) this.#lingering[0]?.();
	}

	/**
	 * Something came after the relay had said that this was all: it may be news. So the relay is asked the same once more,
	 * and when it again gives it only after that, then its word does not hold.
	 */
	#noteLate(question: Question, filters: readonly Filter[], raw: unknown): void {
		if (question.late) return;
		const late = (question.late = { id: idOf(raw) });
		let saidAll = false;
		const close = this.#connection.request(
			filters,
			(again) => {
				this.#handlers.onEvent(again, question.filters);
				if (!saidAll || idOf(again) !== late.id || typeof question.status === 'object') return;
				question.status = { reason: 'late' };
				this.#tell();
			},
			() => {
				saidAll = true;
				this.#linger(close);
			}
		);
	}

	/** A refusal that is meant to pass: what was refused is asked again after a pause, each time a longer one. */
	#pauseIfItPasses(failure: Failure): void {
		if (!passes(failure) || this.#pause !== undefined) return;
		const { firstPauseMs, lastPauseMs } = this.#limits;
		const delayMs = Math.min(firstPauseMs * 2 ** this.#pauses++, lastPauseMs) * (1 + Math.random() / 2);
		this.#pause = setTimeout(() => {
			this.#pause = undefined;
			this.#late = failure;
			for (const [key, live] of this.#live) {
				if (!live.failure || !passes(live.failure)) continue;
				live.failure = undefined;
				this.#askLive(live, JSON.parse(key) as Filter[]);
			}
			const refused = this.#questions.filter(({ status }) => typeof status === 'object' && passes(status));
			for (const question of refused) this.#askOne(question);
			this.#expect(refused);
			this.#tell();
		}, delayMs);
	}

	#endPause(): void {
		clearTimeout(this.#pause);
		this.#pause = undefined;
	}

	/** Starts the clock for some questions. */
	#expect(questions: readonly Question[]): void {
		if (questions.length === 0) return;
		const timer = setTimeout(() => {
			this.#timers.delete(timer);
			if (!questions.some(({ status }) => status === 'unasked' || status === 'asked')) return;
			this.#late ??= { reason: 'timeout' };
			this.#tell();
		}, this.#limits.answerTimeoutMs);
		this.#timers.add(timer);
	}

	#down(): void {
		this.#endPause();
		this.#live.clear();
		for (const question of this.#questions) question.status = 'unasked';
		this.#late = { reason: 'connection' };
		this.#tell();
	}

	#refuse(why: Refusal): void {
		this.#endPause();
		this.#refused = why;
		this.#tell();
	}

	#tell(): void {
		const { outcome } = this;
		if (outcome.kind === 'answered') {
			this.#late = undefined;
			this.#pauses = 0;
		}
		const told = JSON.stringify(outcome);
		if (told === this.#told) return;
		this.#told = told;
		this.#handlers.onOutcome(outcome);
	}
}

/** What the first word of a refusal means (NIP-01, NIP-42); all else is a refusal without a reason we know. */
const prefixes: Readonly<Record<string, NoAnswerReason>> = {
	'auth-required': 'auth-required',
	restricted: 'restricted',
	blocked: 'restricted',
	'rate-limited': 'rate-limited'
};

/** Why a relay ended a request, from what it said. */
function readFailure(message: string): Failure {
	const [, prefix = ''] = /^([a-z-]+):/.exec(message) ?? [];
	return { reason: Object.hasOwn(prefixes, prefix) ? (prefixes[prefix] ?? 'closed') : 'closed', message };
}

/** Whether a refusal is one of the moment, by the relay's own word. */
function passes({ reason, message = '' }: Failure): boolean {
	return reason === 'rate-limited' || (reason === 'closed' && message.startsWith('error:'));
}

function idOf(raw: unknown): unknown {
	return (raw as { readonly id?: unknown } | null | undefined)?.id;
}

/** What is still to be asked after a page that may be cut off; nothing after a whole one, undefined when there is no way. */
function askOn({ filters }: Question, paging: Paging): Question[] | undefined {
	const next = readPage(paging, filters.length);
	const [filter = {}] = filters;
	switch (next.kind) {
		case 'complete':
			return [];
		case 'split':
			return filters.map((one) => ({ filters: [one], status: 'unasked' }));
		case 'more':
			return [{ filters, paging: next.paging, status: 'unasked' }];
		case 'stuck': {
			const { authors = [] } = filter;
			if (authors.length < 2) return undefined;
			const half = authors.length >> 1;
			return [authors.slice(0, half), authors.slice(half)].map((some) => ({
				filters: [{ ...filter, authors: some }],
				status: 'unasked'
			}));
		}
	}
}
