import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportLog } from '../../domain/project/audit/export/export-log.ts';
import { enterAnyProject, withService } from '../open.ts';
import type { Terminal } from '../terminal.ts';

interface Options {
  project: string;
  /** The file to write. Absent or `-`: standard output. */
  output?: string;
}

export async function exportAudit(terminal: Terminal, { project, output }: Options): Promise<void> {
  await withService(terminal, async (service) => {
    const ctx = await enterAnyProject(service, project);
    const lines = Readable.from(withLineFeeds(exportLog(ctx)));
    if (output === undefined || output === '-')
      await pipeline(lines, terminal.stdout, { end: false }).catch(unlessReaderLeft);
    else await pipeline(lines, createWriteStream(output, { flags: 'wx', mode: 0o600 }));
  });
}

async function* withLineFeeds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

/** Ignores a reader that closes the pipe early, like `head`. */
function unlessReaderLeft(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
