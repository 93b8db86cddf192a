import { sentenceInText } from '#lib/state/present-change.ts';
import type { Sentence } from '#lib/state/sentence.ts';

/** A day in March 2025, Unix seconds. */
export const now = 1_741_780_800;

/** A sentence as it reads, without the marks that isolate names. */
export function read(sentence: Sentence | undefined): string {
	return sentenceInText(sentence ?? [], now).replace(/[\u2068\u2069]/g, '');
}
