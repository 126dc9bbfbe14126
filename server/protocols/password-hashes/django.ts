import { type Argon2Hash, readArgon2Phc } from './argon2.ts';
import { type BcryptHash, readBcrypt } from './bcrypt.ts';
import { HashFormatError, readCount } from './format.ts';
import { type Pbkdf2Hash, readPbkdf2 } from './pbkdf2.ts';
import { readScrypt, type ScryptHash } from './scrypt.ts';

/** Reads Django's `password` column: the algorithm's name, then its parts after dollar signs. */
export function readDjango(text: string): Pbkdf2Hash | BcryptHash | Argon2Hash | ScryptHash {
  const [algorithm = '', ...parts] = text.split('$');
  const rest = text.slice(algorithm.length + 1);
  switch (algorithm) {
    case 'pbkdf2_sha256':
    case 'pbkdf2_sha1': {
      const [iterations, salt, hash] = exactly(3, parts);
      const digest = algorithm === 'pbkdf2_sha1' ? 'sha1' : 'sha256';
      return readPbkdf2({ digest, iterations: count(iterations), salt: base64Of(salt), hash });
    }
    case 'scrypt': {
      const [cost, salt, blockSize, parallelization, hash] = exactly(5, parts);
      return readScrypt({
        cost: count(cost),
        blockSize: count(blockSize),
        parallelization: count(parallelization),
        salt: base64Of(salt),
        hash,
      });
    }
    case 'bcrypt':
      return readBcrypt(rest);
    case 'bcrypt_sha256':
      return readBcrypt(rest, 'bcrypt-sha256');
    case 'argon2':
      return readArgon2Phc(`$${rest}`);
    default:
      throw new HashFormatError(
        'the django hash must begin with pbkdf2_sha256, pbkdf2_sha1, scrypt, bcrypt, bcrypt_sha256 or argon2',
      );
  }
}

function count(text: string): number {
  return readCount('a parameter of the django hash', text);
}

function exactly<const N extends 3 | 5>(count: N, parts: string[]) {
  if (parts.length !== count)
    throw new HashFormatError('the django hash does not have the parts of its algorithm');
  return parts as N extends 3 ? [string, string, string] : [string, string, string, string, string];
}

/** Django hashes the characters of the salt unchanged. */
function base64Of(text: string): string {
  return Buffer.from(text).toString('base64');
}
