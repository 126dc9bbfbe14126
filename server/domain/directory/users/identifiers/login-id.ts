import { ServiceError } from '../../../../core/errors.ts';
import { foldBySpelling, foldMailAddress, readMailAddress } from '../../../../core/mail-address.ts';
import { refuseMissing } from '../../../../core/names.ts';
import { userIdPattern } from '../user.ts';
import { isPhone, normalizePhone } from './address.ts';

/** A login ID as written, and folded: the form in which it is unique in a project. */
export interface LoginId {
  written: string;
  folded: string;
}

export const maxLoginIdLength = 255;

/**
 * Folds a login ID, by the one rule for all: trims spaces, applies Unicode NFC, converts a phone number to E.164 and an address to
 * the one form of its mailbox, and lower-cases the rest. The rule is written in code because the two engines would collate differently.
 */
export function readLoginId(text: string): LoginId {
  const written = normalized(text);
  if (written === '') throw new ServiceError('E011002', 'loginId must not be empty');
  if ([...written].length > maxLoginIdLength || /\p{Cc}/u.test(written)) {
    throw new ServiceError(
      'E011003',
      `A login ID must have at most ${maxLoginIdLength} characters and no control characters`,
    );
  }
  const folded = fold(written);
  // Calls accept a login ID or a user ID in one field: a login ID that equals another user's ID would shadow that
  // user.
  if (userIdPattern.test(folded.replace(/^u/, 'U'))) {
    throw new ServiceError('E011003', 'A login ID must not look like a user ID. Choose another one');
  }
  refuseMissing('A login ID', folded);
  return { written, folded };
}

/** Folds text for a lookup. Text that cannot be a login ID matches no user. */
export function foldLoginId(text: string): string {
  return fold(normalized(text));
}

/**
 * Returns the folded forms in which a login ID may be stored, the likeliest first. There are several only for an address with an
 * international domain: two accounts of one mailbox that a release before this rule created keep the form that it stored, until an
 * administrator changes one of them, and an instance of that release may create another one during the upgrade.
 */
export function storedForms(text: string): string[] {
  const name = normalized(text);
  const address = name.includes('@') ? readMailAddress(name) : undefined;
  if (!address) return [fold(name)];
  const { local, domain, asciiDomain } = address;
  return [...new Set([foldBySpelling(name), `${local}@${domain}`, `${local}@${asciiDomain}`])];
}

function normalized(text: string): string {
  const trimmed = text.normalize('NFC').trim();
  return isPhone(trimmed) ? normalizePhone(trimmed) : trimmed;
}

function fold(text: string): string {
  const address = text.includes('@') ? foldMailAddress(text) : undefined;
  return address ?? text.toLowerCase().normalize('NFC');
}
