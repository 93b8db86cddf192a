import type { ReferenceError } from '#lib/core/address.ts';
import type { RelayUrlError } from '#lib/core/relay-url.ts';
import { unreachable } from '#lib/core/result.ts';
import type { ForgeError, NameError } from '#lib/worker/api.ts';
import type { AddRelayError } from './index-relays.svelte.ts';
import type { PersonError } from './looking-as.svelte.ts';

/** Any error a reader may meet. */
export type PresentableError = ReferenceError | RelayUrlError | ForgeError | NameError | AddRelayError | PersonError;

/** An error in words: what happened, and what the reader can do now. */
export interface ErrorWords {
	readonly severity: 'note' | 'broken';
	readonly title: string;
	readonly remedy: string;
	readonly action?: 'reload';
}

const note = (title: string, remedy: string): ErrorWords => ({ severity: 'note', title, remedy });

/** The one table from error to words. */
export function presentError(error: PresentableError): ErrorWords {
	switch (error.kind) {
		case 'empty':
			return note('Nothing to open yet', 'Paste a repository’s address: nostr://…, naddr1… or npub1…/name.');
		case 'private-key':
			return note(
				'A private key was in there, and has been removed',
				'Countersign never takes one. If it was pasted anywhere else as well, replace that key.'
			);
		case 'unreadable-key':
			return note(
				'A character of this address is missing or wrong',
				'Its npub1… or naddr1… does not add up. Copy the whole address again.'
			);
		case 'bad-encoding':
			return note('This address cannot be read', 'It has a % that encodes nothing. Copy the whole address again.');
		case 'too-long':
			return note('This is too long to be an address', 'Copy the address alone, without what stands around it.');
		case 'no-identifier':
			return note('This names a person, not a repository', 'Add the repository’s identifier: npub1…/name.');
		case 'no-owner':
			return note('This names a repository without saying whose', 'Add its owner: npub1…/name.');
		case 'only-an-event':
			return note('This names a single event', 'Open the address of the repository that it belongs to.');
		case 'not-a-repository':
			return note('This address names something else than a repository', 'A repository’s naddr is of kind 30617.');
		case 'name-not-looked-up':
			return note('A name like name@domain has to be looked up first', 'Use the person’s npub instead: npub1…/name.');
		case 'not-an-address':
			return note(
				'This is not the address of a repository',
				'One looks like nostr://npub1…/name, naddr1… or npub1…/name.'
			);
		case 'not-a-person':
			return note('This names nobody', 'A person is an npub1…, an nprofile1… or a public key in hex.');
		case 'relay-there':
			return note('This relay is in the list already', 'Nothing was added.');
		case 'too-many-relays':
			return note('The list is full', 'Remove a relay before you add another one.');
		case 'relay-url':
			return presentRelayUrlError(error);
		case 'name-unknown':
		case 'name-site-silent':
		case 'name-site-refused':
		case 'name-unreadable':
		case 'name-local-host':
			return presentNameError(error);
		case 'worker-failed':
			return {
				severity: 'broken',
				title: 'The part that reads relays has stopped',
				remedy:
					'Reload the page. If that does not help, this browser is too old or a newer version has just been set up.',
				action: 'reload'
			};
		case 'part-missing':
			return {
				severity: 'broken',
				title: 'A part of this page could not be loaded',
				remedy: 'A newer version may just have been set up: reload to get all of it.',
				action: 'reload'
			};
		case 'not-removed':
			return note(
				'It could not be removed',
				'Close other tabs of Countersign, reload this one and try again; or remove this site’s data in the browser.'
			);
		case 'bad-request':
			return {
				severity: 'broken',
				title: 'This page asked for something that cannot be answered',
				remedy: 'Reload the page to get pages and reader of the same version.',
				action: 'reload'
			};
		default:
			return unreachable(error);
	}
}

function presentRelayUrlError({ reason }: RelayUrlError): ErrorWords {
	switch (reason) {
		case 'not-a-url':
			return note('This is no relay’s address', 'One looks like wss://relay.example.com.');
		case 'scheme':
			return note('A relay’s address begins with wss://', 'Or with ws:// on this machine.');
		case 'credentials':
			return note('This address holds a name or password', 'Leave out what stands before the @.');
		default:
			return unreachable(reason);
	}
}

const otherwise = 'Check the name, or open the person’s npub instead.';

function presentNameError(error: NameError): ErrorWords {
	const { domain } = error;
	switch (error.kind) {
		case 'name-unknown':
			return error.local === '_'
				? note(`${domain} names no key of its own`, otherwise)
				: note(`${domain} knows nobody called ${error.local}`, otherwise);
		case 'name-site-silent':
			return error.reason === 'timeout'
				? note(`${domain} did not answer in time`, 'Try again, or open the person’s npub instead.')
				: note(
						`${domain} could not be asked`,
						'It cannot be reached, or does not let pages of other sites ask it. Open the person’s npub instead.'
					);
		case 'name-site-refused':
			return error.status === 404
				? note(`${domain} has no list of names`, otherwise)
				: note(`${domain} refused to answer (${error.status})`, 'Try later, or open the person’s npub instead.');
		case 'name-unreadable':
			return note(sayUnreadable(domain, error.reason), 'Open the person’s npub instead.');
		case 'name-local-host':
			return note(
				`${domain} is an address inside your own network`,
				'It is asked only from a Countersign that runs on this machine. Open the person’s npub instead.'
			);
		default:
			return unreachable(error);
	}
}

function sayUnreadable(domain: string, reason: Extract<NameError, { kind: 'name-unreadable' }>['reason']): string {
	switch (reason) {
		case 'too-large':
			return `The answer of ${domain} is too large to be read`;
		case 'not-json':
			return `The answer of ${domain} is no list of names`;
		case 'bad-key':
			return `${domain} gives something that is no public key`;
		default:
			return unreachable(reason);
	}
}
