import { ServiceError } from '../../../../core/errors.ts';
import { foldMailAddress, readMailAddress } from '../../../../core/mail-address.ts';

/** The kinds of address at which a user can be reached. */
export type AddressKind = 'email' | 'phone';

/** Returns the one form of an email address: by UTS 46, in lower case, with a domain that people can read. */
export function readEmail(text: string): string {
  const email = foldMailAddress(text);
  if (email === undefined)
    throw new ServiceError('E011003', 'email must be a valid address, such as name@example.com');
  return email;
}

export function isEmail(text: string): boolean {
  return readMailAddress(text) !== undefined;
}

/** Returns the domain of an email address in the form in which tenants' domains are stored, or an empty text if it is not an address. */
export function domainOf(address: string): string {
  return readMailAddress(address)?.asciiDomain ?? '';
}

/** Normalises a phone number to E.164. Accepts spaces, dots, dashes and parentheses between its ASCII digits. */
export function readPhone(text: string): string {
  if (!isPhone(text))
    throw new ServiceError('E011003', 'phone must be an international number, such as +12025550123');
  return normalizePhone(text);
}

/** Checks for E.164 (ITU-T): a plus, then 7 to 15 digits, the first of which is not 0. */
export function isPhone(text: string): boolean {
  return /^\+[0-9 ().-]{7,30}$/.test(text) && /^\+[1-9][0-9]{6,14}$/.test(normalizePhone(text));
}

export function normalizePhone(text: string): string {
  return text.replace(/[ ().-]/g, '');
}
