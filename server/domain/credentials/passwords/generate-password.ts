import { randomBytes } from 'node:crypto';
import { maxPasswordLength, type PasswordRules } from './rules.ts';

/** One of each kind of character that the rules can require. */
const oneOfEach = 'aA1!';
const randomCharacters = 24;

/** Returns a random password of at least 144 bits that the rules allow. */
export function generatePassword({ minLength }: Pick<PasswordRules, 'minLength'>): string {
  const length = Math.min(Math.max(minLength, oneOfEach.length + randomCharacters), maxPasswordLength);
  return randomBytes(length).toString('base64url').slice(oneOfEach.length, length) + oneOfEach;
}
