import type { ServiceContext } from '../../../core/context.ts';
import { replaceSeals, type Sealer } from '../../../core/crypto.ts';
import { readSealedRows, type SealedColumn } from '../../../storage/sealed-columns.ts';

export interface SealCount {
  table: string;
  column: string;
  /** The key's ID; empty if the values name no key and no known key opens them. */
  keyId: string;
  values: number;
  /** The rows live for minutes only. */
  expires: boolean;
}

/** Counts the sealed values of all projects by their key. Reads every one of them. */
export async function countSeals(
  { db, sealer }: Pick<ServiceContext, 'db' | 'sealer'>,
  columns: readonly SealedColumn[],
): Promise<SealCount[]> {
  const counts: SealCount[] = [];
  for (const sealed of columns) {
    const { table, column, expires = false } = sealed;
    const byKey = new Map<string, number>();
    for await (const rows of readSealedRows(db, sealed)) {
      for (const row of rows) {
        for (const keyId of keyIdsIn(sealer, String(row[column]), sealed.purposeOf(row))) {
          byKey.set(keyId, (byKey.get(keyId) ?? 0) + 1);
        }
      }
    }
    for (const [keyId, values] of byKey) counts.push({ table, column, keyId, values, expires });
  }
  return counts;
}

function keyIdsIn(sealer: Sealer, text: string, purpose: string): string[] {
  const ids: string[] = [];
  replaceSeals(text, (sealed) => {
    ids.push(sealer.keyIdOf(sealed, purpose) ?? '');
    return sealed;
  });
  return ids;
}

export function sumOf(counts: readonly SealCount[]): number {
  return counts.reduce((sum, { values }) => sum + values, 0);
}

/** Names the columns, such as `webhooks.sealedSecret (2)`. */
export function describeCounts(counts: readonly SealCount[]): string {
  return counts.map(({ table, column, values }) => `${table}.${column} (${values})`).join(', ');
}
