import { ServiceError } from '../../../../core/errors.ts';

const maxEmailOctets = 254;

/**
 * Normalises an email address to lower case and NFC. Accepts `local@domain` as mail servers deliver it (RFC 5321
 * §4.1.2 without quoted local parts and address literals), with international letters (RFC 6531). Parses with
 * `split` and one simple pattern for each part, so that no input causes backtracking.
 */
/** The kinds of address at which a user can be reached. */
export type AddressKind = 'email' | 'phone';

export function readEmail(text: string): string {
  const email = text.normalize('NFC').toLowerCase();
  if (!isEmail(email))
    throw new ServiceError('E011003', 'email must be a valid address, such as name@example.com');
  return email;
}

export function isEmail(text: string): boolean {
  if (Buffer.byteLength(text) > maxEmailOctets) return false;
  const [local = '', domain = '', ...more] = text.split('@');
  if (more.length > 0 || Buffer.byteLength(local) > 64) return false;
  const labels = domain.split('.');
  return (
    local.split('.').every((atom) => /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u.test(atom)) &&
    labels.length > 1 &&
    labels.every(
      (label) => label.length <= 63 && /^[\p{L}\p{M}\p{N}-]+$/u.test(label) && !/^-|-$/.test(label),
    )
  );
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
