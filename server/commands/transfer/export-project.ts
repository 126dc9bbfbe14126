import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readVersion } from '../../core/version.ts';
import { exportProject } from '../../domain/administration/transfer/export-project.ts';
import { sealedColumns, transferredTables } from '../../groups.ts';
import { migrations } from '../../storage/migrations.ts';
import { enterProject, withService } from '../open.ts';
import { CommandFailure, type OutputOptions, printJson, printLine } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { readPassphrase } from './passphrase.ts';

export async function exportProjectCommand(
  terminal: Terminal,
  options: OutputOptions & { project: string; out: string; passphraseFile: string; withAudit?: boolean },
): Promise<void> {
  const file = resolve(options.out);
  if (existsSync(file))
    throw new CommandFailure(`${file} already exists. An export does not overwrite files`);
  const passphrase = await readPassphrase(terminal, options.passphraseFile);
  const records = await withService(terminal, async (service) => {
    const { project } = await enterProject(service, options.project);
    return exportProject(service, {
      projectId: project.id,
      file,
      passphrase,
      tables: transferredTables,
      sealedColumns,
      scryptWorkFactor: terminal.scryptWorkFactor,
      withAudit: options.withAudit ?? false,
      release: readVersion(),
      schema: Object.keys(migrations).at(-1) as string,
    });
  });
  if (options.json) return printJson(terminal, { file, project: options.project, records });
  printLine(terminal, `${file} is complete: ${records['users'] ?? 0} users.`);
  printLine(terminal, 'It contains every secret of the project. Keep the passphrase in a separate place.');
}
