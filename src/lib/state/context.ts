import { createContext } from 'svelte';
import type { Clock } from './clock.ts';
import type { ForgeClient } from './forge-client.svelte.ts';
import type { RepositoryPageState } from './repository-page.svelte.ts';
import type { ThemeState } from './theme.svelte.ts';

/** What every page has: the line to the worker, the clock, the theme. */
export interface AppContext {
	readonly forge: ForgeClient;
	readonly clock: Clock;
	readonly theme: ThemeState;
}

/** The app's own context, set by the root layout. */
export const [getApp, setApp] = createContext<AppContext>();

/** The repository that the parts of its page belong to. */
export const [getRepository, setRepository] = createContext<RepositoryPageState>();
