import { ServiceError } from '../../../../core/errors.ts';
import { userIdPattern } from '../user.ts';
import { isPhone, normalizePhone } from './address.ts';

/** A login ID as it is shown, and folded: the form in which it is unique in a project. */
export interface LoginId {
  written: string;
  folded: string;
}

const maxLength = 255;

/**
 * The one folding rule: surrounding space goes, Unicode NFC, a phone number becomes E.164, everything lower case.
 * It is written in code and not left to a collation, because the two engines would collate differently.
 */
export function readLoginId(text: string): LoginId {
  const written = normalized(text);
  if (written === '') throw new ServiceError('E011002', 'The loginId field must not be empty');
  if ([...written].length > maxLength || /\p{Cc}/u.test(written)) {
    throw new ServiceError(
      'E011003',
      `A login ID has at most ${maxLength} characters and no control characters`,
    );
  }
  const folded = fold(written);
  // Calls take a login ID or a user ID in one field: whoever took somebody's user ID as a name would be met instead.
  if (userIdPattern.test(folded.replace(/^u/, 'U'))) {
    throw new ServiceError('E011003', 'A login ID must not look like a user ID');
  }
  return { written, folded };
}

/** For looking up: what cannot be a login ID is simply nobody's. */
export function foldLoginId(text: string): string {
  return fold(normalized(text));
}

function normalized(text: string): string {
  const trimmed = text.normalize('NFC').trim();
  return isPhone(trimmed) ? normalizePhone(trimmed) : trimmed;
}

function fold(text: string): string {
  return text.toLowerCase().normalize('NFC');
}
