/** What a web host has to send, as a build writes it into `_headers`: rules from a path or a prefix to headers. */
export type HostHeaders = readonly {
	/** A path, or everything below it when it ends in `*`. */
	readonly path: string;
	readonly headers: readonly (readonly [name: string, value: string])[];
}[];

/** Reads `_headers`: a line at the margin begins a rule, each line set in below it is one header. */
export function parseHostHeaders(text: string): HostHeaders {
	const rules: { path: string; headers: [string, string][] }[] = [];
	for (const line of text.split('\n')) {
		const header = /^\s+([^:\s]+):\s*(.*?)\s*$/.exec(line);
		if (header) rules.at(-1)?.headers.push([header[1] ?? '', header[2] ?? '']);
		else if (/^\S/.test(line)) rules.push({ path: line.trim(), headers: [] });
	}
	return rules;
}

/** The headers for a path, with the policy opened for this machine's own relays and servers. */
export function headersFor(rules: HostHeaders, path: string): Record<string, string> {
	const headers: Record<string, string> = {};
	for (const rule of rules) {
		const fits = rule.path.endsWith('*') ? path.startsWith(rule.path.slice(0, -1)) : path === rule.path;
		if (!fits) continue;
		for (const [name, value] of rule.headers)
			headers[name] = name.toLowerCase() === 'content-security-policy' ? allowLoopback(value) : value;
	}
	return headers;
}

const loopbackSources = ['http', 'ws'].flatMap((scheme) =>
	['127.0.0.1', 'localhost'].map((host) => `${scheme}://${host}:*`)
);

function allowLoopback(policy: string): string {
	return policy
		.split(';')
		.map((directive) => directive.trim())
		.map((directive) => (/^connect-src\s/.test(directive) ? [directive, ...loopbackSources].join(' ') : directive))
		.join('; ');
}
