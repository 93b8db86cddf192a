import type { Pubkey } from '#lib/core/ids.ts';
import { parseRelayUrls } from '#lib/core/relay-url.ts';
import { ok, type Result } from '#lib/core/result.ts';
import type { RepositoryAddress } from '#lib/core/view.ts';
import type { ForgeError, RepositoryKey, RepositoryPage } from './api.ts';
import type { RecentRow } from './db/backend.ts';
import type { Store } from './db/store.ts';
import { isForgotten } from './db/tab-channel.ts';
import { viewKey } from './db/view-key.ts';
import { RepositoryDiscovery, type DiscoveryHost, type RepositorySnapshot } from './discovery/repository-discovery.ts';
import type { GivenRelays } from './discovery/wanted.ts';
import { onlyNews } from './only-news.ts';
import { drawPeople } from './person-views.ts';
import { drawRepositoryPage } from './repository-page.ts';
import { VisitLog } from './visit-log.ts';

/** One page of a repository that somebody has open: draws it whenever something changes, and leaves what the next visit needs. */
export class OpenPage {
	readonly key: string;
	discovery: RepositoryDiscovery | undefined;
	#viewer: Pubkey | undefined;
	#snapshot: RepositorySnapshot | undefined;
	#visits: VisitLog | undefined;
	#remembered = '';
	#isForgotten = false;
	#isClosed = false;
	#endNews = () => {};
	readonly #openedAtSeconds = nowSeconds();
	readonly #address: RepositoryAddress;
	readonly #push: (page: RepositoryPage) => boolean;
	readonly #store: Promise<Store>;

	constructor(
		address: RepositoryAddress,
		push: (page: Result<RepositoryPage, ForgeError>) => void,
		store: Promise<Store>,
		viewer: Pubkey | undefined
	) {
		this.key = viewKey(address);
		this.#address = address;
		this.#push = onlyNews((page) => push(ok(page)));
		this.#store = store;
		this.#viewer = viewer;
	}

	/** Finds out all about it until closed. Rejects when the transport cannot be loaded. */
	async discover(given: GivenRelays, host: DiscoveryHost): Promise<void> {
		const store = await this.#store;
		const visits = await VisitLog.open(this.key, store, nowSeconds());
		if (this.#isClosed) return;
		this.#visits = visits;
		this.#endNews = store.watchNews((news) => {
			if (!isForgotten(news, this.key)) return;
			this.#isForgotten = true;
			visits.forget();
		});
		this.discovery = new RepositoryDiscovery(this.#address, given, host, (snapshot) => {
			this.#snapshot = snapshot;
			this.#draw();
		});
		await this.discovery.run(host);
	}

	viewAs(viewer: Pubkey | undefined): void {
		this.#viewer = viewer;
		this.#draw();
	}

	markSeen(): void {
		this.#visits?.markSeen(nowSeconds());
		this.#draw();
	}

	close(): void {
		this.#isClosed = true;
		this.#endNews();
		this.#visits?.close(nowSeconds());
		this.discovery?.stop();
	}

	#draw(): void {
		const snapshot = this.#snapshot;
		if (!snapshot || this.#isClosed) return;
		const person = drawPeople(snapshot.profiles);
		const changes = this.#visits?.read(snapshot, nowSeconds(), person);
		const page = drawRepositoryPage(snapshot, nowSeconds(), { person, viewer: this.#viewer, changes });
		if (this.#push(page)) this.#remember(page);
	}

	#remember(page: RepositoryPage): void {
		if (page.finding !== 'found' || this.#isForgotten) return;
		const row = toRecentRow(page, this.#openedAtSeconds);
		if (JSON.stringify(row) === this.#remembered) return;
		this.#remembered = JSON.stringify(row);
		void this.#store.then((store) => store.keepRecent(row));
	}
}

/** All pages that are open, and whom they are looked at as. */
export class OpenPages {
	readonly #pages = new Set<OpenPage>();
	#viewer: Pubkey | undefined;

	get viewer(): Pubkey | undefined {
		return this.#viewer;
	}

	add(page: OpenPage): void {
		this.#pages.add(page);
	}

	delete(page: OpenPage): void {
		this.#pages.delete(page);
	}

	/** Every open page of a repository. */
	of(repository: RepositoryKey): OpenPage[] {
		return [...this.#pages].filter(({ key }) => key === viewKey(repository));
	}

	viewAs(viewer: Pubkey | undefined): void {
		this.#viewer = viewer;
		for (const page of this.#pages) page.viewAs(viewer);
	}
}

function nowSeconds(): number {
	return Math.floor(Date.now() / 1000);
}

function toRecentRow({ address, name }: RepositoryPage, openedAtSeconds: number): RecentRow {
	const { owner, identifier } = address;
	return {
		key: viewKey({ pubkey: owner.pubkey, identifier }),
		pubkey: owner.pubkey,
		identifier,
		relayHints: parseRelayUrls(address.relayHints),
		name: name?.value,
		ownerName: owner.name,
		openedAtSeconds
	};
}
