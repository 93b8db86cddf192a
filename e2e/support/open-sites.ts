import { startSite, type Site, type SiteOptions } from './site.ts';

/** A fixture that starts as many sites as a test asks for, and closes them after it. */
export async function openSites(use: (open: (options: SiteOptions) => Promise<Site>) => Promise<void>): Promise<void> {
	const sites: Site[] = [];
	await use(async (options) => {
		const site = await startSite(options);
		sites.push(site);
		return site;
	});
	await Promise.all(sites.map((site) => site.close()));
}
