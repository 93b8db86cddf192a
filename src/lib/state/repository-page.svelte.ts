import { ok, type Result } from '#lib/core/result.ts';
import type { ChangesView, ForgeError, PersonView, RepositoryPage } from '#lib/worker/api.ts';
import type { ForgeClient } from './forge-client.svelte.ts';
import { findKeyTwins, findNamesakes } from './person-name.ts';
import { describeChange, isResult } from './present-change.ts';
import { findBanners } from './present-banners.ts';
import { parseTypedRelay, type TypedRelayError } from './typed-relay.ts';

/** What the page can show right now. A newer value replaces an older one; a failure keeps the last value. */
export type RepositoryStatus =
	| { readonly kind: 'loading' }
	| { readonly kind: 'looking'; readonly page: RepositoryPage }
	| { readonly kind: 'shown'; readonly page: RepositoryPage }
	| { readonly kind: 'not-found'; readonly page: RepositoryPage }
	| { readonly kind: 'failed'; readonly error: ForgeError; readonly page?: RepositoryPage };

/** Which repository to watch. */
export interface RepositoryTarget {
	readonly pubkey: string;
	readonly identifier: string;
	readonly relayHints: readonly string[];
}

/** One repository as the worker sees it, live, with what the page derives from it. */
export class RepositoryPageState {
	#status: RepositoryStatus = $state.raw({ kind: 'loading' });
	#addedRelays: readonly string[] = $state.raw([]);
	#announced = $state('');
	#seen: ChangesView | undefined = $state.raw();
	#told: RepositoryPage | undefined;
	#dispose = () => {};
	readonly #forge: Pick<ForgeClient, 'watch' | 'call'>;
	readonly #nowSeconds: () => number;
	readonly target: RepositoryTarget;

	readonly page = $derived(this.#status.kind === 'loading' ? undefined : this.#status.page);
	/** What is different from the last visit, until the reader says that it has been read. */
	readonly changes = $derived(this.#unread(this.page?.changes));
	readonly banners = $derived(this.page ? findBanners(this.page) : []);
	readonly #namesakes = $derived(findNamesakes(this.page ? peopleOn(this.page) : []));
	readonly #keyTwins = $derived(findKeyTwins(this.page ? peopleOn(this.page) : []));

	constructor(forge: Pick<ForgeClient, 'watch' | 'call'>, target: RepositoryTarget, nowSeconds: () => number) {
		this.#forge = forge;
		this.target = target;
		this.#nowSeconds = nowSeconds;
		this.#watch();
	}

	get status(): RepositoryStatus {
		return this.#status;
	}

	/** Relays typed in on this page, asked as well. */
	get addedRelays(): readonly string[] {
		return this.#addedRelays;
	}

	/** For a live region: results and changes of substance in words, never progress. */
	get announced(): string {
		return this.#announced;
	}

	/** Whether somebody else on the page goes by the same name: then both are shown with their key. */
	isNamesake(person: PersonView): boolean {
		return this.#namesakes.has(person.pubkey);
	}

	/** Whether somebody else's key on the page is shortened to the same: then both are shown whole. */
	isKeyTwin(person: PersonView): boolean {
		return this.#keyTwins.has(person.pubkey);
	}

	/** Asks one more relay; what is shown stays until the newer view comes. */
	addRelay(text: string): Result<null, TypedRelayError> {
		const url = parseTypedRelay(text);
		if (!url.ok) return url;
		if (!this.#addedRelays.includes(url.value)) this.#addedRelays = [...this.#addedRelays, url.value];
		this.retry();
		return ok(null);
	}

	/** Asks every relay anew. */
	retry(): void {
		this.#dispose();
		this.#watch();
	}

	/** Asks every relay of this view again; what is shown stays until they say otherwise. */
	async refresh(): Promise<void> {
		const { pubkey, identifier } = this.target;
		await this.#forge.call('refresh', { pubkey, identifier });
	}

	/** Has this browser forget the repository. Whether it did. */
	async forget(): Promise<boolean> {
		const { pubkey, identifier } = this.target;
		return (await this.#forge.call('forget', { pubkey, identifier })).ok;
	}

	/** The changes since the last visit have been read: they go at once, and the next visit compares with what is shown. */
	async markSeen(): Promise<void> {
		const { pubkey, identifier } = this.target;
		this.#seen = this.page?.changes;
		await this.#forge.call('markSeen', { pubkey, identifier });
	}

	dispose(): void {
		this.#dispose();
	}

	/** A view that was made before the worker heard of it brings the same changes once more. */
	#unread(changes: ChangesView | undefined): ChangesView | undefined {
		const unread = changes !== undefined && JSON.stringify(changes) !== JSON.stringify(this.#seen);
		return unread && changes.list.length > 0 ? changes : undefined;
	}

	#watch(): void {
		const { pubkey, identifier, relayHints } = this.target;
		const params = { pubkey, identifier, relayHints: [...relayHints], addedRelays: [...this.#addedRelays] };
		this.#dispose = this.#forge.watch('repository', params, (result) => {
			this.#status = result.ok ? statusOf(result.value) : { kind: 'failed', error: result.error, page: this.page };
			if (result.ok) this.#announce(result.value);
		});
	}

	#announce(page: RepositoryPage): void {
		const words = describeChange(this.#told, page, this.#nowSeconds());
		if (isResult(page)) this.#told = page;
		if (words !== undefined) this.#announced = words;
	}
}

function statusOf(page: RepositoryPage): RepositoryStatus {
	if (page.finding === 'not-found') return { kind: 'not-found', page };
	const known = page.finding === 'found' || page.basis !== 'nothing' || page.lifecycle.kind === 'deleted';
	return { kind: known ? 'shown' : 'looking', page };
}

function* peopleOn(page: RepositoryPage): Generator<PersonView> {
	yield page.address.owner;
	yield* page.lead.path;
	yield* page.possiblyDeleted;
	if (page.state) yield page.state.by;
	for (const { declaredBy, writtenBy } of page.coverage.relays) {
		yield* declaredBy;
		yield* writtenBy;
	}
	for (const { namedBy } of page.coverage.peopleNotAsked) yield namedBy;
	for (const { by, subject } of page.futureDates) {
		yield by;
		if (subject) yield subject;
	}
	for (const { by } of page.clone) yield* by;
	for (const { person } of page.people) yield person;
	for (const { author, subject } of page.health) {
		yield author;
		if (subject) yield subject;
	}
}
