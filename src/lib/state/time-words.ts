const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** After this, in seconds, a moment is shown as its date. */
const relativeForSeconds = 30 * day;

/** The last second of the year 9999: what lies beyond is no date anybody meant. */
const lastSecond = 253_402_300_799;

/** A moment as the page shows it: short words, the exact time behind them, and the `datetime` attribute. */
export type TimeWords =
	| { readonly kind: 'unknown'; readonly short: string; readonly afterVerb: string }
	| {
			readonly kind: 'known';
			readonly short: string;
			/** `short` as it stands after a verb: "on 12 March 2025". */
			readonly afterVerb: string;
			readonly exact: string;
			readonly iso: string;
	  };

/** Whether a time, in Unix seconds, has a date. */
export function isInCalendar(seconds: number): boolean {
	return seconds <= lastSecond;
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/**
 * Puts a moment into words: "just now", "3 hours ago" up to 30 days back, else the date. A moment after now is always a
 * date. Nothing and zero are "unknown" and never 1970; what no calendar holds is said to be beyond any.
 * In: Unix seconds, both; the time zone is the reader's unless given.
 */
export function describeTime(seconds: number | undefined, nowSeconds: number, timeZone?: string): TimeWords {
	if (seconds === undefined || !(seconds > 0))
		return { kind: 'unknown', short: 'unknown time', afterVerb: 'at an unknown time' };
	if (!isInCalendar(seconds))
		return { kind: 'unknown', short: 'beyond any calendar', afterVerb: 'at a time beyond any calendar' };
	const moment = new Date(Math.floor(seconds) * 1000);
	const exact = formatsFor(timeZone).exact.format(moment);
	const ago = relativeWords(nowSeconds - seconds);
	const date = dateWords(seconds, timeZone);
	return { kind: 'known', short: ago ?? date, afterVerb: ago ?? `on ${date}`, exact, iso: moment.toISOString() };
}

function relativeWords(agoSeconds: number): string | undefined {
	if (Math.abs(agoSeconds) < minute) return 'just now';
	if (agoSeconds < 0 || agoSeconds > relativeForSeconds) return undefined;
	if (agoSeconds < hour) return relative.format(-Math.floor(agoSeconds / minute), 'minute');
	if (agoSeconds < day) return relative.format(-Math.floor(agoSeconds / hour), 'hour');
	return relative.format(-Math.floor(agoSeconds / day), 'day');
}

/** The date alone: "12 March 2025". In: Unix seconds within the calendar. */
export function dateWords(seconds: number, timeZone?: string): string {
	return formatsFor(timeZone).date.format(new Date(seconds * 1000));
}

interface Formats {
	readonly date: Intl.DateTimeFormat;
	readonly exact: Intl.DateTimeFormat;
}

/** By time zone, the reader's own under nothing: making a format takes longer than all the rest of a row. */
const formats = new Map<string | undefined, Formats>();

function formatsFor(timeZone: string | undefined): Formats {
	const known = formats.get(timeZone);
	if (known !== undefined) return known;
	const made = {
		date: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }),
		exact: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'long', timeZone })
	};
	formats.set(timeZone, made);
	return made;
}
