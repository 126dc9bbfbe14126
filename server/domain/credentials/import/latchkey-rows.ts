import { ServiceError } from '../../../core/errors.ts';
import { readInput } from '../../../http/schema.ts';
import { newAccountFromWire, newUsersInput } from '../accounts/wire.ts';
import type { ImportRow } from './import-row.ts';

const record = newUsersInput.properties.users.items;

/** Reads our own format: each record has the fields of an entry of `user/create/batch`. */
export function readLatchkeyRow(place: string, one: unknown): ImportRow {
  try {
    const user = newAccountFromWire(readInput(record, one));
    return { place, key: '', spare: '', user, warnings: [] };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { place, problem: error.message };
  }
}
