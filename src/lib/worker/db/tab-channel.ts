/** What one tab tells the others of the same store. */
export type TabNews =
	/** Events that were not in the store before. */
	| { readonly kind: 'stored'; readonly ids: readonly string[] }
	/** The list of opened repositories changed. */
	| { readonly kind: 'recent' }
	/** A repository was removed from the store; without a key everything was. */
	| { readonly kind: 'forgotten'; readonly key?: string };

/** Whether some news are that a repository was removed from the store. */
export function isForgotten(news: TabNews, key: string): boolean {
	return news.kind === 'forgotten' && (news.key ?? key) === key;
}

/** A line to the other tabs of this browser that use the same store. */
export interface TabChannel {
	tell(news: TabNews): void;
	close(): void;
}

/**
 * Opens the line. It carries names of what changed, never events: a tab reads those from the store, where only checked
 * ones stand. In a browser without such lines each tab goes on by itself.
 */
export function openTabChannel(name: string, onNews: (news: TabNews) => void): TabChannel {
	if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, close: () => undefined };
	const channel = new BroadcastChannel(name);
	channel.onmessage = ({ data }: MessageEvent<TabNews>) => onNews(data);
	// In Node an open line keeps the process alive.
	(channel as { unref?: () => void }).unref?.();
	let isOpen = true;
	return {
		tell(news) {
			// Work under way when the store was closed ends after it.
			if (isOpen) channel.postMessage(news);
		},
		close() {
			isOpen = false;
			channel.close();
		}
	};
}
