import { expect, test } from 'vitest';
import { parseRefs } from '#lib/core/repo-state.ts';

const [a, b] = ['a'.repeat(40), 'b'.repeat(40)] as const;

test('what is ignored is listed where it stands: of a repeated name all but the last (D27)', () => {
	const { refs, head, ignored } = parseRefs([
		['HEAD', 'ref: refs/heads/x'],
		['refs/heads/..', a],
		['refs/heads/y', a],
		['HEAD', 'ref: refs/heads/y'],
		['refs/heads/y', b],
		['refs/heads/y', 'zz']
	]);
	expect(ignored).toEqual(['HEAD', 'refs/heads/..', 'refs/heads/y', 'refs/heads/y']);
	expect(head).toBe('refs/heads/y');
	expect([...refs]).toEqual([['refs/heads/y', b]]);
});

test('HEAD to a branch that is not there is kept and said to be missing; detached it is neither', () => {
	expect(parseRefs([['HEAD', 'ref: refs/heads/gone']])).toMatchObject({ head: 'refs/heads/gone', headIsMissing: true });
	expect(parseRefs([['HEAD', a]])).toMatchObject({ head: a, headIsMissing: false });
	expect(parseRefs([['refs/heads/main', a]])).toMatchObject({ head: 'refs/heads/main', headIsMissing: false });
});
