import { hash as digest } from 'node:crypto';
import { HashFormatError } from './format.ts';

export interface BcryptHash {
  scheme: 'bcrypt' | 'bcrypt-sha256';
  hash: string;
}

/** Each step doubles the cost; 14 takes most of a second. */
const maxCost = 14;

/** bcrypt uses at most 72 bytes of a password. Such hashes are therefore only verified, and then replaced. */
export function readBcrypt(hash: string, scheme: BcryptHash['scheme'] = 'bcrypt'): BcryptHash {
  const cost = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(hash)?.[1];
  if (!cost)
    throw new HashFormatError('the bcrypt hash must begin with $2a$, $2b$ or $2y$ and have 60 characters');
  if (Number(cost) < 4 || Number(cost) > maxCost) {
    throw new HashFormatError(`the cost of a bcrypt hash must be from 4 to ${maxCost}`);
  }
  return { scheme, hash };
}

export async function verifyBcrypt({ scheme, hash }: BcryptHash, password: string): Promise<boolean> {
  const { verify } = await import('@node-rs/bcrypt');
  return verify(scheme === 'bcrypt' ? password : digest('sha256', password, 'hex'), hash);
}
