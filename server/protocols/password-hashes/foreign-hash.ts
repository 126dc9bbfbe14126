import type { Argon2Hash } from './argon2.ts';
import { verifyArgon2 } from './argon2id.ts';
import { type BcryptHash, verifyBcrypt } from './bcrypt.ts';
import { type DigestHash, verifyDigest } from './digest.ts';
import { type Pbkdf2Hash, verifyPbkdf2 } from './pbkdf2.ts';
import { type PhpassHash, verifyPhpass } from './phpass.ts';
import { type FirebaseHash, type ScryptHash, verifyFirebase, verifyScrypt } from './scrypt.ts';
import { type SymfonyHash, verifySymfony } from './symfony.ts';

/** A password hash from another system: checked once at the import, and stored until the next sign-in. */
export type ForeignHash =
  | Argon2Hash
  | BcryptHash
  | Pbkdf2Hash
  | ScryptHash
  | FirebaseHash
  | PhpassHash
  | SymfonyHash
  | DigestHash;

export async function verifyForeignHash(foreign: ForeignHash, password: string): Promise<boolean> {
  switch (foreign.scheme) {
    case 'argon2':
      return verifyArgon2(foreign.hash, password);
    case 'bcrypt':
    case 'bcrypt-sha256':
    case 'bcrypt-wordpress':
      return verifyBcrypt(foreign, password);
    case 'pbkdf2':
      return verifyPbkdf2(foreign, password);
    case 'scrypt':
      return verifyScrypt(foreign, password);
    case 'firebase':
      return verifyFirebase(foreign, password);
    case 'phpass':
      return verifyPhpass(foreign, password);
    case 'symfony':
      return verifySymfony(foreign, password);
    case 'digest':
      return verifyDigest(foreign, password);
  }
}
