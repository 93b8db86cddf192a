/** Pushes a value unless it says the same as the one before. Out: whether it was pushed. In: plain data. */
export function onlyNews<T>(push: (value: T) => void): (value: T) => boolean {
	let pushed = '';
	return (value) => {
		const text = JSON.stringify(value);
		if (text === pushed) return false;
		pushed = text;
		push(value);
		return true;
	};
}
