import { createHash, generateKeyPairSync, type JsonWebKey } from 'node:crypto';

// For tests: keys that no signature may be verified with, and what can be signed with one of them by everybody.

const rsa = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' });
const ec = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' });
const base64url = (bytes: Buffer) => bytes.toString('base64url');

const good = rsa(2048);
const evenModulus = Buffer.from(good.n as string, 'base64url');
evenModulus.writeUInt8(evenModulus.readUInt8(255) & 0xfe, 255);
const exponent = (value: bigint) => base64url(Buffer.from(value.toString(16).padStart(20, '0'), 'hex'));

/** With this exponent, the padded digest is its own signature. */
export const exponentOne: JsonWebKey = { ...good, e: 'AQ' };

/** Signs as RS256 by `exponentOne`, without a private key (RFC 8017 §9.2). */
export function signWithoutKey(header: object, claims: object): string {
  const text = [header, claims].map((part) => base64url(Buffer.from(JSON.stringify(part)))).join('.');
  const digest = createHash('sha256').update(text).digest();
  const info = Buffer.concat([Buffer.from('3031300d060960864801650304020105000420', 'hex'), digest]);
  const padding = Buffer.alloc(256 - 3 - info.length, 0xff);
  return `${text}.${base64url(Buffer.concat([Buffer.of(0, 1), padding, Buffer.of(0), info]))}`;
}

/** Keys that somebody may mean for signatures, and that are unsafe or malformed. */
export const unsafeKeys: [string, JsonWebKey][] = [
  ['the exponent 1', exponentOne],
  ['the exponent 0', { ...good, e: 'AA' }],
  ['the exponent 2', { ...good, e: 'Ag' }],
  ['an even exponent', { ...good, e: exponent(65_536n) }],
  ['an exponent of 65 bits', { ...good, e: exponent(2n ** 64n + 1n) }],
  ['an even modulus', { ...good, n: base64url(evenModulus) }],
  ['1024 bits', rsa(1024)],
  ['2047 bits', { ...good, n: base64url(Buffer.concat([Buffer.of(0x7f), Buffer.alloc(255, 0xff)])) }],
  ['8193 bits', { ...good, n: base64url(Buffer.concat([Buffer.of(1), Buffer.alloc(1_024, 0xff)])) }],
  ['a point that is not on the curve', { ...ec('P-256'), y: base64url(Buffer.alloc(32, 1)) }],
  ['a coordinate of 31 bytes', { ...ec('P-256'), x: base64url(Buffer.alloc(31, 1)) }],
  [
    'an Ed25519 point of order 1',
    { kty: 'OKP', crv: 'Ed25519', x: base64url(Buffer.concat([Buffer.of(1), Buffer.alloc(31)])) },
  ],
  [
    'an Ed25519 point of order 4',
    { kty: 'OKP', crv: 'Ed25519', x: base64url(Buffer.concat([Buffer.alloc(31), Buffer.of(0x80)])) },
  ],
  ['an Ed25519 key of 31 bytes', { kty: 'OKP', crv: 'Ed25519', x: base64url(Buffer.alloc(31, 9)) }],
  ['no modulus', { kty: 'RSA', e: 'AQAB' }],
  ['no type', { n: good.n as string, e: 'AQAB' }],
  ['key_ops that are no list', { ...good, key_ops: 'verify' } as never],
  ['key_ops that repeat one', { ...good, key_ops: ['verify', 'verify'] } as never],
];

/** Keys with a private part, or that are secret. */
export const secretKeys: [string, JsonWebKey][] = [
  [
    'a private RSA key',
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  ],
  [
    'a private EC key',
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  ],
  ['a symmetric key', { kty: 'oct', k: 'c2VjcmV0' }],
];

/** Keys for other purposes, which real sets have beside others. */
export const otherKeys: [string, JsonWebKey][] = [
  ['use enc', { ...rsa(2048), use: 'enc' }],
  ['an algorithm of encryption', { ...rsa(2048), alg: 'RSA-OAEP-256' }],
  ['key_ops without verify', { ...ec('P-256'), key_ops: ['deriveBits'] } as never],
  ['the algorithm of another curve', { ...ec('P-256'), alg: 'ES256K' }],
  ['the curve secp256k1', ec('secp256k1')],
  ['X25519', generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })],
  ['Ed448', generateKeyPairSync('ed448').publicKey.export({ format: 'jwk' })],
];

export const usableKeys: [string, JsonWebKey][] = [
  ['RSA of 2048 bits', { ...good, use: 'sig', alg: 'RS256', key_ops: ['verify'] } as never],
  ['RSA of 3072 bits', rsa(3072)],
  ['the exponent 3', { ...good, e: 'Aw' }],
  ['an exponent of 64 bits', { ...good, e: exponent(2n ** 64n - 1n) }],
  ['P-256', ec('P-256')],
  ['Ed25519', generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })],
  [
    'Ed25519 by its newer name',
    { ...generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }), alg: 'Ed25519' },
  ],
];
