import { hash as digestOf, timingSafeEqual } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkRange, HashFormatError, readBase64 } from './format.ts';

/** Symfony's message digest with SHA-512 (`MessageDigestPasswordHasher`): each digest is over the one before and the password. */
export interface SymfonyHash {
  scheme: 'symfony';
  iterations: number;
  /** Text, whose characters are hashed unchanged. */
  salt: string;
  /** Base64. */
  hash: string;
}

/** Symfony's default is 5,000. The limit takes half a second. */
const maxIterations = 2 ** 18;

/** The digests depend on each other and run on the event loop, which gets a turn after this many. */
const iterationsPerTurn = 1_000;

export function readSymfony({ hash, salt, iterations }: Omit<SymfonyHash, 'scheme'>): SymfonyHash {
  checkRange('the iterations of a Symfony hash', iterations, 1, maxIterations);
  // Symfony refuses braces, too: they separate the salt from the password.
  if (salt.length > 255 || /[{}]/.test(salt))
    throw new HashFormatError('the salt of a Symfony hash must have at most 255 characters and no braces');
  const bytes = readBase64('the Symfony hash', hash, { minBytes: 64, maxBytes: 64 });
  return { scheme: 'symfony', iterations, salt, hash: bytes };
}

export async function verifySymfony(foreign: SymfonyHash, password: string): Promise<boolean> {
  const { iterations, salt, hash } = foreign;
  const salted = Buffer.from(salt === '' ? password : `${password}{${salt}}`);
  let state = digestOf('sha512', salted, 'buffer');
  for (let iteration = 1; iteration < iterations; iteration += 1) {
    state = digestOf('sha512', Buffer.concat([state, salted]), 'buffer');
    if (iteration % iterationsPerTurn === 0) await nextTurn();
  }
  return timingSafeEqual(state, Buffer.from(hash, 'base64'));
}
