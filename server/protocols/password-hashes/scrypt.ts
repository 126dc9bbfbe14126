import { createCipheriv, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { byteLength, checkRange, readBase64 } from './format.ts';

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

/** RFC 7914 §6: the cost is less than 2^(128 × block size / 8). OpenSSL refuses any other. */
function maxExponent(blockSize: number): number {
  return 16 * blockSize - 1;
}

export function readScrypt(parts: Omit<ScryptHash, 'scheme'>): ScryptHash {
  const { cost, blockSize, parallelization } = parts;
  checkRange('the block size of a scrypt hash', blockSize, 1, 32);
  checkRange('the parallelization of a scrypt hash', parallelization, 1, 16);
  const work = 128 * blockSize * parallelization;
  checkRange('the cost of a scrypt hash', cost, 2, Math.floor(maxMemoryBytes / work));
  checkRange('the cost of a scrypt hash, as a power of two,', Math.log2(cost), 1, maxExponent(blockSize));
  const salt = readBase64('salt', parts.salt, { maxBytes: 512 });
  const hash = readBase64('hash', parts.hash, { minBytes: 16 });
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
  const { memory, rounds } = parts;
  checkRange('rounds', rounds, 1, 10);
  checkRange(`memory, with rounds: ${rounds},`, memory, 1, Math.min(17, maxExponent(rounds)));
  const signerKey = readBase64('signerKey', parts.signerKey, { minBytes: 16 });
  const length = byteLength(signerKey);
  const hash = readBase64('hash', parts.hash, { minBytes: length, maxBytes: length });
  const salt = readBase64('salt', parts.salt);
  const saltSeparator = readBase64('saltSeparator', parts.saltSeparator, { minBytes: 0 });
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
