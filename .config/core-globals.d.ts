/** What core may use of the platform besides the language itself: both a browser and Node have it, and neither clock nor I/O is in it. */
declare class URL {
	static canParse(url: string): boolean;
	constructor(url: string, base?: string);
	readonly protocol: string;
	readonly username: string;
	readonly password: string;
	readonly host: string;
	readonly hostname: string;
	readonly port: string;
	readonly pathname: string;
	readonly search: string;
	readonly hash: string;
	readonly searchParams: { getAll(name: string): string[] };
}
