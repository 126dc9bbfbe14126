import { ServiceError } from '../../../core/errors.ts';
import { readInput } from '../../../http/schema.ts';
import { newAccountFromWire, newUsersInput } from '../accounts/wire.ts';
import type { ImportRow } from './import-row.ts';

const record = newUsersInput.properties.users.items;

/** Reads our own format: each record has the fields of an entry of `user/create/batch`. */
export function readLatchkeyRows(records: unknown[]): ImportRow[] {
  return records.map((one, index) => {
    const name = nameOf(one, index);
    return readRow(name, () => newAccountFromWire(readInput(record, one)));
  });
}

/** Reads one record. Reports what is wrong with it beside its name, without stopping the others. */
export function readRow(name: string, read: () => Extract<ImportRow, { user: unknown }>['user']): ImportRow {
  try {
    return { name, user: read() };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { name, problem: error.message };
  }
}

function nameOf(record: unknown, index: number): string {
  const loginId = record !== null && typeof record === 'object' && 'loginId' in record && record.loginId;
  return typeof loginId === 'string' && loginId !== '' ? loginId : `record ${index + 1}`;
}
