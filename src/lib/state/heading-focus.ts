/**
 * After something was opened from the keyboard the heading of the new page has the focus, also when the page is drawn
 * anew while its answer comes. Ends as soon as the reader does anything.
 * @returns ends it
 */
export function followHeading(root: HTMLElement): () => void {
	const ends = new AbortController();
	const take = () => {
		const heading = root.querySelector('h1');
		const { activeElement } = document;
		const isFree = activeElement === null || activeElement === document.body || activeElement === root;
		if (!heading || activeElement === heading || !isFree) return;
		heading.tabIndex = -1;
		heading.focus({ preventScroll: true });
	};
	const observer = new MutationObserver(take);
	observer.observe(root, { childList: true, subtree: true });
	const end = () => {
		observer.disconnect();
		ends.abort();
	};
	for (const type of ['keydown', 'pointerdown'] as const)
		document.addEventListener(type, end, { signal: ends.signal, capture: true });
	take();
	return end;
}
