import { unreachable } from '#lib/core/result.ts';
import type { CloneCommand } from '#lib/worker/api.ts';

/** Why no command is offered for a value that somebody announced. */
export function sayRefusedClone(reason: NonNullable<CloneCommand['refused']>): string {
	switch (reason) {
		case 'control-characters':
			return 'No command: it holds control characters, which could act when pasted';
		case 'leading-dash':
			return 'No command: it begins with a dash, which git would take for an option';
		case 'unsafe-scheme':
			return 'No command: its scheme could run a program or read your files';
		case 'credentials':
			return 'No command: it holds a name or password';
		default:
			return unreachable(reason);
	}
}
