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

/** A secret of 256 random bits, in base64url: 43 characters without `:` or `.`. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** A number of so many decimal digits, each value equally likely; people can type it, so it needs few attempts. */
export function newDigits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, '0');
}

/**
 * What is stored of a secret that is only ever compared. A plain hash is enough for 256 random bits
 * (NIST SP 800-63B §3.1.2.2 asks for salt and stretching below 112 bits only).
 */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

export function equalSecrets(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
}

/** Encrypts what must be read again, under a key that is not in the database. */
export interface Sealer {
  /** `purpose` names the record that the value belongs to: a sealed value cannot be moved to another record. */
  seal(plain: string, purpose: string): string;
  /** Throws when the value was altered, moved, or sealed under another key. */
  unseal(sealed: string, purpose: string): string;
  /**
   * What is stored of a short secret that is only compared: a plain hash of six digits is found by trying all of them.
   * `purpose` names the record, so that the value is of no use in another.
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
  // Given as bytes, a key would be imported at each use, which takes longer than using it.
  const key = createSecretKey(keyBytes);
  // A key of its own for each use (NIST SP 800-108r1 §4).
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
      // Decoding is lenient: only the one spelling that `seal` writes is accepted.
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
      // Of fixed length before the secret: no pair of purpose and secret reads like another.
      return createHmac('sha256', macKey)
        .update(hash('sha256', purpose, 'buffer'))
        .update(secret)
        .digest('base64url');
    },
  };
}
