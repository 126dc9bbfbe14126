import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A secret of 256 random bits, in base64url: 43 characters without `:` or `.`. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * What is stored of a secret that is only ever compared. A plain hash is enough for 256 random bits
 * (NIST SP 800-63B §3.1.2.2 asks for salt and stretching below 112 bits only).
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

export function equalSecrets(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}

/** Encrypts what must be read again, under a key that is not in the database. */
export interface Sealer {
  /** `purpose` names the record that the value belongs to: a sealed value cannot be moved to another record. */
  seal(plain: string, purpose: string): string;
  /** Throws when the value was altered, moved, or sealed under another key. */
  unseal(sealed: string, purpose: string): string;
}

const version = 'v1';

/** AES-256-GCM with a random 96-bit nonce (NIST SP 800-38D §8.2.2); `purpose` is authenticated, not stored. */
export function createSealer(key: Buffer): Sealer {
  if (key.length !== 32) throw new Error('a sealing key has 32 bytes');
  return {
    seal(plain, purpose) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${version}.${sealed.toString('base64url')}`;
    },
    unseal(sealed, purpose) {
      const [prefix, body] = sealed.split('.');
      if (prefix !== version || !body) throw new Error('the sealed value has an unknown form');
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(purpose));
      decipher.setAuthTag(bytes.subarray(-16));
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
    },
  };
}
