import { readArgon2 } from './argon2.ts';
import { readBcrypt, withPepper } from './bcrypt.ts';
import { readDigest } from './digest.ts';
import { readDjango } from './django.ts';
import type { ForeignHash } from './foreign-hash.ts';
import { HashFormatError } from './format.ts';
import { readPbkdf2 } from './pbkdf2.ts';
import { readPhpass } from './phpass.ts';
import { readFirebase } from './scrypt.ts';
import { readSymfony } from './symfony.ts';
import { readWerkzeug } from './werkzeug.ts';
import { readWordPress } from './wordpress.ts';

type Sha = 'sha1' | 'sha256' | 'sha512';

/** A hash in the public SDKs' format: exactly one of these fields. */
export interface HashedPassword {
  bcrypt?: { hash: string; pepper?: string };
  argon2?: { hash: string; salt?: string; iterations?: number; memory?: number; threads?: number };
  pbkdf2?: { hash: string; salt: string; iterations: number; type: Sha };
  firebase?: {
    hash: string;
    salt: string;
    saltSeparator: string;
    signerKey: string;
    memory: number;
    rounds: number;
  };
  django?: { hash: string };
  phpass?: { hash: string; salt?: string; iterations?: number; type: 'md5' | 'sha512' };
  md5?: { hash: string };
  sha?: { hash: string; salt?: string; type: Sha };
  werkzeug?: { hash: string };
  wordpress?: { hash: string };
  symfony?: { hash: string; salt: string; iterations: number };
}

/** Throws a HashFormatError when the hash is malformed or verifying it would cost too much. */
export function readHashedPassword(hashed: HashedPassword): ForeignHash {
  if (Object.keys(hashed).length !== 1) throw new HashFormatError('exactly one kind of hash must be given');
  const { bcrypt, argon2, pbkdf2, firebase, django, phpass, md5, sha, werkzeug, wordpress, symfony } = hashed;
  if (bcrypt) return withPepper(readBcrypt(bcrypt.hash), bcrypt.pepper);
  if (argon2) return readArgon2(argon2);
  if (pbkdf2) return readPbkdf2({ ...pbkdf2, digest: pbkdf2.type });
  if (firebase) return readFirebase(firebase);
  if (django) return readDjango(django.hash);
  if (werkzeug) return readWerkzeug(werkzeug.hash);
  if (wordpress) return readWordPress(wordpress.hash);
  if (symfony) return readSymfony(symfony);
  if (phpass) {
    const { type: digest, salt = '', iterations, hash } = phpass;
    return readPhpass({ digest, salt, iterations, hash });
  }
  if (md5) return readDigest({ digest: 'md5', salt: '', hash: md5.hash });
  if (sha) return readDigest({ digest: sha.type, salt: sha.salt ?? '', hash: sha.hash });
  throw new HashFormatError('this kind of hash is not supported');
}
