import { replaceSeals, type Sealer } from '../../../core/crypto.ts';
import type { SealedColumn } from '../../../storage/sealed-columns.ts';
import type { AnyRow } from './store.ts';

/**
 * Replaces each value that contains sealed secrets by a list in which every second text is a secret in clear. A value without one stays a
 * text.
 */
export function openSecrets(sealer: Sealer, columns: readonly SealedColumn[], row: AnyRow): AnyRow {
  const opened = { ...row };
  for (const { table, column, purposeOf } of columns) {
    const text = String(row[column]);
    const parts: string[] = [];
    let end = 0;
    // Collects the values; the text itself is not needed.
    replaceSeals(text, (sealed) => {
      const start = text.indexOf(sealed, end);
      parts.push(text.slice(end, start), unseal(sealer, sealed, purposeOf(row), `${table}.${column}`));
      end = start + sealed.length;
      return sealed;
    });
    if (parts.length > 0) opened[column] = [...parts, text.slice(end)];
  }
  return opened;
}

function unseal(sealer: Sealer, sealed: string, purpose: string, where: string): string {
  try {
    return sealer.unseal(sealed, purpose);
  } catch (cause) {
    throw new Error(`a secret in ${where} cannot be opened with the keys in LATCHKEY_SECRET_KEY`, { cause });
  }
}

/** Seals the secrets again, with the key of this instance. */
export function sealSecrets(sealer: Sealer, columns: readonly SealedColumn[], row: AnyRow): AnyRow {
  const sealed = { ...row };
  for (const { column, purposeOf } of columns) {
    const parts = row[column];
    if (!Array.isArray(parts)) continue;
    const purpose = purposeOf(row);
    sealed[column] = parts
      .map((part: string, index) => (index % 2 === 1 ? sealer.seal(part, purpose) : part))
      .join('');
  }
  return sealed;
}
