import { hash as digestOf, timingSafeEqual } from 'node:crypto';
import { HashFormatError } from './format.ts';

/**
 * One plain digest of the password, followed by a salt if there is one. Attackers can try billions of them per
 * second.
 */
export interface DigestHash {
  scheme: 'digest';
  digest: keyof typeof digestBytes;
  /** Salt and hash in hexadecimal. */
  salt: string;
  hash: string;
}

const digestBytes = { md5: 16, sha1: 20, sha256: 32, sha512: 64 };

export function readDigest({ digest, salt, hash }: Omit<DigestHash, 'scheme'>): DigestHash {
  const length = 2 * digestBytes[digest];
  if (!/^[0-9a-f]*$/i.test(hash) || hash.length !== length) {
    throw new HashFormatError(`the ${digest} hash must have ${length} hexadecimal digits`);
  }
  if (!/^([0-9a-f]{2}){0,128}$/i.test(salt)) throw new HashFormatError('the salt is not hexadecimal');
  return { scheme: 'digest', digest, salt: salt.toLowerCase(), hash: hash.toLowerCase() };
}

export function verifyDigest({ digest, salt, hash }: DigestHash, password: string): boolean {
  const salted = Buffer.concat([Buffer.from(password), Buffer.from(salt, 'hex')]);
  return timingSafeEqual(digestOf(digest, salted, 'buffer'), Buffer.from(hash, 'hex'));
}
