/**
 * Starts something on a port, or on the next one that is free when nobody asked for that port.
 * @param wanted the port that was asked for; it alone is tried
 * @param usual where to begin otherwise
 */
export async function onFirstFreePort<T>(
	wanted: number | undefined,
	usual: number,
	start: (port: number) => Promise<T>
): Promise<T> {
	if (wanted !== undefined) return start(wanted);
	for (let port = usual; ; port++) {
		try {
			return await start(port);
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || port >= usual + 100) throw error;
		}
	}
}
