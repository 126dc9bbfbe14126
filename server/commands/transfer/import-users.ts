import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { noteAuth0Hash } from '../../domain/credentials/import/auth0-rows.ts';
import { importSource, type Outcome } from '../../domain/credentials/import/import-source.ts';
import { readExportRecords } from '../../domain/credentials/import/sources/read-records.ts';
import { sources } from '../../domain/credentials/import/sources/sources.ts';
import { enterProject, withService } from '../open.ts';
import { CommandFailure, printLine } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import type { ImportOptions } from './import-project.ts';

/** Prints what became of each record as it goes. The exit code is 1 if one failed. */
export async function importUsersCommand(
  terminal: Terminal,
  file: string,
  options: ImportOptions,
): Promise<void> {
  const { from = '', project, hashes, hashConfig, passphraseFile, restart, dryRun = false, json } = options;
  const source = sources[from];
  if (!source || !project)
    throw new CommandFailure('--from needs --project, the project that gets the users', 2);
  if (passphraseFile || restart) {
    throw new CommandFailure(
      '--passphrase-file and --restart are for project files. Leave them out with --from',
      2,
    );
  }
  if (hashes && from !== 'auth0') throw new CommandFailure('--hashes is for --from auth0 only', 2);
  if (hashConfig && from !== 'firebase')
    throw new CommandFailure('--hash-config is for --from firebase only', 2);
  const extras = {
    hashByKey: await readHashes(hashes),
    hashConfig: hashConfig ? await readFile(hashConfig, 'utf8') : '',
  };
  const counts = { created: 0, exists: 0, skipped: 0, failed: 0 };
  await withService(terminal, async (service) => {
    const ctx = await enterProject(service, project);
    const records = readExportRecords(resolve(file), source.users);
    const outcomes = importSource(ctx, { source, records, extras, dryRun });
    if (json) terminal.stdout.write(`{"dryRun":${dryRun},"users":[`);
    let separator = '\n';
    for await (const one of outcomes) {
      counts[one.outcome] += 1;
      if (!json) printOutcome(terminal, one);
      else terminal.stdout.write(separator + JSON.stringify(one));
      separator = ',\n';
    }
  });
  const { created, exists, skipped, failed } = counts;
  if (json) printLine(terminal, `\n],"counts":${JSON.stringify(counts)}}`);
  else
    printLine(terminal, `${created} created, ${exists} exist already, ${skipped} skipped, ${failed} failed.`);
  if (dryRun && !json) printLine(terminal, 'This was a dry run: nothing was written.');
  if (failed > 0) terminal.exitCode = 1;
}

async function readHashes(file: string | undefined): Promise<Map<string, string>> {
  const hashByKey = new Map<string, string>();
  if (!file) return hashByKey;
  for await (const { place, record, problem } of readExportRecords(resolve(file), 'lines')) {
    if (problem) throw new CommandFailure(`${file}, ${place}: ${problem}`);
    noteAuth0Hash(hashByKey, record);
  }
  return hashByKey;
}

function printOutcome(terminal: Terminal, { place, loginId, outcome, reason, warnings }: Outcome): void {
  const details = [reason, ...warnings].filter(Boolean).join('; ');
  printLine(terminal, [place.padEnd(10), outcome.padEnd(8), loginId.padEnd(32), details].join(' ').trimEnd());
}
