import { exportSnapshot } from '../../domain/administration/snapshots/export-snapshot.ts';
import { runSnapshot, type Verdict } from '../../domain/administration/snapshots/import-snapshot.ts';
import { missingToWire, secretsFromWire } from '../../domain/administration/snapshots/wire.ts';
import { snapshotParts } from '../../groups.ts';
import { enterProject, withService } from '../open.ts';
import { CommandFailure, type OutputOptions, printError, printJson, printLine } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { readInputSecrets, readSnapshot, writeFolder } from './files.ts';

interface Options {
  project: string;
  exclude?: string[];
}

export async function exportCommand(
  terminal: Terminal,
  { project, exclude, output }: Options & { output?: string },
): Promise<void> {
  const excludes = readParts(exclude);
  const parts = snapshotParts.filter(({ name }) => !excludes.includes(name));
  const files = await withService(terminal, async (service) =>
    exportSnapshot(await enterProject(service, project), parts),
  );
  if (output === undefined || output === '-') return printJson(terminal, { files });
  await writeFolder(output, files);
  printLine(terminal, `Wrote ${Object.keys(files).length} files to ${output}.`);
}

export async function importCommand(
  terminal: Terminal,
  source: string,
  options: Options & OutputOptions & { secretsFile?: string; dryRun?: boolean },
): Promise<void> {
  const { project, secretsFile, dryRun = false, json } = options;
  const excludes = readParts(options.exclude);
  const files = await readSnapshot(terminal, source);
  const secrets =
    secretsFile === undefined ? {} : secretsFromWire(await readInputSecrets(terminal, secretsFile));
  const verdict = await withService(terminal, async (service) =>
    runSnapshot(
      await enterProject(service, project),
      { files, parts: snapshotParts, secrets, excludes },
      { dryRun },
    ),
  );
  const { failures, changes, missing, notes } = verdict;
  const ok = failures.length === 0;
  if (!ok) terminal.exitCode = 1;
  if (json) printJson(terminal, { ok, failures, changes, missingSecrets: missingToWire(missing), notes });
  else printVerdict(terminal, verdict, dryRun);
}

function readParts(excludes: string[] = []): string[] {
  const names = snapshotParts.map(({ name }) => name);
  const unknown = excludes.find((name) => !names.includes(name));
  if (unknown === undefined) return excludes;
  throw new CommandFailure(`There is no part ${unknown}. The parts are ${names.join(', ')}`, 2);
}

function printVerdict(
  terminal: Terminal,
  { failures, changes, missing, notes }: Verdict,
  dryRun: boolean,
): void {
  if (failures.length > 0) {
    // Most failures begin with a path, which `printError` would capitalise.
    for (const failure of failures) terminal.stderr.write(`${failure}\n`);
    const needsSecrets = Object.values(missing).some((secrets) => secrets.length > 0);
    const remedy = needsSecrets
      ? 'Provide the secrets with --secrets-file. With --json, missingSecrets shows what the file must contain'
      : 'docs/snapshots.md describes the files';
    printError(terminal, `Nothing was imported. ${remedy}`);
    return;
  }
  for (const { path, change } of changes) printLine(terminal, `${change.padEnd(7)}  ${path}`);
  if (changes.length === 0) printLine(terminal, 'The project already matches the files.');
  else if (dryRun) printLine(terminal, `An import would write ${changes.length} files.`);
  else printLine(terminal, `Imported ${changes.length} files.`);
  for (const note of notes) printLine(terminal, note);
}
