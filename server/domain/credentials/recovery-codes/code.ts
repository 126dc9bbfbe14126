import { randomBytes } from 'node:crypto';
import { hashSecret } from '../../../core/crypto.ts';
import { readCode } from '../../../core/typed-text.ts';

/** Crockford's base 32: no letter looks like a digit, and none can spell the usual swear words. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

const length = 16;

export const codesPerUser = 10;

/** Returns a code of 80 random bits in four groups. */
export function newRecoveryCode(): string {
  const letters = [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return letters.replace(/.{4}(?=.)/g, '$&-');
}

/** Reads a code as people type it: in capitals, with or without separators, with the letters that look like digits. */
export function readRecoveryCode(typed: string): string | undefined {
  const text = readCode(typed).toLowerCase().replace(/o/g, '0').replace(/[il]/g, '1');
  return text.length === length && [...text].every((letter) => alphabet.includes(letter)) ? text : undefined;
}

/**
 * Returns the stored form of a code. Nobody can try 80 bits, so a plain hash is enough; with the user in it, one computed table does not
 * serve for several users.
 */
export function hashRecoveryCode(userId: string, code: string): string {
  return hashSecret(`${userId}/${readRecoveryCode(code)}`);
}
