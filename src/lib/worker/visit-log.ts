import type { Pubkey } from '#lib/core/ids.ts';
import type { ChangesView, PersonView } from './api.ts';
import type { VisitSummary } from './db/backend.ts';
import type { Store } from './db/store.ts';
import { compareVisits, summariseVisit, type VisitedSnapshot } from './visit.ts';

/** A page opened again within this is the same visit: a reload does not hide what changed. */
const sameVisitSeconds = 30 * 60;
const writeEverySeconds = 60;

/** What one open page knows of the visit before it, and what it leaves for the next. */
export class VisitLog {
	#before: VisitSummary | undefined;
	/** The view that was read last, and when: summed up when that is wanted, not at every draw. */
	#shown: { readonly snapshot: VisitedSnapshot; readonly atSeconds: number } | undefined;
	#writtenAtSeconds = -Infinity;
	#isStopped = false;
	readonly #key: string;
	readonly #store: Store;

	private constructor(key: string, store: Store, before: VisitSummary | undefined) {
		this.#key = key;
		this.#store = store;
		this.#before = before;
	}

	static async open(key: string, store: Store, nowSeconds: number): Promise<VisitLog> {
		const row = await store.readVisit(key);
		const isSame = row && nowSeconds - row.last.atSeconds < sameVisitSeconds;
		return new VisitLog(key, store, isSame ? row.before : row?.last);
	}

	/** Takes a view in, if every relay has answered or failed. Out: what changed since the last visit. */
	read(snapshot: VisitedSnapshot, nowSeconds: number, person: (pubkey: Pubkey) => PersonView): ChangesView | undefined {
		const { view } = snapshot;
		if (!view.coverage.settled || view.lifecycle.kind === 'not-found') return undefined;
		this.#shown = { snapshot, atSeconds: nowSeconds };
		if (nowSeconds - this.#writtenAtSeconds >= writeEverySeconds) this.#write(nowSeconds);
		return this.#before && compareVisits(this.#before, summariseVisit(snapshot, nowSeconds), person);
	}

	/** The changes have been read: from now on the present is what was seen. */
	markSeen(nowSeconds: number): void {
		this.#before = this.#sumUp();
		this.#write(nowSeconds);
	}

	/** Nothing is written any more. */
	forget(): void {
		this.#isStopped = true;
		this.#before = undefined;
	}

	close(nowSeconds: number): void {
		this.#write(nowSeconds);
		this.#isStopped = true;
	}

	#write(nowSeconds: number): void {
		const last = this.#isStopped ? undefined : this.#sumUp();
		if (!last) return;
		this.#writtenAtSeconds = nowSeconds;
		void this.#store.keepVisit({ key: this.#key, before: this.#before, last });
	}

	#sumUp(): VisitSummary | undefined {
		return this.#shown && summariseVisit(this.#shown.snapshot, this.#shown.atSeconds);
	}
}
