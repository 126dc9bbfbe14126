import { createHmac, hash as digest } from 'node:crypto';
import { HashFormatError } from './format.ts';

export interface BcryptHash {
  scheme: 'bcrypt' | 'bcrypt-sha256' | 'bcrypt-wordpress';
  hash: string;
  /** A secret of the application that is appended to the password. */
  pepper?: string;
}

/** Each step doubles the cost; 14 takes most of a second. */
const maxCost = 14;

const alphabet = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** bcrypt uses at most 72 bytes of a password. Such hashes are therefore only verified, and then replaced. */
export function readBcrypt(text: string, scheme: BcryptHash['scheme'] = 'bcrypt'): BcryptHash {
  const [, head = '', cost, salt = '', hash = ''] =
    /^(\$2[abxy]\$(\d\d)\$)([./A-Za-z0-9]{22})([./A-Za-z0-9]{31})$/.exec(text) ?? [];
  if (!cost)
    throw new HashFormatError(
      'the bcrypt hash must begin with $2a$, $2b$, $2x$ or $2y$ and have 60 characters',
    );
  if (Number(cost) < 4 || Number(cost) > maxCost) {
    throw new HashFormatError(`the cost of a bcrypt hash must be from 4 to ${maxCost}`);
  }
  return { scheme, hash: head + withoutRest(salt, 4) + withoutRest(hash, 2) };
}

/** Adds the pepper of an application, as Devise for Ruby on Rails has it. */
export function withPepper(hash: BcryptHash, pepper = ''): BcryptHash {
  return pepper === '' ? hash : { ...hash, pepper };
}

/** Clears the bits of the last character that are beyond the last byte. Some programs leave chance ones there. */
function withoutRest(text: string, bits: number): string {
  const last = alphabet.indexOf(text.at(-1) as string);
  return text.slice(0, -1) + alphabet[(last >> bits) << bits];
}

export async function verifyBcrypt(foreign: BcryptHash, typed: string): Promise<boolean> {
  const { scheme, hash, pepper = '' } = foreign;
  const password = typed + pepper;
  const { verify } = await import('@node-rs/bcrypt');
  if (scheme === 'bcrypt-sha256') return verify(digest('sha256', password, 'hex'), hash);
  if (scheme === 'bcrypt-wordpress') return verify(wordPressKey(password), hash);
  return verify(hash.startsWith('$2x$') ? signedKey(password) : password, hash);
}

const phpBlanks = ' \n\r\t\v\0';

/** WordPress 6.8 removes the characters of PHP's `trim`, and hashes first because bcrypt reads 72 bytes only. */
function wordPressKey(password: string): string {
  let [start, end] = [0, password.length];
  while (start < end && phpBlanks.includes(password[start]!)) start += 1;
  while (end > start && phpBlanks.includes(password[end - 1]!)) end -= 1;
  return createHmac('sha384', 'wp-sha384').update(password.slice(start, end)).digest('base64');
}

/**
 * Returns the 72 bytes of key that PHP before 5.3.7 made of a password: it read bytes as signed, and those above 127
 * overwrote what was before them in their word. `$2x$` marks such a hash (crypt_blowfish 1.1).
 */
function signedKey(password: string): Buffer {
  const bytes = Buffer.from(`${password}\0`);
  const key = Buffer.alloc(72);
  for (let start = 0; start < key.length; start += 4) {
    let word = 0;
    for (let at = start; at < start + 4; at += 1) word = (word << 8) | bytes.readInt8(at % bytes.length);
    key.writeInt32BE(word, start);
  }
  return key;
}
