import { createPrivateKey, type KeyObject } from 'node:crypto';
import { signJwt } from '../jwt/sign.ts';

export interface AppleKey {
  teamId: string;
  keyId: string;
  clientId: string;
  /** PKCS #8 in PEM, P-256. */
  privateKeyPem: string;
}

const lifetimeSeconds = 300;

/**
 * Creates the client secret for Apple, which has no fixed one: the client signs a new one each time, with a key
 * created for it.
 */
export function appleClientSecret(
  { teamId, keyId, clientId, privateKeyPem }: AppleKey,
  audience: string,
  now: number,
): Promise<string> {
  const issuedAt = Math.floor(now / 1000);
  return signJwt(
    { iss: teamId, sub: clientId, aud: audience, iat: issuedAt, exp: issuedAt + lifetimeSeconds },
    { id: keyId, algorithm: 'ES256', privateKey: createPrivateKey(privateKeyPem) },
  );
}

export function isAppleKey(pem: string): boolean {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    return false;
  }
  return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
}
