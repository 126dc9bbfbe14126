import { createPublicKey, type KeyObject } from 'node:crypto';
import { ServiceError } from '../../../core/errors.ts';

/** The members of a private or symmetric key (RFC 7518 §6). */
const secretMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** Checks the public keys of a client. E011004 names the first wrong key. */
export function readPublicKeys(keys: readonly Record<string, unknown>[]): void {
  keys.forEach((jwk, index) => {
    const wrong = (reason: string) => new ServiceError('E011004', `jwks: key ${index + 1} ${reason}`);
    if (secretMembers.some((member) => Object.hasOwn(jwk, member)))
      throw wrong('contains a private key. Enter the public key only, and replace this one');
    let key: KeyObject;
    try {
      key = createPublicKey({ key: jwk, format: 'jwk' });
    } catch (cause) {
      throw new ServiceError('E011004', `jwks: key ${index + 1} is not a JSON Web Key`, { cause });
    }
    if (!isUsable(key)) throw wrong('must be an RSA key of at least 2048 bits, a P-256 or an Ed25519 key');
  });
}

/** The keys of RS256, PS256, ES256 and EdDSA. */
function isUsable({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean {
  if (type === 'rsa') return (details?.modulusLength ?? 0) >= 2048;
  return type === 'ed25519' || (type === 'ec' && details?.namedCurve === 'prime256v1');
}
