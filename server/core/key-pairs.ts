import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

export interface KeyPair {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

export type KeyPairGenerator = () => Promise<KeyPair>;

const generate = promisify(generateKeyPair);

/**
 * Generates an RSA key of 2,048 bits on the thread pool, because finding its primes keeps a core busy for 20 to
 * 300 ms. EC keys cost next to nothing, so only this one is a capability of the service, which tests replace
 * with prepared keys.
 */
export const generateRsaKeyPair: KeyPairGenerator = () => generate('rsa', { modulusLength: 2048 });

/** Generates a key on a NIST curve (FIPS 186-5), for ES256 or ES384. */
export function generateEcKeyPair(namedCurve: 'P-256' | 'P-384'): Promise<KeyPair> {
  return generate('ec', { namedCurve });
}
