/// <reference types="vite/client" />

import type { OpenedAs } from '#lib/state/opened-as.ts';

declare global {
	namespace App {
		interface PageState {
			opened?: OpenedAs;
			/** The identifier of a repository that was just removed from this browser. */
			forgotten?: string;
		}
	}
}

export {};
