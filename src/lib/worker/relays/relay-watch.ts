import type { NoAnswerReason, RelayOutcome } from '#lib/core/evidence.ts';
import type { Filter } from '#lib/core/filter.ts';
import type { RelayUrl } from '#lib/core/relay-url.ts';
import { groupFilters, mergeFilters } from './merge-filters.ts';
import { readPage, startPaging, type Paging } from './paging.ts';
import type { Connection, RelayPool, RequestEnd } from './relay-pool.ts';

/** What a watch tells. */
export interface WatchHandlers {
	/** An event, as parsed and unchecked, with the filters it was asked by. */
	onEvent(raw: unknown, filters: readonly Filter[]): void;
	onOutcome(outcome: RelayOutcome): void;
	/** The relay is about to be asked everything on a new connection, and to repeat itself. */
	onReconnected(): void;
	/** Calls back when every event handed over so far has been dealt with: only then a relay has answered. */
	whenDealtWith(then: () => void): void;
}

export interface WatchLimits {
	/** From asking to the end of the stored events; connecting is part of it. */
	readonly answerTimeoutMs: number;
}

export const watchLimits: WatchLimits = { answerTimeoutMs: 8_000 };

/** What became of one request for stored events on the present connection. */
interface Question {
	readonly filters: readonly Filter[];
	readonly paging?: Paging;
	status: 'unasked' | 'asked' | 'ended' | 'answered' | Failure;
	close?: () => void;
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
	#refused = false;
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
			onRefused: (message) => watch && watch.#refuse(message)
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

	/** Drops the relay for good: it gave more than anybody should have to read. */
	refuse(message: string): void {
		this.#connection.refuse(message);
	}

	close(): void {
		for (const timer of this.#timers) clearTimeout(timer);
		this.#timers.clear();
		this.#refused = true;
		this.#questions = [];
		this.#connection.close();
	}

	get outcome(): RelayOutcome {
		if (this.#refused) return { kind: 'failed', ...this.#late, reason: 'flooded' };
		for (const { status } of this.#questions) if (typeof status === 'object') return { kind: 'failed', ...status };
		for (const { failure } of this.#live.values()) if (failure) return { kind: 'failed', ...failure };
		if (this.#questions.length > 0 && this.#questions.every(({ status }) => status === 'answered'))
			return { kind: 'answered' };
		return this.#late ? { kind: 'failed', ...this.#late } : { kind: 'waiting' };
	}

	#askAll(): void {
		this.#handlers.onReconnected();
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

	/** A relay may end a live request at any time, and then says nothing more: it is asked once more, then it has failed. */
	#askLive(live: LiveRequest, group: readonly Filter[]): void {
		live.close = this.#connection.request(
			group,
			(raw) => this.#handlers.onEvent(raw, group),
			(end) => {
				if (end.kind === 'eose') return;
				if (live.isSecond) live.failure = readFailure(end.message);
				else {
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
				paging.page.push(raw);
				this.#handlers.onEvent(raw, question.filters);
			},
			(end) => this.#end(question, paging, end)
		);
	}

	#end(question: Question, paging: Paging, end: RequestEnd): void {
		question.close?.();
		if (end.kind === 'closed') {
			question.status = readFailure(end.message);
			return this.#tell();
		}
		const more = askOn(question, paging);
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
		this.#live.clear();
		for (const question of this.#questions) question.status = 'unasked';
		this.#late = { reason: 'connection' };
		this.#tell();
	}

	#refuse(message: string): void {
		this.#refused = true;
		this.#late = { reason: 'flooded', message };
		this.#tell();
	}

	#tell(): void {
		const { outcome } = this;
		if (outcome.kind === 'answered') this.#late = undefined;
		const told = JSON.stringify(outcome);
		if (told === this.#told) return;
		this.#told = told;
		this.#handlers.onOutcome(outcome);
	}
}

/** Why a relay ended a request, from what it said. */
function readFailure(message: string): Failure {
	return { reason: message.startsWith('auth-required:') ? 'auth-required' : 'closed', message };
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
