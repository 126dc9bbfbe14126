import { readPhoneNumber } from '../../../../core/phone-number.ts';
import { typedText } from '../../../../core/typed-text.ts';
import { isEmail } from './address.ts';

/** Stands for an address that must not be hinted at. */
const nothing = '***';

/**
 * Returns the hint at a message's destination that an answer may show. It is derived from the address that the caller
 * typed, never from one that was looked up, because that would reveal who is registered.
 */
export function maskTyped(text: string): string {
  const typed = typedText(text);
  if (isEmail(typed)) return maskEmail(typed);
  const phone = readPhoneNumber(text);
  return phone === undefined ? nothing : maskPhone(phone);
}

function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  const [name = '', ...rest] = domain.split('.');
  return `${first(local)}***@${first(name)}***.${rest.at(-1) ?? ''}`;
}

function maskPhone(phone: string): string {
  return `${nothing}${phone.slice(-2)}`;
}

function first(text: string): string {
  return [...text][0] ?? '';
}
