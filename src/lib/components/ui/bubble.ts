import type { Attachment } from 'svelte/attachments';

const gapPx = 6;
const edgePx = 8;

/** A small text that shows while its owner is pointed at or focused, kept within the window. Escape hides it. */
export class Bubble {
	#owner: HTMLElement | undefined;
	#bubble: HTMLElement | undefined;

	/** Put on the element that the bubble explains. */
	readonly owner: Attachment<HTMLElement> = (element) => {
		this.#owner = element;
		const show = () => this.#show();
		const hide = () => this.#hide();
		const escape = (event: KeyboardEvent) => event.key === 'Escape' && this.#hide();
		const leave = (event: PointerEvent) => {
			if (document.activeElement !== element && event.relatedTarget !== this.#bubble) hide();
		};
		element.addEventListener('pointerenter', show);
		element.addEventListener('pointerleave', leave);
		element.addEventListener('focus', show);
		element.addEventListener('blur', hide);
		element.addEventListener('keydown', escape);
		return () => {
			element.removeEventListener('pointerenter', show);
			element.removeEventListener('pointerleave', leave);
			element.removeEventListener('focus', show);
			element.removeEventListener('blur', hide);
			element.removeEventListener('keydown', escape);
		};
	};

	/** Put on the bubble itself, an element with `popover="manual"`. */
	readonly bubble: Attachment<HTMLElement> = (element) => {
		this.#bubble = element;
		const leave = () => document.activeElement !== this.#owner && this.#hide();
		element.addEventListener('pointerleave', leave);
		return () => element.removeEventListener('pointerleave', leave);
	};

	#show(): void {
		const [owner, bubble] = [this.#owner, this.#bubble];
		if (!owner || !bubble?.isConnected || bubble.matches(':popover-open')) return;
		bubble.showPopover();
		const at = owner.getBoundingClientRect();
		const { width, height } = bubble.getBoundingClientRect();
		const right = document.documentElement.clientWidth - edgePx - width;
		const left = Math.max(edgePx, Math.min(at.left + at.width / 2 - width / 2, right));
		const above = at.top - height - gapPx;
		bubble.style.left = `${left}px`;
		bubble.style.top = `${above >= edgePx ? above : at.bottom + gapPx}px`;
	}

	#hide(): void {
		if (this.#bubble?.matches(':popover-open')) this.#bubble.hidePopover();
	}
}
