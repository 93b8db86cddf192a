/** How a status is meant; never told by colour alone. Green only for what both sides signed or was verified. */
export type Tone = 'plain' | 'good' | 'attention' | 'bad' | 'muted';

/** The picture that goes with a status word. */
export type Glyph =
	| 'lead'
	| 'check'
	| 'invited'
	| 'moderator'
	| 'left'
	| 'none'
	| 'attention'
	| 'note'
	| 'broken'
	| 'waiting'
	| 'unknown'
	| 'archive'
	| 'delete'
	| 'restart'
	| 'forward'
	| 'copy-of'
	| 'memory'
	| 'person'
	| 'branch';
