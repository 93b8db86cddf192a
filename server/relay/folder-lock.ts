import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Claims a folder for this process, so that two relays do not write into one file. The claim of a process that is gone
 * does not count. Out: gives the folder back. Throws when somebody else has it.
 */
export function lockFolder(folder: string): () => void {
	const path = join(folder, 'in-use-by');
	for (let attempt = 0; ; attempt++) {
		try {
			writeFileSync(path, String(process.pid), { flag: 'wx', mode: 0o600 });
			return () => rmSync(path, { force: true });
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
		}
		const holder = Number(readFileSync(path, 'utf8'));
		if (attempt > 0 || isRunning(holder)) {
			throw new Error(`${folder} is in use by process ${holder}. If that is not Countersign, delete ${path}.`);
		}
		rmSync(path, { force: true });
	}
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
