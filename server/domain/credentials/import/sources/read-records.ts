import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { ServiceError } from '../../../../core/errors.ts';
import type { Source } from './source.ts';

/** A record of the file, or why there is none in this place. */
export interface SourceRecord {
  /** Such as `line 3`. */
  place: string;
  record?: unknown;
  problem?: string;
}

/** Reads the records of an export one at a time. Only a file that is one JSON document is read as a whole. */
export async function* readExportRecords(file: string, users: Source['users']): AsyncGenerator<SourceRecord> {
  if (users === 'csv') yield* readCsv(file);
  else if (users === 'lines' && !(await beginsWithList(file))) yield* readLines(file);
  else yield* readDocument(file, users);
}

async function beginsWithList(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(100), 0, 100, 0);
    if (buffer[0] === 0x1f && buffer[1] === 0x8b) {
      throw new ServiceError('E011003', `${file} is compressed. Decompress it first: gunzip ${file}`);
    }
    return /^\s*\[/.test(buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, ''));
  } finally {
    await handle.close();
  }
}

async function* readLines(file: string): AsyncGenerator<SourceRecord> {
  let line = 0;
  const input = createReadStream(file);
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    if (text.trim() === '') continue;
    const place = `line ${line}`;
    try {
      yield { place, record: JSON.parse(text.replace(/^\uFEFF/, '')) };
    } catch {
      yield { place, problem: 'The line is not JSON. Export it again, or remove it' };
    }
  }
}

async function* readCsv(file: string): AsyncGenerator<SourceRecord> {
  const { parse } = await import('csv-parse');
  const rows = createReadStream(file).pipe(
    parse({ bom: true, columns: true, info: true, skip_empty_lines: true }),
  );
  try {
    for await (const { record, info } of rows) yield { place: `line ${info.lines}`, record };
  } catch (error) {
    throw new ServiceError('E011003', `${file} is not CSV: ${(error as Error).message}`);
  }
}

async function* readDocument(file: string, users: Source['users']): AsyncGenerator<SourceRecord> {
  const document = parse(file, await readFile(file, 'utf8'));
  const member = typeof users === 'object' ? users.member : undefined;
  const records =
    member && !Array.isArray(document) ? (document as Record<string, unknown> | null)?.[member] : document;
  if (!Array.isArray(records)) {
    throw new ServiceError(
      'E011003',
      `${file} has no list of users${member ? ` in ${member}` : ''}. Is it the right file?`,
    );
  }
  for (const [index, record] of records.entries()) yield { place: `user ${index + 1}`, record };
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ServiceError('E011003', `${file} is not JSON: ${(error as Error).message}`);
  }
}
