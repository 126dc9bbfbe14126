import { refusal } from './file.ts';
import { type Header, readObject } from './header.ts';
import type { AnyRow } from './store.ts';

/** Records of one kind, to be written together. */
export interface Batch {
  kind: string;
  rows: AnyRow[];
}

/** So that a running server's writers wait for milliseconds only. */
const maxRows = 250;
const maxCharacters = 1_000_000;

/** Checks the records and collects them. Refuses a file with more or fewer records than its first line says. */
export async function* readBatches(
  lines: AsyncIterator<string>,
  { counts }: Header,
  columns: Map<string, Set<string>>,
): AsyncGenerator<Batch> {
  const seen = new Map<string, number>();
  let batch: Batch | undefined;
  let characters = 0;
  let columnsOfBatch = '';
  for (let line = 2; ; line += 1) {
    const next = await lines.next();
    if (next.done) break;
    const { kind, row } = readRecord(next.value, line, counts, columns);
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    characters += next.value.length;
    const names = Object.keys(row).join();
    const isFull = (batch?.rows.length ?? 0) >= maxRows || characters > maxCharacters;
    if (batch?.kind !== kind || names !== columnsOfBatch || isFull) {
      if (batch) yield batch;
      batch = { kind, rows: [] };
      columnsOfBatch = names;
      characters = next.value.length;
    }
    batch.rows.push(row);
  }
  if (batch) yield batch;
  for (const [kind, count] of Object.entries(counts)) {
    if (seen.get(kind) === count) continue;
    throw refusal(`The file has ${seen.get(kind) ?? 0} records of ${kind}, but line 1 says ${count}`);
  }
}

function readRecord(
  text: string,
  line: number,
  counts: Header['counts'],
  columns: Map<string, Set<string>>,
): { kind: string; row: AnyRow } {
  const { kind, row } = readObject(text, line);
  if (typeof kind !== 'string' || !Object.hasOwn(counts, kind)) {
    throw refusal(`Line ${line}: line 1 does not list records of ${JSON.stringify(kind)}`);
  }
  if (row === null || typeof row !== 'object') throw refusal(`Line ${line}: row is missing`);
  for (const [name, value] of Object.entries(row)) {
    if (name === 'projectId' || !columns.get(kind)?.has(name)) {
      throw refusal(
        `Line ${line}: this release does not know ${name} of ${kind}. Update this instance first`,
      );
    }
    const isValue = value === null || typeof value === 'string' || typeof value === 'number';
    const isSecret = Array.isArray(value) && value.every((part) => typeof part === 'string');
    if (!isValue && !isSecret) throw refusal(`Line ${line}: ${name} must be a text or a number`);
  }
  return { kind, row: row as AnyRow };
}
