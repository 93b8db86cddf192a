/** Pushes a value unless it says the same as the one before. Out: whether it was pushed. In: plain data that nobody changes. */
export function onlyNews<T>(push: (value: T) => void): (value: T) => boolean {
	let last: { readonly value: T; text?: string } | undefined;
	return (value) => {
		// The first one is put into text when there is a second: before it is pushed somebody is waiting.
		const text = last && JSON.stringify(value);
		if (last && text === (last.text ??= JSON.stringify(last.value))) return false;
		last = { value, text };
		push(value);
		return true;
	};
}
