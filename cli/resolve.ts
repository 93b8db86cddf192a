import { readFileSync } from 'node:fs';
import { parseReference } from '#lib/core/address.ts';
import { gatherEvidence } from '#lib/core/evidence.ts';
import { resolveRepository } from '#lib/core/resolve.ts';
import { stringifyExactly, viewWithHistoryToJson } from '#lib/core/view-json.ts';
import { err, type Result } from '#lib/core/result.ts';
import { resolveBatchLine, type BatchAnswer } from './batch.ts';
import { toNgitJson } from './ngit-json.ts';
import { readEventLines } from './read-events.ts';

const usage = `Who may act in a repository, from signed events in a file.

  npm run resolve -- <events.jsonl> <coordinate> [--format ngit]
  npm run resolve -- --batch <cases.jsonl>

<events.jsonl>  one event a line; a line that is no valid event is reported and left out
<coordinate>    npub or hex with an identifier (npub1…/my-repo), naddr, or nostr://…
--format ngit   the keys of \`ngit repo --json\`, people as npub
--batch         one {"name", "selected", "identifier", "events"} a line; prints one {"name", "view"} a line
-               in place of a file reads standard input

Exit status: 0, or 1 when anything in the input was bad.`;

type Command =
	| { readonly kind: 'help' }
	| { readonly kind: 'one'; readonly file: string; readonly coordinate: string; readonly ngit: boolean }
	| { readonly kind: 'batch'; readonly file: string }
	| { readonly kind: 'bad'; readonly message: string };

function parseArguments(args: readonly string[]): Command {
	const files: string[] = [];
	let ngit = false;
	let batch = false;
	for (let i = 0; i < args.length; i++) {
		const arg = args[i] as string;
		if (arg === '--help' || arg === '-h') return { kind: 'help' };
		if (arg === '--batch') batch = true;
		else if (arg === '--format' || arg.startsWith('--format=')) {
			const format = arg === '--format' ? args[++i] : arg.slice('--format='.length);
			if (format !== 'ngit')
				return { kind: 'bad', message: `--format is ngit or left out, not ${format ?? 'nothing'}` };
			ngit = true;
		} else if (arg.startsWith('-') && arg !== '-') return { kind: 'bad', message: `${arg} is no option` };
		else files.push(arg);
	}
	const [file, coordinate, extra] = files;
	if (extra !== undefined) return { kind: 'bad', message: `one argument too many: ${extra}` };
	if (file === undefined) return { kind: 'bad', message: 'no file given' };
	if (batch) {
		if (coordinate !== undefined || ngit) return { kind: 'bad', message: '--batch takes one file and nothing else' };
		return { kind: 'batch', file };
	}
	if (coordinate === undefined) return { kind: 'bad', message: 'no coordinate given' };
	return { kind: 'one', file, coordinate, ngit };
}

function read(file: string): string | undefined {
	try {
		return readFileSync(file === '-' ? 0 : file, 'utf8').replace(/^\ufeff/, '');
	} catch (reason) {
		complain(`${file} cannot be read: ${reason instanceof Error ? reason.message : String(reason)}`);
		return undefined;
	}
}

function complain(message: string): void {
	process.stderr.write(`resolve: ${message}\n`);
	process.exitCode = 1;
}

function resolveOne(file: string, coordinate: string, ngit: boolean): void {
	const address = parseReference(coordinate);
	if (!address.ok)
		return complain(
			`the coordinate cannot be used: ${address.error.kind === 'private-key' ? 'it holds a private key, which nothing here needs' : address.error.kind.replaceAll('-', ' ')}`
		);
	const text = read(file);
	if (text === undefined) return;
	const { events, errors } = readEventLines(text);
	for (const { line, message } of errors) complain(`line ${line}: ${message}`);
	if (events.length === 0) return complain(`${file} holds no event that could be used`);
	const view = resolveRepository(gatherEvidence(events), address.value);
	process.stdout.write(`${stringifyExactly(ngit ? toNgitJson(view) : viewWithHistoryToJson(view), 2)}\n`);
}

/** A bug of ours on one line must not lose the others. */
function answerLine(line: string): Result<BatchAnswer, string> {
	try {
		return resolveBatchLine(line);
	} catch (reason) {
		return err(`Countersign failed on this case: ${reason instanceof Error ? reason.message : String(reason)}`);
	}
}

function resolveBatch(file: string): void {
	const text = read(file);
	if (text === undefined) return;
	let cases = 0;
	text.split('\n').forEach((line, index) => {
		if (line.trim() === '') return;
		cases++;
		const answer = answerLine(line);
		if (answer.ok) process.stdout.write(`${stringifyExactly(answer.value)}\n`);
		else complain(`line ${index + 1}: ${answer.error}`);
	});
	if (cases === 0) complain(`${file} holds no case`);
}

// Whoever reads us may stop early (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
	if (error.code !== 'EPIPE') throw error;
	process.exit(0);
});

const command = parseArguments(process.argv.slice(2));
switch (command.kind) {
	case 'help':
		process.stdout.write(`${usage}\n`);
		break;
	case 'bad':
		complain(`${command.message}\n\n${usage}`);
		break;
	case 'one':
		resolveOne(command.file, command.coordinate, command.ngit);
		break;
	case 'batch':
		resolveBatch(command.file);
}
