import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

/** Returns a secret of 256 random bits in base64url: 43 characters without `:` or `.`. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Returns a number with the given number of decimal digits, uniformly distributed. It is short enough to type,
 * so it must allow few attempts.
 */
export function newDigits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, '0');
}

/**
 * Hashes a secret that is stored only for comparison. A plain hash is enough for 256 random bits (NIST SP
 * 800-63B §3.1.2.2 asks for salt and stretching below 112 bits only).
 */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

export function equalSecrets(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
}

/** Encrypts values that must be read again, under a key that is not in the database. */
export interface Sealer {
  /** `purpose` names the value's record, so that a sealed value cannot be moved to another record. */
  seal(plain: string, purpose: string): string;
  /** Throws when the value was altered, moved, or sealed under another key. */
  unseal(sealed: string, purpose: string): string;
  /**
   * Returns the MAC of a short secret that is stored only for comparison. A plain hash of six digits would fall
   * to trying them all. `purpose` names the record, so that the value is useless in another.
   */
  mac(secret: string, purpose: string): string;
}

const version = 'v1';
const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM with a random 96-bit nonce (NIST SP 800-38D §8.2.2); `purpose` is authenticated, not stored. */
export function createSealer(keyBytes: Buffer): Sealer {
  if (keyBytes.length !== 32) throw new Error('a sealing key has 32 bytes');
  // As bytes, the key would be imported at each use, which takes longer than using it.
  const key = createSecretKey(keyBytes);
  // Each use has its own key (NIST SP 800-108r1 §4).
  const macKey = createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'latchkey mac', 32)));
  return {
    seal(plain, purpose) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([
        nonce,
        cipher.update(plain, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return `${version}.${sealed.toString('base64url')}`;
    },
    unseal(sealed, purpose) {
      const bytes = Buffer.from(sealed.slice(version.length + 1), 'base64url');
      // Decoding is lenient, so accept only the exact spelling that `seal` writes.
      if (bytes.length < nonceBytes + tagBytes || sealed !== `${version}.${bytes.toString('base64url')}`) {
        throw new Error('the sealed value has an unknown form');
      }
      const nonce = bytes.subarray(0, nonceBytes);
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-tagBytes));
      const plain = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
      return Buffer.concat([plain, decipher.final()]).toString('utf8');
    },
    mac(secret, purpose) {
      // The purpose is hashed to a fixed length, so that no two pairs of purpose and secret produce the same
      // input.
      return createHmac('sha256', macKey)
        .update(hash('sha256', purpose, 'buffer'))
        .update(secret)
        .digest('base64url');
    },
  };
}
