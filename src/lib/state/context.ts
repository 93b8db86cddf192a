import { createContext } from 'svelte';
import type { Clock } from './clock.ts';
import type { ForgeClient } from './forge-client.svelte.ts';
import type { IndexRelays } from './index-relays.svelte.ts';
import type { LookingAs } from './looking-as.svelte.ts';
import type { RepositoryPageState } from './repository-page.svelte.ts';
import type { ThemeState } from './theme.svelte.ts';

/** What a page hands to the next one. */
export type PageState = App.PageState;

/** What every page has: the line to the worker, the clock, the theme. */
export interface AppContext {
	readonly forge: ForgeClient;
	readonly clock: Clock;
	readonly theme: ThemeState;
	readonly indexRelays: IndexRelays;
	readonly lookingAs: LookingAs;
	/** Goes to what was opened in an open box; the heading of that page then has the focus. */
	readonly openPath: (path: string, state?: PageState) => void;
}

/** The app's own context, set by the root layout. */
export const [getApp, setApp] = createContext<AppContext>();

/** The repository that the parts of its page belong to. */
export const [getRepository, setRepository] = createContext<RepositoryPageState>();
