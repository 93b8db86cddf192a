const html = /^text\/html\b/i;

/** Whether an answer is the file that was asked for: a host may send a page, or another address, under a script's name. */
export function isFile(answer: Response): boolean {
	return answer.status === 200 && !answer.redirected && !html.test(typeOf(answer));
}

/** Whether an answer is a page. */
export function isPage(answer: Response): boolean {
	return answer.status === 200 && html.test(typeOf(answer));
}

function typeOf(answer: Response): string {
	return answer.headers.get('Content-Type') ?? '';
}
