import { createHash } from 'node:crypto';
import { ServiceError } from '../../../core/errors.ts';
import type { ImportRow } from './import-row.ts';
import { isUsableName } from './names.ts';
import type { Extras, Source } from './sources/source.ts';
import { type Known, keepUsable } from './usable.ts';

export interface ReadContext {
  source: Source;
  extras: Extras;
  known: Known;
}

/** Reads one record of another product's export: a row, or the reason why the record is no user. */
export function readSourceRow(
  place: string,
  record: unknown,
  { source, extras, known }: ReadContext,
): ImportRow | { skipped: string } {
  try {
    const read = source.read(record, extras);
    if ('skipped' in read) return read;
    const { id, hadSecondFactor = false } = read;
    const { user, warnings } = keepUsable(read.user, known);
    const loginId = user.loginId || id;
    if (!isUsableName(loginId)) {
      const reasons = [...warnings, 'the user has no usable login ID'];
      return { place, problem: reasons.join('; ') };
    }
    return {
      place,
      key: id || hashOf(record),
      spare: id,
      user: { ...user, loginId },
      warnings: [...read.warnings, ...warnings],
      ...(hadSecondFactor && { hadSecondFactor }),
    };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { place, problem: error.message };
  }
}

/** A hash that no ID of a product begins with. */
function hashOf(record: unknown): string {
  return `#${createHash('sha256').update(JSON.stringify(record)).digest('base64url')}`;
}
