import { ServiceError } from '../../../../core/errors.ts';
import { foldMailAddress, readMailAddress } from '../../../../core/mail-address.ts';
import { foldPhoneNumber, readPhoneNumber } from '../../../../core/phone-number.ts';

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

/** Returns the one form of a phone number: E.164. */
export function readPhone(text: string): string {
  const phone = readPhoneNumber(text);
  if (phone === undefined)
    throw new ServiceError(
      'E011003',
      'phone must be an international number with its country code, such as +12025550123',
    );
  return phone;
}

export function isPhone(text: string): boolean {
  return foldPhoneNumber(text) !== undefined;
}
