import { asciiDomain } from '../core/mail-address.ts';
import type { MessageChannel } from './message.ts';

/**
 * Accepts one address or number, and nothing that a mail server or library could read as two (CVE-2025-13033):
 * no quotes, comments, angle brackets, lists, white space or control characters.
 */
export function isRecipient(channel: MessageChannel, to: string): boolean {
  return channel === 'email' ? isMailAddress(to) : /^\+[1-9][0-9]{6,14}$/.test(to);
}

export function isMailAddress(text: string): boolean {
  if (Buffer.byteLength(text) > 254) return false;
  const [local = '', domain = '', ...more] = text.split('@');
  if (more.length > 0 || domain === '' || domain.startsWith('[')) return false;
  return /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]+$/u.test(local) && /^[a-z0-9.-]+$/.test(asciiDomain(domain));
}
