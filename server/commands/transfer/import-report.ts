import { once } from 'node:events';
import { createWriteStream, existsSync, rmSync, type WriteStream, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Outcome } from '../../domain/credentials/import/import-source.ts';
import { CommandFailure } from '../output.ts';

/** The first line of each import in a report, by which it can be undone. */
export interface ReportHeader {
  import: string;
  project: string;
  product: string;
  file: string;
  startedAt: string;
}

/** The beginning of such a line. */
export const reportMarker = '{"import":';

export function isReportHeader(line: unknown): line is ReportHeader {
  const { import: id, project } = (line ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && typeof project === 'string';
}

/**
 * A file that says what an import did: a line for each import of the file, and one for each record. It has the ID of each user in the
 * other product and here. It is continued, so that an import that was interrupted can be undone as a whole.
 */
export class Report {
  readonly #stream: WriteStream;

  private constructor(stream: WriteStream) {
    this.#stream = stream;
  }

  static async open(path: string, header: ReportHeader): Promise<Report> {
    if (existsSync(path) && !(await beginsAsReport(path)))
      throw new CommandFailure(`${path} exists, but is not a report. Choose another file with --report`, 2);
    const stream = createWriteStream(path, { flags: 'a', mode: 0o600 });
    await once(stream, 'open').catch((error: Error) => {
      throw new CommandFailure(
        `The report cannot be written: ${error.message}. Choose another file with --report`,
        2,
      );
    });
    const report = new Report(stream);
    await report.#write(header);
    return report;
  }

  /** Writes a line for a record that is not simply a new user, and for each user whose ID in the other product is known. */
  async add({ text: _, header: __, ids, ...outcome }: Outcome): Promise<void> {
    if (outcome.outcome !== 'created' || outcome.warnings.length > 0 || ids)
      await this.#write({ ...outcome, ...ids });
  }

  async note(line: object): Promise<void> {
    await this.#write(line);
  }

  async close(summary: object): Promise<void> {
    await this.#write(summary);
    this.#stream.end();
    await once(this.#stream, 'close');
  }

  async #write(line: object): Promise<void> {
    if (!this.#stream.write(`${JSON.stringify(line)}\n`)) await once(this.#stream, 'drain');
  }
}

async function beginsAsReport(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(reportMarker.length),
      0,
      reportMarker.length,
      0,
    );
    return bytesRead === 0 || buffer.toString('utf8') === reportMarker;
  } finally {
    await handle.close();
  }
}

/** The records that failed, in a file that can be corrected and imported. It is there only if there are some. */
export class FailedRows {
  readonly path: string;
  #count = 0;
  #isList = false;
  #pending = '';

  constructor(path: string) {
    this.path = path;
    rmSync(path, { force: true });
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  add({ outcome, place, text, header }: Outcome): void {
    if (outcome !== 'failed' || text === undefined) return;
    if (this.#count === 0) {
      // Records of one document are a list again.
      this.#isList = place.startsWith('user ');
      this.#write(this.#isList ? '[\n' : header === undefined ? '' : `${header}\n`, 'w');
    }
    const separator = this.#isList && this.#count > 0 ? ',\n' : '';
    this.#count += 1;
    this.#pending += this.#isList ? separator + text : `${text}\n`;
    if (this.#pending.length > 64 * 1024) this.#flush();
  }

  close(): void {
    if (this.#isList) this.#pending += '\n]\n';
    if (!this.isEmpty) this.#flush();
  }

  #flush(): void {
    this.#write(this.#pending, 'a');
    this.#pending = '';
  }

  #write(text: string, flag: 'w' | 'a'): void {
    // The records contain password hashes.
    writeFileSync(this.path, text, { flag, mode: 0o600 });
  }
}
