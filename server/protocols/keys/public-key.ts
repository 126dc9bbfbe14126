import { createPublicKey, type KeyObject } from 'node:crypto';

export type Jwk = Record<string, unknown>;

export type KeyKind = 'RSA' | 'P-256' | 'P-384' | 'P-521' | 'Ed25519';

/** Reports a public key that signatures must not be verified with. */
export class UnusableKeyError extends Error {
  /** Continues the sentence "The key …". */
  readonly reason: string;
  /** The key is meant for something else. Beside usable ones it is no mistake. */
  readonly isForOthers: boolean;

  constructor(reason: string, { isForOthers = false } = {}) {
    super(`The key ${reason}`);
    this.reason = reason;
    this.isForOthers = isForOthers;
  }
}

/** The signature algorithms and their keys (RFC 7518 §3.1, RFC 8037 §3.1). `Ed25519` is the newer name of what `EdDSA` means here (RFC 9864). */
const kindOfAlgorithm: Record<string, KeyKind> = {
  RS256: 'RSA',
  RS384: 'RSA',
  RS512: 'RSA',
  PS256: 'RSA',
  PS384: 'RSA',
  PS512: 'RSA',
  ES256: 'P-256',
  ES384: 'P-384',
  ES512: 'P-521',
  EdDSA: 'Ed25519',
  Ed25519: 'Ed25519',
};

const kindOfCurve: Record<string, KeyKind> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };

/** The members of a private or symmetric key (RFC 7518 §6). */
const secretMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** Reports whether a key has members that only its owner may know. */
export function isSecret(jwk: Jwk): boolean {
  return secretMembers.some((member) => Object.hasOwn(jwk, member));
}

/** Reads a key that verifies signatures of one of the algorithms. Throws an UnusableKeyError. */
export function readPublicKey(jwk: Jwk, algorithms: readonly string[]): KeyObject {
  if (isSecret(jwk))
    throw new UnusableKeyError('contains a private key. Give the public key only, and replace this one');
  const kinds = checkPurpose(jwk, algorithms);
  let key: KeyObject;
  try {
    key = createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    throw new UnusableKeyError('is not a JSON Web Key');
  }
  checkPublicKey(key, kinds);
  return key;
}

/** Checks what a key says that it is for (RFC 7517 §4). Returns the kinds that it may be of. */
function checkPurpose({ use, key_ops: operations, alg }: Jwk, algorithms: readonly string[]): KeyKind[] {
  const forOthers = (reason: string) => new UnusableKeyError(reason, { isForOthers: true });
  if (use !== undefined && use !== 'sig') throw forOthers('has another `use` than `sig`');
  if (operations !== undefined) {
    const isList = Array.isArray(operations) && new Set(operations).size === operations.length;
    if (!isList) throw new UnusableKeyError('has `key_ops` that are no list, or repeat one');
    if (!operations.includes('verify')) throw forOthers('has `key_ops` without `verify`');
  }
  const fitting = algorithms.filter((name) => alg === undefined || nameOf(alg) === nameOf(name));
  if (fitting.length === 0) throw forOthers(`has another \`alg\` than ${algorithms.join(', ')}`);
  return fitting.flatMap((name) => kindOfAlgorithm[name] ?? []);
}

function nameOf(algorithm: unknown): unknown {
  return algorithm === 'Ed25519' ? 'EdDSA' : algorithm;
}

/**
 * Throws an UnusableKeyError unless the key is of one of the kinds, nobody can sign without the private one, and
 * verifying is cheap. That a point is on its curve, OpenSSL checks when it reads a key.
 */
export function checkPublicKey(key: KeyObject, kinds: readonly KeyKind[]): void {
  const kind = kindOf(key);
  if (!kind || !kinds.includes(kind))
    throw new UnusableKeyError(`must be ${inWords(kinds)}`, { isForOthers: true });
  if (kind === 'RSA') checkRsa(key);
  if (kind === 'Ed25519') checkEd25519(key);
}

function kindOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): KeyKind | undefined {
  if (type === 'rsa') return 'RSA';
  if (type === 'ed25519') return 'Ed25519';
  return type === 'ec' ? kindOfCurve[details?.namedCurve ?? ''] : undefined;
}

function inWords(kinds: readonly KeyKind[]): string {
  const words = [...new Set(kinds)].map((kind) =>
    kind === 'RSA'
      ? `an RSA key of ${minRsaBits} to ${maxRsaBits} bits`
      : `${kind === 'Ed25519' ? 'an' : 'a'} ${kind} key`,
  );
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ');
}

/** NIST SP 800-57 demands the least. A larger key would make each verification expensive. */
const minRsaBits = 2_048;
const maxRsaBits = 8_192;

/** With a large exponent, verifying costs as much as signing. OpenSSL refuses one of more bits for large keys. */
const maxExponent = 2n ** 64n;

/** RFC 8017 §3.1: the exponent is odd and at least 3. With 1, every message is its own signature. */
function checkRsa(key: KeyObject): void {
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (modulusLength < minRsaBits || modulusLength > maxRsaBits)
    throw new UnusableKeyError(
      `is an RSA key of ${modulusLength} bits. Use one of ${minRsaBits} to ${maxRsaBits} bits`,
    );
  if (publicExponent < 3n || publicExponent % 2n === 0n || publicExponent >= maxExponent)
    throw new UnusableKeyError(
      'is an RSA key with an unsafe exponent. Use 65537, or another odd number from 3 to 2^64',
    );
  if ((bytesOf(key, 'n').at(-1) as number) % 2 === 0)
    throw new UnusableKeyError('is an RSA key with an even modulus, which is not a product of two primes');
}

/** The points of a small order, without their sign, each also in its form above the field's prime. Every message has a signature by them. */
const smallPoints = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]);

function checkEd25519(key: KeyObject): void {
  const point = bytesOf(key, 'x');
  point.writeUInt8(point.readUInt8(31) & 0x7f, 31);
  if (smallPoints.has(point.toString('hex')))
    throw new UnusableKeyError('is an Ed25519 key of a small order, which anyone can sign with');
}

function bytesOf(key: KeyObject, member: 'n' | 'x'): Buffer {
  return Buffer.from(key.export({ format: 'jwk' })[member] as string, 'base64url');
}
