import type { PageStorage } from '#lib/state/page-storage.ts';

/** A browser's storage over a map, as its page asks for it; or one that the browser refuses when it is named. */
export function storageOver(kept: Map<string, string> | 'refused'): () => PageStorage {
	return () => {
		if (kept === 'refused') throw new DOMException('refused', 'SecurityError');
		return {
			getItem: (key) => kept.get(key) ?? null,
			setItem: (key, value) => void kept.set(key, value),
			removeItem: (key) => void kept.delete(key)
		};
	};
}
