import { resolve } from 'node:path';
import { readEncrypted } from '../../domain/administration/transfer/file.ts';
import { importProject } from '../../domain/administration/transfer/import-project.ts';
import { sealedColumns, transferredTables } from '../../groups.ts';
import { migrations } from '../../storage/migrations.ts';
import { operator, withService } from '../open.ts';
import { CommandFailure, type OutputOptions, printJson, printLine } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { readPassphrase } from './passphrase.ts';

export interface ImportOptions extends OutputOptions {
  passphraseFile?: string;
  restart?: boolean;
  from?: string;
  project?: string;
  hashes?: string;
  hashConfig?: string;
  realm?: string;
  secondFactor?: 'keep' | 'drop';
  report?: string;
  undo?: string;
  dryRun?: boolean;
}

export async function importProjectCommand(
  terminal: Terminal,
  file: string,
  options: ImportOptions,
): Promise<void> {
  const { passphraseFile, project, hashes, hashConfig, dryRun = false, restart = false } = options;
  if (project || hashes || hashConfig) {
    throw new CommandFailure(
      '--project, --hashes and --hash-config work only with --from. A project file already contains its project ID',
      2,
    );
  }
  if (!passphraseFile) {
    throw new CommandFailure('--passphrase-file is missing. For the users of another product, add --from', 2);
  }
  const passphrase = await readPassphrase(terminal, passphraseFile);
  const header = await withService(terminal, (service) =>
    importProject(service, {
      lines: readEncrypted(resolve(file), passphrase),
      schemas: Object.keys(migrations),
      tables: transferredTables,
      sealedColumns,
      dryRun,
      restart,
      ...operator(),
    }),
  );
  const { id, name } = header.project;
  const { counts: records, notes } = header;
  if (options.json) return printJson(terminal, { project: id, name, dryRun, records, notes });
  const users = header.counts['users'] ?? 0;
  printLine(
    terminal,
    dryRun
      ? `The file is complete and can be imported: project ${id} (${name}) with ${users} users. Nothing was written.`
      : `Imported the project ${id} (${name}) with ${users} users. Running servers use it within five seconds.`,
  );
  for (const note of notes) printLine(terminal, note);
}
