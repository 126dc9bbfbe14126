import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { ProjectContext } from '../../core/context.ts';
import { type KeptUser, undoImport } from '../../domain/credentials/import/undo-import.ts';
import { enterProject, withService } from '../open.ts';
import { CommandFailure, printJson, printLine } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import type { ImportOptions } from './import-project.ts';
import { isReportHeader, type ReportHeader, reportMarker } from './import-report.ts';
import { Progress } from './progress.ts';

/** Deletes the users whom the imports of a report have created, and names those who stay because they were used since. */
export async function undoImportCommand(
  terminal: Terminal,
  report: string,
  { json = false, dryRun = false, project }: ImportOptions,
): Promise<void> {
  const headers = await readHeaders(report);
  const other = headers.find((header) => project !== undefined && header.project !== project);
  if (other) {
    throw new CommandFailure(
      `${report} has an import into the project ${other.project}. Omit --project, or set it to that project`,
      2,
    );
  }
  let deleted = 0;
  const kept: KeptUser[] = [];
  await withService(terminal, async (service) => {
    const progress = new Progress(terminal, dryRun ? 'Checking' : 'Deleting');
    // Before any user is deleted.
    const contexts = new Map<string, ProjectContext>();
    for (const { project: id } of headers)
      if (!contexts.has(id)) contexts.set(id, await enterProject(service, id));
    for (const { project: id, import: importId } of headers) {
      for await (const page of undoImport(contexts.get(id)!, { importId, dryRun })) {
        deleted += page.deleted;
        kept.push(...page.kept);
        progress.show(deleted);
      }
    }
    progress.clear();
  });
  if (json) return printJson(terminal, { dryRun, deleted, kept });
  for (const { userId, loginId, reason } of kept)
    printLine(terminal, `${userId} kept  ${loginId}  ${reason}`);
  printLine(terminal, `${deleted} deleted, ${kept.length} kept.`);
  if (dryRun) return printLine(terminal, 'This was a dry run. No user was deleted.');
  printLine(terminal, 'If the import set a sign-in policy, it is kept. You can change it in the console.');
}

/** Reads the first line of each import. A report is refused as a whole, so that an undo is not a part of one by mistake. */
async function readHeaders(report: string): Promise<ReportHeader[]> {
  const headers = new Map<string, ReportHeader>();
  const refuse = (problem: string) =>
    new CommandFailure(`${report} ${problem}. Use the report that the import wrote`, 2);
  try {
    for await (const line of createInterface({ input: createReadStream(report) })) {
      if (headers.size === 0 && !line.startsWith(reportMarker))
        throw refuse('is not the report of an import');
      if (!line.startsWith(reportMarker)) continue;
      const header = parse(line);
      if (!isReportHeader(header)) throw refuse('has a damaged line that should name an import');
      headers.set(`${header.project} ${header.import}`, header);
    }
  } catch (error) {
    throw error instanceof CommandFailure ? error : refuse(`cannot be read: ${(error as Error).message}`);
  }
  if (headers.size === 0) throw refuse('is empty');
  return [...headers.values()];
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
