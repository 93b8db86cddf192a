/** Waits until something holds, looking again at every turn; throws with `what` after the deadline. */
export async function waitUntil(what: string, holds: () => boolean, deadlineMs = 15_000): Promise<void> {
	const end = performance.now() + deadlineMs;
	while (!holds()) {
		if (performance.now() > end) throw new Error(`Waited ${deadlineMs} ms until ${what}`);
		await new Promise((resolve) => setImmediate(resolve));
	}
}
