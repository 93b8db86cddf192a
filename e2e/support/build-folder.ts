import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { buildFolder } from './site.ts';

/** A copy of the build in a folder of its own, which may be replaced while it is served. */
export interface DeployedBuild {
	readonly folder: string;
	/** Puts another version in its place: no file of the first is left. */
	deployOther(): Promise<void>;
	/** Removes one part from it, found by a piece of its path. */
	removePart(piece: string): Promise<void>;
	remove(): Promise<void>;
}

/** What the page of the other version carries, so that a test can tell them apart. */
export const otherMark = 'data-version="other"';

export async function deployBuild(): Promise<DeployedBuild> {
	const folder = await mkdtemp(join(tmpdir(), 'countersign-deploy-'));
	await cp(buildFolder, folder, { recursive: true });
	return {
		folder,
		async deployOther() {
			const files = await readAsOther(folder);
			await rm(join(folder, '_app'), { recursive: true });
			for (const [path, body] of files) {
				await mkdir(dirname(join(folder, path)), { recursive: true });
				await writeFile(join(folder, path), body);
			}
		},
		async removePart(piece) {
			const found = (await filesIn(folder)).filter((path) => path.includes(piece));
			if (found.length === 0) throw new Error(`the build has no ${piece}`);
			for (const path of found) await rm(join(folder, path));
		},
		remove: () => rm(folder, { recursive: true, force: true })
	};
}

/**
 * The same app as another version: every part has another name, everywhere it is named; the version and the hash of the
 * inline script that follow from that are other ones too.
 */
async function readAsOther(folder: string): Promise<ReadonlyMap<string, string>> {
	const paths = await filesIn(folder);
	const parts = new Map(
		paths
			.filter((path) => path.startsWith('_app/immutable/'))
			.map((path) => [basename(path), `other-${basename(path)}`])
	);
	const { version } = JSON.parse(await readFile(join(folder, '_app/version.json'), 'utf8')) as { version: string };
	const names = new RegExp(`(?<=/)(${[...parts.keys()].map((name) => name.replaceAll('.', '\\.')).join('|')})`, 'g');
	const rename = (text: string) =>
		text.replace(names, (name) => parts.get(name) ?? name).replaceAll(version, `${version}-other`);
	const page = await readFile(join(folder, '200.html'), 'utf8');
	const [before, after] = [page, rename(page)].map(hashOfInlineScript);
	const files = new Map<string, string>();
	for (const path of paths) {
		const text = rename(await readFile(join(folder, path), 'utf8')).replaceAll(before ?? '', after ?? '');
		files.set(rename(`/${path}`).slice(1), path === '200.html' ? text.replace('<html', `<html ${otherMark}`) : text);
	}
	return files;
}

function hashOfInlineScript(page: string): string {
	const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
	return `sha256-${createHash('sha256').update(script).digest('base64')}`;
}

async function filesIn(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
