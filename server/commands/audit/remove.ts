import {
  removeStreamedEvents,
  UnsentEventsError,
} from '../../domain/project/audit-streams/remove-streamed.ts';
import { enterAnyProject, withService } from '../open.ts';
import { asTime, CommandFailure, type OutputOptions, printJson, printLine } from '../output.ts';
import type { Terminal } from '../terminal.ts';

interface Options extends OutputOptions {
  project: string;
  /** Milliseconds since 1970. */
  before: number;
  evenUnsent?: boolean;
}

export async function removeAudit(
  terminal: Terminal,
  { project, before, evenUnsent, json }: Options,
): Promise<void> {
  const removed = await withService(terminal, async (service) =>
    removeStreamedEvents(await enterAnyProject(service, project), before, { evenUnsent }),
  ).catch(explainUnsent);
  if (json) printJson(terminal, { removed });
  else printLine(terminal, `Removed ${removed} rows from before ${asTime(before)}.`);
}

function explainUnsent(error: unknown): never {
  if (!(error instanceof UnsentEventsError)) throw error;
  const streams = error.streams.map(
    ({ id, name, sentSequence }) => `${id} (${name}) has sent up to row ${sentSequence}`,
  );
  throw new CommandFailure(
    `Nothing was removed, because a stream has not sent all of these rows: ${streams.join('; ')}. Wait until ` +
      'it has, remove the stream, or repeat the command with --even-unsent. The receiver then never gets those ' +
      'rows',
  );
}
