import { type KeyObject, sign } from 'node:crypto';

/** The algorithms of session and refresh JWTs. */
export type SigningAlgorithm = 'RS256' | 'ES256';

/** RFC 7518 §3.1. */
export type JwsAlgorithm = SigningAlgorithm | 'RS384' | 'ES384';

/**
 * `at+jwt`: an access token for a resource server (RFC 9068 §2.1). `logout+jwt`: OpenID Connect Back-Channel Logout §2.4.
 * `userinfo+jwt`: our own name, so that an answer of `userinfo` passes for no other token.
 */
export type TokenType = 'JWT' | 'at+jwt' | 'logout+jwt' | 'userinfo+jwt';

export interface SigningKey {
  id: string;
  algorithm: JwsAlgorithm;
  privateKey: KeyObject;
  /** Signs on the event loop: for a process with a single core, where threads would only take turns with it. */
  signsAtOnce?: boolean;
}

/**
 * Signs claims as a compact JWS (RFC 7515 §3.1). Signs in the thread pool, because RSA takes long enough to delay other
 * requests. ES256 signs at once, which takes 40 µs; through the pool it takes 80.
 */
export async function signJwt(
  claims: Record<string, unknown>,
  key: SigningKey,
  type: TokenType = 'JWT',
): Promise<string> {
  const header = encode({ alg: key.algorithm, kid: key.id, typ: type });
  const input = `${header}.${encode(claims)}`;
  const signature = await signBytes(Buffer.from(input), key);
  return `${input}.${signature.toString('base64url')}`;
}

async function signBytes(bytes: Buffer, { algorithm, privateKey, signsAtOnce }: SigningKey): Promise<Buffer> {
  const hash = `sha${algorithm.slice(2)}`;
  // RFC 7518 §3.4: ECDSA signatures are the two numbers side by side, not DER.
  const key = algorithm.startsWith('ES')
    ? { key: privateKey, dsaEncoding: 'ieee-p1363' as const }
    : privateKey;
  if (signsAtOnce || algorithm === 'ES256') return sign(hash, bytes, key);
  return new Promise((resolve, reject) => {
    sign(hash, bytes, key, (error, signature) => (error ? reject(error) : resolve(signature)));
  });
}

function encode(value: Record<string, unknown>): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
