import { removeEvents } from '../domain/audit/remove-events.ts';
import { enterAnyProject, withService } from './open.ts';
import { asTime, type OutputOptions, printJson, printLine } from './output.ts';

interface Options extends OutputOptions {
  project: string;
  /** Milliseconds since 1970. */
  before: number;
}

export async function removeAudit({ project, before, json }: Options): Promise<void> {
  const removed = await withService(async (service) =>
    removeEvents(await enterAnyProject(service, project), before),
  );
  if (json) printJson({ removed });
  else printLine(`${removed} rows from before ${asTime(before)} were removed.`);
}
