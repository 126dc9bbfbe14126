import type { HashedPasswordInput } from '../../passwords/wire.ts';

/** Converts a digest of Clerk to the form of the API. Returns the reason for a hasher that is not supported. */
export function clerkHash(hasher: string, digest: string): HashedPasswordInput | { unsupported: string } {
  switch (hasher) {
    case 'bcrypt':
      return { bcrypt: { hash: digest } };
    case 'bcrypt_peppered': {
      // The pepper follows the 60 characters of the hash.
      const [, hash = digest, pepper = ''] = /^(.{60})\$(.+)$/s.exec(digest) ?? [];
      return { bcrypt: { hash, pepper } };
    }
    case 'argon2i':
    case 'argon2id':
      return { argon2: { hash: digest } };
    case 'bcrypt_sha256_django':
    case 'pbkdf2_sha256_django':
      return { django: { hash: digest } };
    case 'pbkdf2_sha256':
      // Unlike Django's, the salt is base64.
      return pbkdf2(
        'sha256',
        digest,
        (salt) => salt,
        (hash) => hash,
      );
    case 'pbkdf2_sha1':
      return pbkdf2('sha1', digest, (salt) => (isHex(salt) ? fromHex(salt) : fromText(salt)), fromHex);
    case 'pbkdf2_sha512':
      return pbkdf2('sha512', digest, fromText, fromHex);
    case 'pbkdf2_sha512_hex':
      return pbkdf2('sha512', digest, fromHex, fromHex);
    case 'scrypt_firebase': {
      const [hash = '', salt = '', signerKey = '', saltSeparator = '', rounds, memory] = digest.split('$');
      return {
        firebase: { hash, salt, signerKey, saltSeparator, rounds: Number(rounds), memory: Number(memory) },
      };
    }
    case 'scrypt_werkzeug':
      // Clerk writes a `$` before what Werkzeug writes.
      return { werkzeug: { hash: digest.replace(/^\$/, '') } };
    case 'phpass':
      return { phpass: { type: 'md5', hash: digest } };
    case 'md5':
      return { md5: { hash: digest } };
    case 'sha256':
      return { sha: { type: 'sha256', hash: digest } };
    case 'sha512_symfony': {
      const [, iterations, salt = '', hash = ''] = digest.split('$');
      return { symfony: { hash, salt, iterations: Number(iterations) } };
    }
    case 'ldap_ssha': {
      // {SSHA} and the base64 of 20 bytes of SHA-1, followed by the salt.
      const bytes = Buffer.from(digest.replace(/^\{SSHA\}/i, ''), 'base64');
      const [hash, salt] = [bytes.subarray(0, 20).toString('hex'), bytes.subarray(20).toString('hex')];
      return { sha: { type: 'sha1', hash, salt } };
    }
    case 'awscognito':
      return { unsupported: 'awscognito is no hash. Clerk asks Cognito for the typed password' };
    case 'md5_phpass':
    case 'md5_salted':
    case 'sha256_salted':
    case 'hmac_sha256_utf16_b64':
      return { unsupported: `its algorithm is ${hasher}, and Clerk does not document how it is computed` };
    default:
      return { unsupported: `its algorithm is ${hasher || 'missing'}` };
  }
}

/** Reads `NAME$ITERATIONS$SALT$HASH`, in which each hasher encodes salt and hash in its own way. */
function pbkdf2(
  type: 'sha1' | 'sha256' | 'sha512',
  digest: string,
  readSalt: (text: string) => string,
  readHash: (text: string) => string,
): HashedPasswordInput {
  const [, iterations = '', salt = '', hash = ''] = digest.split('$');
  return { pbkdf2: { type, iterations: Number(iterations), salt: readSalt(salt), hash: readHash(hash) } };
}

const isHex = (text: string) => /^(?:[0-9a-f]{2})+$/i.test(text);

/** Text that is not hexadecimal becomes empty, which is then refused. */
const fromHex = (text: string) => (isHex(text) ? Buffer.from(text, 'hex').toString('base64') : '');

const fromText = (text: string) => Buffer.from(text).toString('base64');
