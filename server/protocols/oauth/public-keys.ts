import { createPublicKey, type KeyObject } from 'node:crypto';

/** The algorithms by which a client can sign. `Ed25519` is the newer name of what `EdDSA` means here (RFC 9864). */
export const assertionAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];

type Jwk = Record<string, unknown>;

/** The members of a private or symmetric key (RFC 7518 §6). */
const secretMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** Reports whether a key has members that only its owner may know. */
export function isSecret(jwk: Jwk): boolean {
  return secretMembers.some((member) => Object.hasOwn(jwk, member));
}

/** Says why a client cannot prove its identity by this key, or returns `undefined` if it can. */
export function problemOfKey(jwk: Jwk): string | undefined {
  if (isSecret(jwk)) return 'contains a private key. Give the public key only, and replace this one';
  let key: KeyObject;
  try {
    key = createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    return 'is not a JSON Web Key';
  }
  return isUsable(key) ? undefined : 'must be an RSA key of 2048 to 8192 bits, a P-256 or an Ed25519 key';
}

/** The keys of RS256, PS256, ES256 and EdDSA. A larger RSA key would make each verification expensive. */
function isUsable({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean {
  const { modulusLength = 0 } = details ?? {};
  if (type === 'rsa') return modulusLength >= 2048 && modulusLength <= 8192;
  return type === 'ed25519' || (type === 'ec' && details?.namedCurve === 'prime256v1');
}
