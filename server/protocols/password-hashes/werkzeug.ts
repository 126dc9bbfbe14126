import { HashFormatError, readCount } from './format.ts';
import { type Pbkdf2Hash, readPbkdf2 } from './pbkdf2.ts';
import { readScrypt, type ScryptHash } from './scrypt.ts';

/** Reads a hash of Werkzeug, which Flask applications store: the method with its parameters, the salt, and the hash in hexadecimal. */
export function readWerkzeug(text: string): Pbkdf2Hash | ScryptHash {
  const [, method = '', saltText = '', hex = ''] = /^([^$]+)\$([^$]+)\$((?:[0-9a-f]{2})+)$/i.exec(text) ?? [];
  const [algorithm, ...parameters] = method.split(':');
  const salt = Buffer.from(saltText).toString('base64');
  const hash = Buffer.from(hex, 'hex').toString('base64');
  const count = (given: string | undefined) => readCount('a parameter of the Werkzeug hash', given ?? '');
  if (algorithm === 'scrypt' && parameters.length === 3) {
    const [cost, blockSize, parallelization] = parameters;
    return readScrypt({
      cost: count(cost),
      blockSize: count(blockSize),
      parallelization: count(parallelization),
      salt,
      hash,
    });
  }
  const [digest, iterations] = parameters;
  if (algorithm === 'pbkdf2' && (digest === 'sha1' || digest === 'sha256' || digest === 'sha512'))
    return readPbkdf2({ digest, iterations: count(iterations), salt, hash });
  throw new HashFormatError(
    'the Werkzeug hash must be scrypt:N:r:p$salt$hash, or pbkdf2: with sha1, sha256 or sha512 and the iterations',
  );
}
