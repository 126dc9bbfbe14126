import { pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { byteLength, checkRange, readBase64 } from './format.ts';

export interface Pbkdf2Hash {
  scheme: 'pbkdf2';
  digest: keyof typeof digestBytes;
  iterations: number;
  /** Salt and hash in base64. */
  salt: string;
  hash: string;
}

export const digestBytes = { sha1: 20, sha256: 32, sha512: 64 };

/** More than twice the recommendation for SHA-256: about half a second. */
const maxRounds = 2_000_000;

const derive = promisify(pbkdf2);

export function readPbkdf2(parts: Omit<Pbkdf2Hash, 'scheme'>): Pbkdf2Hash {
  const { digest, iterations } = parts;
  const salt = readBase64('salt', parts.salt, { maxBytes: 512 });
  const hash = readBase64('hash', parts.hash, { minBytes: 16 });
  const blocks = Math.ceil(byteLength(hash) / digestBytes[digest]);
  checkRange('the iterations of a PBKDF2 hash', iterations, 1, Math.floor(maxRounds / blocks));
  return { scheme: 'pbkdf2', digest, iterations, salt, hash };
}

/** Derives as many bytes as the hash has: some systems store 16. */
export async function verifyPbkdf2(foreign: Pbkdf2Hash, password: string): Promise<boolean> {
  const expected = Buffer.from(foreign.hash, 'base64');
  const salt = Buffer.from(foreign.salt, 'base64');
  return timingSafeEqual(
    await derive(password, salt, foreign.iterations, expected.length, foreign.digest),
    expected,
  );
}
