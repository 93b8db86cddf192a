import type { StorageUse, StorageView } from '#lib/worker/api.ts';
import { countOf } from './sentence.ts';

/** Where what is read is kept, what that means, and what may help. */
export interface StorageWords {
	readonly title: string;
	readonly body: string;
	readonly action?: 'reload';
}

/** Words for where what was read is kept. */
export function sayStorage(storage: StorageView): StorageWords {
	return storage.kind === 'kept' ? keptWords : memoryWords[storage.reason];
}

const keptWords: StorageWords = {
	title: 'Kept in this browser',
	body: 'What was read opens at once at the next visit, also without a network.'
};

const memoryWords: Readonly<Record<Extract<StorageView, { kind: 'memory' }>['reason'], StorageWords>> = {
	refused: {
		title: 'Not kept: this browser gave no room to store what was read',
		body: 'Everything works, but it is asked for again at the next visit.'
	},
	blocked: {
		title: 'Not kept: another tab of Countersign holds the store in another version',
		body: 'Everything works, but it is asked for again at the next visit. Close the other tabs, then reload this one.',
		action: 'reload'
	},
	full: {
		title: 'Not kept any more: the room this browser gives is full',
		body: 'Everything works, but what is new is asked for again at the next visit.'
	},
	lost: {
		title: 'Not kept any more: the store was cleared or closed while in use',
		body: 'Everything goes on from memory. Reload to store what is read again.',
		action: 'reload'
	}
};

/** How much is kept: "120 records of 4 repositories, about 1.2 MB with all that the page itself needs". */
export function sayStorageUse({ eventCount, repositoryCount, sizeBytes }: StorageUse): string {
	const records = `${countOf(eventCount, 'record')}; ${countOf(repositoryCount, 'repository', 'repositories')} opened`;
	return sizeBytes === undefined ? records : `${records}. All of this site takes about ${sayBytes(sizeBytes)}`;
}

/** A size in bytes as people read it, in steps of a thousand. */
export function sayBytes(bytes: number): string {
	const units = ['bytes', 'kB', 'MB', 'GB'];
	let value = bytes;
	let unit = 0;
	while (value >= 1_000 && unit < units.length - 1) {
		value /= 1_000;
		unit++;
	}
	return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
