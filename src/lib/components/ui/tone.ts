/** How something is meant. */
export type Tone = 'plain' | 'good' | 'attention' | 'bad' | 'muted';

/** Text colour of each tone. */
export const toneText: Readonly<Record<Tone, string>> = {
	plain: 'text-ink',
	good: 'text-good',
	attention: 'text-attention',
	bad: 'text-bad',
	muted: 'text-muted'
};

/** Box of each tone: text, ground and border. */
export const toneBox: Readonly<Record<Tone, string>> = {
	plain: 'bg-surface border-line',
	good: 'bg-good-soft border-line',
	attention: 'bg-attention-soft border-attention-line',
	bad: 'bg-bad-soft border-bad-line',
	muted: 'bg-surface border-line'
};
