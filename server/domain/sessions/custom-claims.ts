import { ServiceError } from '../../core/errors.ts';
import { reservedClaims } from './tokens.ts';

const maxClaims = 100;
const maxNameLength = 60;
const maxValueLength = 500;
/** Together, as JSON: a session JWT has to fit into a header. */
const maxTotalBytes = 4_096;

/** Claims that a caller adds to a session: never one of ours, and small, because they travel with every request. */
export function readCustomClaims(claims: Record<string, unknown> = {}): Record<string, unknown> {
  const entries = Object.entries(claims).filter(([name]) => !reservedClaims.has(name));
  if (entries.length > maxClaims)
    throw new ServiceError('E011003', `customClaims has at most ${maxClaims} claims`);
  for (const [name, value] of entries) {
    if (name.length > maxNameLength || JSON.stringify(value).length > maxValueLength) {
      throw new ServiceError(
        'E011003',
        `A custom claim has a name of at most ${maxNameLength} and a value of at most ${maxValueLength} characters`,
      );
    }
  }
  const kept = Object.fromEntries(entries);
  if (Buffer.byteLength(JSON.stringify(kept)) > maxTotalBytes) {
    throw new ServiceError('E011003', `Custom claims have at most ${maxTotalBytes} bytes together`);
  }
  return kept;
}
