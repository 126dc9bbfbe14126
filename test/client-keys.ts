import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** A key by which a client proves its identity. */
export interface ClientKey {
  key: CryptoKey;
  kid: string;
  algorithm: string;
  /** The public part. */
  jwk: Record<string, unknown>;
}

export async function newClientKey(algorithm: string, kid: string): Promise<ClientKey> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: algorithm };
  return { key: privateKey, kid, algorithm, jwk };
}

/** Signs an assertion as RFC 7523 §3 wants it, with the changes of a test. `now` is the server's clock. */
export function signAssertion(
  { key, kid, algorithm }: ClientKey,
  { clientId, audience, now }: { clientId: string; audience: string; now: number },
  change: JWTPayload = {},
): Promise<string> {
  const seconds = Math.floor(now / 1000);
  const claims = {
    iss: clientId,
    sub: clientId,
    aud: audience,
    jti: `${Math.random()}`,
    iat: seconds,
    exp: seconds + 60,
  };
  return new SignJWT({ ...claims, ...change })
    .setProtectedHeader({ alg: algorithm, ...(kid && { kid }) })
    .sign(key);
}

export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
