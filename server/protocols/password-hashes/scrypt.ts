import { createCipheriv, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { checkRange, readBase64 } from './format.ts';

export interface ScryptHash {
  scheme: 'scrypt';
  cost: number;
  blockSize: number;
  parallelization: number;
  /** Salt and hash in base64. */
  salt: string;
  hash: string;
}

/** Firebase Authentication: scrypt derives a key, which encrypts the project's signer key. */
export interface FirebaseHash {
  scheme: 'firebase';
  /** The exponent of the cost, a power of two. */
  memory: number;
  rounds: number;
  /** All four in base64. */
  salt: string;
  saltSeparator: string;
  signerKey: string;
  hash: string;
}

const maxMemoryBytes = 256 * 1024 * 1024;

export function readScrypt(parts: Omit<ScryptHash, 'scheme'>): ScryptHash {
  const { cost, blockSize, parallelization, salt, hash } = parts;
  checkRange('the block size of a scrypt hash', blockSize, 1, 32);
  checkRange('the parallelization of a scrypt hash', parallelization, 1, 16);
  const work = 128 * blockSize * parallelization;
  checkRange('the cost of a scrypt hash', cost, 2, Math.floor(maxMemoryBytes / work));
  checkRange('the cost of a scrypt hash, as a power of two,', Math.log2(cost), 1, 30);
  readBase64('salt', salt, { maxBytes: 512 });
  readBase64('hash', hash, { minBytes: 16 });
  return { scheme: 'scrypt', cost, blockSize, parallelization, salt, hash };
}

export async function verifyScrypt(foreign: ScryptHash, password: string): Promise<boolean> {
  const expected = Buffer.from(foreign.hash, 'base64');
  const { cost, blockSize, parallelization } = foreign;
  const salt = Buffer.from(foreign.salt, 'base64');
  const derived = await derive(password, salt, expected.length, { cost, blockSize, parallelization });
  return timingSafeEqual(derived, expected);
}

export function readFirebase(parts: Omit<FirebaseHash, 'scheme'>): FirebaseHash {
  const { memory, rounds, salt, saltSeparator, signerKey, hash } = parts;
  checkRange('memory', memory, 1, 17);
  checkRange('rounds', rounds, 1, 10);
  readBase64('salt', salt);
  readBase64('saltSeparator', saltSeparator, { minBytes: 0 });
  const { length } = readBase64('signerKey', signerKey, { minBytes: 16 });
  readBase64('hash', hash, { minBytes: length, maxBytes: length });
  return { scheme: 'firebase', memory, rounds, salt, saltSeparator, signerKey, hash };
}

export async function verifyFirebase(foreign: FirebaseHash, password: string): Promise<boolean> {
  const { memory, rounds, salt, saltSeparator, signerKey, hash } = foreign;
  const seasoning = Buffer.concat([Buffer.from(salt, 'base64'), Buffer.from(saltSeparator, 'base64')]);
  const key = await derive(password, seasoning, 32, {
    cost: 2 ** memory,
    blockSize: rounds,
    parallelization: 1,
  });
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  return timingSafeEqual(cipher.update(Buffer.from(signerKey, 'base64')), Buffer.from(hash, 'base64'));
}

function derive(password: string, salt: Buffer, length: number, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // OpenSSL counts a little more than the block memory.
    scrypt(password, salt, length, { ...options, maxmem: 2 * maxMemoryBytes }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
