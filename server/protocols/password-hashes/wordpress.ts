import { type Argon2Hash, readArgon2 } from './argon2.ts';
import { type BcryptHash, readBcrypt } from './bcrypt.ts';
import { type DigestHash, readDigest } from './digest.ts';
import { type PhpassHash, readPhpass } from './phpass.ts';

/**
 * Reads WordPress's `user_pass` of any release: bcrypt since 6.8 (`$wp$2y$`) unless a plugin chooses Argon2, phpass before, and plain MD5
 * before 2.5.
 */
export function readWordPress(text: string): Argon2Hash | BcryptHash | PhpassHash | DigestHash {
  if (text.startsWith('$wp$')) return readBcrypt(text.slice('$wp'.length), 'bcrypt-wordpress');
  if (text.startsWith('$2')) return readBcrypt(text);
  if (text.startsWith('$argon2')) return readArgon2({ hash: text });
  if (text.startsWith('$')) return readPhpass({ digest: 'md5', salt: '', iterations: undefined, hash: text });
  return readDigest({ digest: 'md5', salt: '', hash: text });
}
