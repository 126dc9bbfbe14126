import type { ServiceContext } from '../../../core/context.ts';
import { replaceSeals, type Sealer } from '../../../core/crypto.ts';
import { readSealedRows, replaceSealed, type SealedColumn } from '../../../storage/sealed-columns.ts';

export interface RotatedColumn {
  table: string;
  column: string;
  /** Rows whose values are now sealed with the newest key. */
  resealed: number;
  /** Rows that were written or deleted in the meantime, and left alone. */
  changed: number;
  /** Rows with a value that no key here opens. */
  unreadable: number;
}

/**
 * Seals the values of all projects with the newest key, while instances serve. A value that another writer has changed is left
 * alone. Values that have the newest key already are skipped, so an interrupted run continues with the rest. Leaves out the
 * columns whose rows expire. Yields the progress of a column after each batch.
 */
export async function* rotateSecrets(
  { db, sealer }: Pick<ServiceContext, 'db' | 'sealer'>,
  columns: readonly SealedColumn[],
): AsyncGenerator<RotatedColumn> {
  for (const sealed of columns) {
    if (sealed.expires) continue;
    const { table, column } = sealed;
    const progress = { table, column, resealed: 0, changed: 0, unreadable: 0 };
    for await (const rows of readSealedRows(db, sealed)) {
      const outcomes = await Promise.all(
        rows.map(async (row) => {
          const before = String(row[column]);
          const after = resealed(sealer, before, sealed.purposeOf(row));
          if (after === undefined) return 'unreadable';
          if (after === before) return undefined;
          return (await replaceSealed(db, sealed, row, after)) ? 'resealed' : 'changed';
        }),
      );
      for (const outcome of outcomes) if (outcome) progress[outcome] += 1;
      yield { ...progress };
    }
  }
}

/** Returns `undefined` if a value does not open. */
function resealed(sealer: Sealer, text: string, purpose: string): string | undefined {
  try {
    return replaceSeals(text, (sealed) =>
      sealer.keyIdOf(sealed, purpose) === sealer.keyIds[0]
        ? sealed
        : sealer.seal(sealer.unseal(sealed, purpose), purpose),
    );
  } catch {
    return undefined;
  }
}
