import { ServiceError } from '../../../../core/errors.ts';
import type { Source } from '../sources/source.ts';
import { readCsvRecords, refuseOtherColumns } from './csv-records.ts';
import { readJsonRecords } from './json-records.ts';
import { linesOf, readText } from './read-text.ts';
import type { SourceRecord } from './source-record.ts';

/**
 * Reads the records of an export one at a time: JSON, JSON lines or CSV, whichever the file is. Throws a ServiceError for a file that is
 * something else, or in an encoding that cannot be read.
 */
export async function* readExportRecords(
  file: string,
  source: Pick<Source, 'member' | 'lists' | 'csv'>,
): AsyncGenerator<SourceRecord> {
  const { member, lists = {}, csv } = source;
  const { parts, beginning } = await peek(readText(file));
  const first = beginning.trimStart()[0];
  if (first === undefined) throw new ServiceError('E011003', `${file} is empty`);
  const members = member ? [member, ...Object.keys(lists)] : [];
  const isDocument = member && !(source.lists && isRecord(beginning, members));
  if (first === '[' || (first === '{' && (isDocument || !isJsonLines(beginning)))) {
    yield* readJsonRecords(parts, members);
  } else if (first === '{') {
    yield* readJsonLines(parts);
  } else if ('columns' in csv) {
    const { toRecord = (row) => row } = csv;
    for await (const one of readCsvRecords(linesOf(parts), refuseOtherColumns(file, csv.columns)))
      yield 'record' in one ? { ...one, record: toRecord(one.record as Record<string, string>) } : one;
  } else {
    throw new ServiceError('E011003', `${file} is not JSON. ${csv.remedy}`);
  }
}

/** Reads the beginning of a text, which stays the first part. */
async function peek(
  text: AsyncGenerator<string>,
): Promise<{ parts: AsyncIterable<string>; beginning: string }> {
  let beginning = '';
  while (beginning.trim() === '') {
    const { value, done } = await text.next();
    if (done) break;
    beginning += value;
  }
  return { beginning, parts: joined() };

  async function* joined() {
    yield beginning;
    yield* text;
  }
}

/** Reports whether each line is an object of its own. The first one may be damaged. */
function isJsonLines(beginning: string): boolean {
  const [first = '', second = '}'] = beginning
    .split('\n', 1_000)
    .map((line) => line.trim())
    .filter(Boolean);
  return first.endsWith('}') || second.startsWith('{');
}

/** Reports whether the first line is an object without any of these members: a user. */
function isRecord(beginning: string, members: string[]): boolean {
  try {
    const record: unknown = JSON.parse(beginning.trimStart().split('\n', 1)[0] ?? '');
    return record !== null && typeof record === 'object' && !members.some((name) => name in record);
  } catch {
    return false;
  }
}

async function* readJsonLines(parts: AsyncIterable<string>): AsyncGenerator<SourceRecord> {
  for await (const { text, number } of linesOf(parts)) {
    if (text.trim() === '') continue;
    const place = `line ${number}`;
    try {
      yield { place, text, record: JSON.parse(text) };
    } catch {
      yield { place, text, problem: 'The line is not JSON. Export it again, or remove it' };
    }
  }
}
