import { ServiceError } from '../../../../core/errors.ts';
import { foldBySpelling, foldMailAddress, readMailAddress } from '../../../../core/mail-address.ts';
import { refuseMissing } from '../../../../core/names.ts';
import { foldPhoneNumber } from '../../../../core/phone-number.ts';
import { foldTyped, typedText } from '../../../../core/typed-text.ts';
import { maxLoginIdLength, userIdPattern } from '../user.ts';

/** A login ID as written, and folded: the form in which it is unique in a project. */
export interface LoginId {
  written: string;
  folded: string;
}

/**
 * Folds a login ID, by the one rule for all: removes invisible characters and blanks around it, applies Unicode NFC, converts a phone
 * number to E.164 and an address to the one form of its mailbox, and lower-cases the rest. The rule is written in code because the two engines would collate differently.
 */
export function readLoginId(text: string, field = 'loginId'): LoginId {
  const written = normalized(text);
  if (written === '') throw new ServiceError('E011002', 'loginId must not be empty');
  if ([...written].length > maxLoginIdLength || /\p{Cc}/u.test(written)) {
    throw new ServiceError(
      'E011003',
      `${field} must have at most ${maxLoginIdLength} characters and no control characters`,
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

export function readAdditionalLoginId(text: string, index: number): LoginId {
  return readLoginId(text, `additionalLoginIds.${index}`);
}

/**
 * Reads a login ID that a page keeps for later lookups: as written, unless an earlier release may have stored it in another form
 * (`storedForms`).
 */
export function readSpelling(text: string): string {
  const { written } = readLoginId(text);
  const trimmed = text.normalize('NFC').trim();
  const isKept = trimmed === written || [...trimmed].length > maxLoginIdLength;
  return isKept ? written : earlierForm(trimmed);
}

/** Folds text for a lookup. Text that cannot be a login ID matches no user. */
export function foldLoginId(text: string): string {
  return fold(normalized(text));
}

/**
 * Returns the folded forms in which a login ID may be stored, the likeliest first. Most login IDs have one. There are several for an address
 * with an international domain, and for text that a release before stored in another form: two accounts that would have one form today keep
 * the one that was stored, until an administrator changes one of them. An instance of that release may create another one during the upgrade.
 */
export function storedForms(text: string): string[] {
  const name = normalized(text);
  const trimmed = text.normalize('NFC').trim();
  const earlier = trimmed === name ? [] : [earlierForm(trimmed)];
  return [...new Set([...earlier, ...spellingsOf(name)])];
}

/** Returns the forms of a normalized name, of which only an address with an international domain has several. */
function spellingsOf(name: string): string[] {
  const address = name.includes('@') ? readMailAddress(name) : undefined;
  if (!address) return [fold(name)];
  const { local, domain, asciiDomain } = address;
  return [foldBySpelling(name), `${local}@${domain}`, `${local}@${asciiDomain}`];
}

/** Returns the form before migration 0105: with invisible characters, and with the trunk prefix of a phone number. */
function earlierForm(trimmed: string): string {
  const digits = trimmed.replace(/[ ().-]/g, '');
  const isPhone = /^\+[0-9 ().-]{7,30}$/.test(trimmed) && /^\+[1-9][0-9]{6,14}$/.test(digits);
  return isPhone ? digits : trimmed.toLowerCase().normalize('NFC');
}

function normalized(text: string): string {
  return foldPhoneNumber(text) ?? typedText(text);
}

function fold(text: string): string {
  const address = text.includes('@') ? foldMailAddress(text) : undefined;
  return address ?? foldTyped(text);
}
