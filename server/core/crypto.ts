import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
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

/** Encrypts values that must be read again, under keys that are not in the database. */
export interface Sealer {
  /** The IDs of the keys, newest first. The first key seals, and every key opens what it has sealed. */
  readonly keyIds: readonly string[];
  /** `purpose` names the value's record, so that a sealed value cannot be moved to another record. */
  seal(plain: string, purpose: string): string;
  /** Throws when the value was altered, moved, or sealed under a key that is not here. */
  unseal(sealed: string, purpose: string): string;
  /** Returns the ID of the key that sealed the value, which may not be here; `undefined` if it names none and none opens it. */
  keyIdOf(sealed: string, purpose: string): string | undefined;
  /**
   * Returns the MAC of a short secret that is stored only for comparison. A plain hash of six digits would fall
   * to trying them all. `purpose` names the record, so that the value is useless in another. Uses the newest key
   * unless `keyId` names another one that is here.
   */
  mac(secret: string, purpose: string, keyId?: string): string;
  /** Reports whether one of the keys gives this MAC. */
  verifyMac(mac: string, secret: string, purpose: string): boolean;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

interface Key {
  id: string;
  sealing: KeyObject;
  mac: KeyObject;
}

/**
 * Takes the newest key first. AES-256-GCM with a random 96-bit nonce (NIST SP 800-38D §8.2.2); `purpose` is
 * authenticated, not stored. A sealed value is `v2.`, the ID of its key, and the bytes.
 */
export function createSealer(...keyBytes: Buffer[]): Sealer {
  const keys = keyBytes.map(toKey);
  const newest = keys[0] as Key;
  const macWith = (key: Key, secret: string, purpose: string) =>
    // The purpose is hashed to a fixed length, so that no two pairs of purpose and secret produce the same input.
    createHmac('sha256', key.mac)
      .update(hash('sha256', purpose, 'buffer'))
      .update(secret)
      .digest('base64url');
  return {
    keyIds: keys.map(({ id }) => id),
    seal(plain, purpose) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, newest.sealing, nonce).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([
        nonce,
        cipher.update(plain, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return `v2.${newest.id}.${sealed.toString('base64url')}`;
    },
    unseal: (sealed, purpose) => open(keys, readSealed(sealed), purpose).plain,
    keyIdOf(sealed, purpose) {
      const parts = readSealed(sealed);
      if (parts.keyId !== undefined) return parts.keyId;
      try {
        return open(keys, parts, purpose).keyId;
      } catch {
        return undefined;
      }
    },
    mac: (secret, purpose, keyId) => macWith(keys.find(({ id }) => id === keyId) ?? newest, secret, purpose),
    verifyMac: (mac, secret, purpose) =>
      // Compares with every key, so that the time does not tell which one it was.
      keys.filter((key) => equalSecrets(mac, macWith(key, secret, purpose))).length > 0,
  };
}

/** Returns the ID of a key, which is part of every value that it seals and reveals nothing about the key. */
export function keyIdOf(keyBytes: Buffer): string {
  return Buffer.from(hkdfSync('sha256', keyBytes, '', 'latchkey key id', 6)).toString('hex');
}

function toKey(keyBytes: Buffer): Key {
  if (keyBytes.length !== 32) throw new Error('a sealing key has 32 bytes');
  // As bytes, the key would be imported at each use, which takes longer than using it.
  const sealing = createSecretKey(keyBytes);
  // Each use has its own key (NIST SP 800-108r1 §4).
  const mac = createSecretKey(Buffer.from(hkdfSync('sha256', sealing, '', 'latchkey mac', 32)));
  return { id: keyIdOf(keyBytes), sealing, mac };
}

/** Replaces each sealed value in a text that is one, or that is JSON with some. */
export function replaceSeals(text: string, replace: (sealed: string) => string): string {
  return text.replace(/(?<=^|")v(?:1|2\.[0-9a-f]{12})\.[\w-]{38,}(?=$|")/g, replace);
}

interface Sealed {
  /** Absent in `v1.`, which earlier versions wrote. */
  keyId: string | undefined;
  bytes: Buffer;
}

function readSealed(sealed: string): Sealed {
  const [, keyId, text = ''] = /^(?:v1|v2\.([0-9a-f]{12}))\.([\w-]+)$/.exec(sealed) ?? [];
  const bytes = Buffer.from(text, 'base64url');
  // Decoding is lenient, so accept only the exact spelling that `seal` writes.
  if (bytes.length < nonceBytes + tagBytes || text !== bytes.toString('base64url')) {
    throw new Error('the sealed value has an unknown form');
  }
  return { keyId, bytes };
}

/** Opens with the key that the value names, or with the first that fits. */
function open(
  keys: readonly Key[],
  { keyId, bytes }: Sealed,
  purpose: string,
): { plain: string; keyId: string } {
  const named = keyId === undefined ? keys : keys.filter(({ id }) => id === keyId);
  if (named.length === 0) throw new Error(`the value is sealed with the key ${keyId}, which is not here`);
  let failure: unknown;
  for (const key of named) {
    try {
      return { plain: decipher(key, bytes, purpose), keyId: key.id };
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function decipher({ sealing }: Key, bytes: Buffer, purpose: string): string {
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, sealing, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-tagBytes));
  const plain = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
  return Buffer.concat([plain, decipher.final()]).toString('utf8');
}
