import type { HashedPasswordInput } from '../../passwords/wire.ts';

/** Converts a digest of Clerk to the form of the API. Returns `undefined` for a hasher that is not supported. */
export function clerkHash(hasher: string, digest: string): HashedPasswordInput | undefined {
  switch (hasher) {
    case 'bcrypt':
      return { bcrypt: { hash: digest } };
    case 'argon2i':
    case 'argon2id':
      return { argon2: { hash: digest } };
    case 'bcrypt_sha256_django':
    case 'pbkdf2_sha256_django':
      return { django: { hash: digest } };
    case 'pbkdf2_sha256': {
      // Unlike Django's, the salt is base64.
      const [, iterations = '', salt = '', hash = ''] = digest.split('$');
      return { pbkdf2: { type: 'sha256', iterations: Number(iterations), salt, hash } };
    }
    case 'pbkdf2_sha1': {
      // Unlike Django's, the hash is hexadecimal.
      const [, iterations = '', salt = '', hex = ''] = digest.split('$');
      const [saltBytes, hashBytes] = [Buffer.from(salt), Buffer.from(hex, 'hex')];
      const [saltText, hash] = [saltBytes.toString('base64'), hashBytes.toString('base64')];
      return { pbkdf2: { type: 'sha1', iterations: Number(iterations), salt: saltText, hash } };
    }
    case 'scrypt_firebase': {
      const [hash = '', salt = '', signerKey = '', saltSeparator = '', rounds, memory] = digest.split('$');
      return {
        firebase: { hash, salt, signerKey, saltSeparator, rounds: Number(rounds), memory: Number(memory) },
      };
    }
    case 'scrypt_werkzeug':
      return { werkzeug: { hash: digest } };
    case 'phpass':
      return { phpass: { type: 'md5', hash: digest } };
    case 'md5':
      return { md5: { hash: digest } };
    case 'sha256':
      return { sha: { type: 'sha256', hash: digest } };
    case 'ldap_ssha': {
      // {SSHA} and the base64 of 20 bytes of SHA-1, followed by the salt.
      const bytes = Buffer.from(digest.replace(/^\{SSHA\}/i, ''), 'base64');
      const [hash, salt] = [bytes.subarray(0, 20).toString('hex'), bytes.subarray(20).toString('hex')];
      return { sha: { type: 'sha1', hash, salt } };
    }
    default:
      return undefined;
  }
}
