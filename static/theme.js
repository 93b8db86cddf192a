// Runs before the first paint, so that a chosen theme never flashes. A file of its own, because the policy allows no
// inline script. The name of the entry is that of src/lib/state/theme.svelte.ts.
try {
	const theme = localStorage.getItem('countersign-theme');
	if (theme === 'light' || theme === 'dark') {
		document.documentElement.dataset.theme = theme;
		document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', theme);
	}
} catch {
	// A browser that refuses storage shows the system's theme.
}
