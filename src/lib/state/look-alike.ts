/**
 * Letters and digits that are read as one of the Latin alphabet, each after the one it passes for. Cyrillic, Greek,
 * Armenian, Latin extensions and digits: those that fonts draw the same or nearly so (after Unicode TR 39, by hand). All
 * lower case and without marks.
 */
const looks: Readonly<Record<string, string>> = {
	a: 'аɑαạ',
	b: 'ьъвβƅᖯ',
	c: 'сϲᴄⅽ',
	d: 'ԁɗⅾ',
	e: 'еєҽ℮ɛεᴇ',
	f: 'ϝғƒ',
	g: 'ɡԍց',
	h: 'һհнʜ',
	i: 'іıɩιӏ1l|ⅰǀᛁ',
	j: 'јϳ',
	k: 'кκᴋ',
	m: 'мⅿʍᴍ',
	n: 'ոпηɴ',
	o: 'оοօσ0ᴏ',
	p: 'рρ',
	q: 'ԛգ',
	r: 'гᴦɾʀ',
	s: 'ѕꜱ5',
	t: 'тτᴛ',
	u: 'υսцᴜ',
	v: 'ѵνⅴᴠ',
	w: 'ԝωѡᴡ',
	x: 'хχⅹ×',
	y: 'уγүʏ',
	z: 'ᴢ'
};

const latin = new Map(Object.entries(looks).flatMap(([letter, alike]) => [...alike].map((other) => [other, letter])));

/** A folded text with every letter in the shape it is read as; `rn` and `vv` are read as one letter. */
export function readAsLatin(folded: string): string {
	return [...folded]
		.map((letter) => latin.get(letter) ?? letter)
		.join('')
		.replaceAll('rn', 'm')
		.replaceAll('vv', 'w');
}
