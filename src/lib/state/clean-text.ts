/** Marks that may sit on one letter before the rest is dropped: enough for every living script. */
const mostMarks = 3;

/** Controls, direction overrides and isolates, and characters without a shape; line feeds and joiners stay. */
const unseen = /(?![\n\u200C\u200D])[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;
/** The same and all else that has no shape of its own in code: joiners, line ends, odd spaces, lone surrogates. */
const unseenInCode = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800]|(?! )\p{Zs}/gu;
/** What alone has no shape: joiners (they form some scripts and pictures), marks, spaces, the empty braille cell. */
const shapeless = /\u200C|\u200D|[\p{M}\s\u2800]/gu;

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A stranger's text as it may be shown: without invisible characters, at most so many letters, few marks a letter.
 * Out: undefined when nothing visible is left.
 */
export function cleanText(text: string | undefined, mostLetters: number): string | undefined {
	if (text === undefined) return undefined;
	// A letter of many marks is many units long: what lies beyond this is not shown in any case.
	const plain = text
		.slice(0, mostLetters * 50)
		.replace(unseen, '')
		.trim();
	if (plain.replace(shapeless, '') === '') return undefined;
	const shown: string[] = [];
	for (const { segment } of letters.segment(plain)) {
		if (shown.length === mostLetters) return `${shown.join('').trimEnd()}…`;
		shown.push(fewMarks(segment));
	}
	return shown.join('');
}

/**
 * A text that machines read (an identifier, a ref, an address) with what cannot be seen written out: `⟨U+202E⟩`. Unlike
 * `cleanText` nothing is left out, so that two texts that differ look different. Source: CASES 36.
 */
export function showUnseen(text: string): string {
	return text.replace(unseenInCode, (point) => {
		const code = point.codePointAt(0) ?? 0;
		return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
	});
}

/** Topics as they may be shown: each once, and none that has nothing to see. */
export function cleanTopics(topics: readonly string[]): string[] {
	const shown = topics.map((topic) => cleanText(topic, 60)).filter((topic) => topic !== undefined);
	return [...new Set(shown)];
}

function fewMarks(letter: string): string {
	if (letter.length <= mostMarks) return letter;
	let marks = 0;
	return [...letter].filter((point) => !/\p{M}/u.test(point) || ++marks <= mostMarks).join('');
}

/** What two texts that read alike have in common: no case, width, marks, punctuation or joiners. */
export function foldText(text: string): string {
	return text
		.normalize('NFKD')
		.replace(shapeless, '')
		.replace(/[\p{Z}\p{P}]/gu, '')
		.toLowerCase();
}
