import { ServiceError } from '../../../../core/errors.ts';

const maxEmailOctets = 254;

/**
 * An email address in lower case, NFC. Accepted is `local@domain` as mail servers deliver it (RFC 5321 §4.1.2 without
 * quoted local parts and address literals), with international letters (RFC 6531). Read with `split` and one simple
 * pattern for each part: no backtracking, whatever is sent.
 */
/** The two addresses that a user can be reached at. */
export type AddressKind = 'email' | 'phone';

export function readEmail(text: string): string {
  const email = text.normalize('NFC').toLowerCase();
  if (!isEmail(email)) throw new ServiceError('E011003', 'email must be an address like name@example.com');
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

/** A phone number in E.164. Spaces, dots, dashes and parentheses may stand between its ASCII digits. */
export function readPhone(text: string): string {
  if (!isPhone(text))
    throw new ServiceError('E011003', 'phone must be an international number like +12025550123');
  return normalizePhone(text);
}

/** ITU-T E.164: a plus, then 7 to 15 digits of which the first is not 0. */
export function isPhone(text: string): boolean {
  return /^\+[0-9 ().-]{7,30}$/.test(text) && /^\+[1-9][0-9]{6,14}$/.test(normalizePhone(text));
}

export function normalizePhone(text: string): string {
  return text.replace(/[ ().-]/g, '');
}
