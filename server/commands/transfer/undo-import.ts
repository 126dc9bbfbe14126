import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type KeptUser, undoImport } from '../../domain/credentials/import/undo-import.ts';
import { enterProject, withService } from '../open.ts';
import { CommandFailure, type OutputOptions, printJson, printLine } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import type { ReportHeader } from './import-report.ts';
import { Progress } from './progress.ts';

/** Deletes the users whom the imports of a report have created, and names those who stay because they were used since. */
export async function undoImportCommand(
  terminal: Terminal,
  report: string,
  { json = false }: OutputOptions,
): Promise<void> {
  const headers = await readHeaders(report);
  if (headers.length === 0) throw new CommandFailure(`${report} is not an import report`, 2);
  let deleted = 0;
  const kept: KeptUser[] = [];
  await withService(terminal, async (service) => {
    const progress = new Progress(terminal, 'Deleting');
    for (const header of headers) {
      const ctx = await enterProject(service, header.project);
      for await (const page of undoImport(ctx, header.import)) {
        deleted += page.deleted;
        kept.push(...page.kept);
        progress.show(deleted);
      }
    }
    progress.clear();
  });
  if (json) return printJson(terminal, { deleted, kept });
  for (const { userId, loginId, reason } of kept)
    printLine(terminal, `${userId} stays  ${loginId}  ${reason}`);
  printLine(terminal, `${deleted} deleted, ${kept.length} stay.`);
  printLine(terminal, 'A sign-in policy that the import set stays. To remove it, change it in the console.');
}

async function readHeaders(report: string): Promise<ReportHeader[]> {
  const headers: ReportHeader[] = [];
  for await (const line of createInterface({ input: createReadStream(report) })) {
    if (!line.startsWith('{"import":')) continue;
    headers.push(JSON.parse(line));
  }
  return headers;
}
