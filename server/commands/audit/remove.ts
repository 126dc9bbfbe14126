import { removeEvents } from '../../domain/project/audit/remove-events.ts';
import { enterAnyProject, withService } from '../open.ts';
import { asTime, type OutputOptions, printJson, printLine } from '../output.ts';
import type { Terminal } from '../terminal.ts';

interface Options extends OutputOptions {
  project: string;
  /** Milliseconds since 1970. */
  before: number;
}

export async function removeAudit(terminal: Terminal, { project, before, json }: Options): Promise<void> {
  const removed = await withService(terminal, async (service) =>
    removeEvents(await enterAnyProject(service, project), before),
  );
  if (json) printJson(terminal, { removed });
  else printLine(terminal, `Removed ${removed} rows from before ${asTime(before)}.`);
}
