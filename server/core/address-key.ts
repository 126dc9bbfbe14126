import { hash } from 'node:crypto';
import { foldMailAddress } from './mail-address.ts';
import { foldTyped } from './typed-text.ts';

/**
 * Returns the key of an address in an index: the same for all spellings of one mailbox, of one length for text of any length, and without
 * the address itself.
 */
export function addressKey(text: string): string {
  return hash('sha256', foldMailAddress(text) ?? foldTyped(text), 'base64url');
}
