import { isEmail, isPhone, normalizePhone } from '../../directory/users/identifiers/address.ts';

/** When there is no address that may be hinted at. */
const nothing = '***';

/**
 * What an answer says of where a message went: a hint at the address that the caller has typed, and nothing of one that
 * was looked up, because that would say who is known.
 */
export function maskTyped(text: string): string {
  const typed = text.trim();
  if (isEmail(typed)) return maskEmail(typed);
  return isPhone(typed) ? maskPhone(normalizePhone(typed)) : nothing;
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
