import { createContext } from 'svelte';
import type { Attachment } from 'svelte/attachments';

const gapPx = 6;
const edgePx = 8;
const look =
	'fixed m-0 max-w-[min(24rem,calc(100vw-1rem))] rounded-md border border-line-strong bg-raised px-2 py-1 text-xs text-ink shadow-md';

/**
 * The one small text that explains an element while it is pointed at or focused: kept within the window and above
 * everything; Escape hides it. Whoever cannot see it gets the same text as the element's description.
 */
export class Bubble {
	#element: HTMLElement | undefined;
	#owner: HTMLElement | undefined;

	/** Put on the element that `text` explains. */
	explain(text: () => string): Attachment<HTMLElement> {
		return (owner) => {
			const listeners = new AbortController();
			const listen = <K extends keyof HTMLElementEventMap>(
				type: K,
				listener: (event: HTMLElementEventMap[K]) => void,
				on: HTMLElement | Document = owner
			) => on.addEventListener(type, listener as EventListener, { signal: listeners.signal });
			listen('pointerenter', () => this.#show(owner, text()));
			listen('focus', () => this.#show(owner, text()));
			// A finger leaves as soon as it has pressed, and not every browser gives it the focus.
			listen('click', () => this.#show(owner, text()));
			listen('pointerdown', ({ target }) => !owner.contains(target as Node) && this.#hide(owner), document);
			listen('blur', () => this.#hide(owner));
			listen('pointerleave', ({ relatedTarget }) => relatedTarget !== this.#element && this.#leave(owner));
			listen('keydown', ({ key }) => key === 'Escape' && this.#hide(owner), document);
			$effect(() => {
				const words = text();
				owner.setAttribute('aria-description', words);
				if (this.#owner === owner && this.#element) this.#element.textContent = words;
			});
			return () => {
				listeners.abort();
				this.#hide(owner);
			};
		};
	}

	#show(owner: HTMLElement, text: string): void {
		this.#element ??= this.#make();
		const element = this.#element;
		this.#owner = owner;
		element.textContent = text;
		if (!element.matches(':popover-open')) element.showPopover();
		const at = owner.getBoundingClientRect();
		const { width, height } = element.getBoundingClientRect();
		const right = document.documentElement.clientWidth - edgePx - width;
		const left = Math.max(edgePx, Math.min(at.left + at.width / 2 - width / 2, right));
		const above = at.top - height - gapPx;
		element.style.left = `${left}px`;
		element.style.top = `${above >= edgePx ? above : at.bottom + gapPx}px`;
	}

	#leave(owner: HTMLElement): void {
		if (document.activeElement !== owner) this.#hide(owner);
	}

	#hide(owner: HTMLElement): void {
		if (this.#owner !== owner) return;
		this.#owner = undefined;
		if (this.#element?.matches(':popover-open')) this.#element.hidePopover();
	}

	#make(): HTMLElement {
		const made = document.createElement('div');
		made.popover = 'manual';
		made.className = look;
		made.dataset.bubble = '';
		made.setAttribute('aria-hidden', 'true');
		made.addEventListener('pointerleave', () => this.#owner && this.#leave(this.#owner));
		document.body.append(made);
		return made;
	}
}

/** The page's bubble, set by the root layout. */
export const [getBubble, setBubble] = createContext<Bubble>();
