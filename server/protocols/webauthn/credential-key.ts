import { type Jwk, readPublicKey, UnusableKeyError } from '../keys/public-key.ts';
import { WebAuthnError } from './error.ts';

type CoseKey = Map<unknown, unknown>;

/** The accepted algorithms of COSE (RFC 9053, RFC 8812), each with its one form of key in JOSE. WebAuthn Level 3 §5.8.5 fixes the curves. */
const readers = new Map<unknown, { algorithm: string; read(key: CoseKey): Jwk | false }>([
  [
    -7,
    {
      algorithm: 'ES256',
      read: (key) => isOf(key, 2, 1) && { kty: 'EC', crv: 'P-256', ...bytes(key, { x: -2, y: -3 }) },
    },
  ],
  [
    -8,
    {
      algorithm: 'EdDSA',
      read: (key) => isOf(key, 1, 6) && { kty: 'OKP', crv: 'Ed25519', ...bytes(key, { x: -2 }) },
    },
  ],
  [
    -257,
    {
      algorithm: 'RS256',
      read: (key) => key.get(1) === 3 && { kty: 'RSA', ...bytes(key, { n: -1, e: -2 }) },
    },
  ],
]);

/** Checks the public key of a passkey, in COSE. Throws WebAuthnError for one that proves nothing. */
export async function checkCredentialKey(cose: Uint8Array<ArrayBuffer>): Promise<void> {
  const { decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers');
  const key = decodeCredentialPublicKey(cose) as unknown as CoseKey;
  const reader = readers.get(key.get(3));
  const jwk = reader?.read(key);
  if (!reader || !jwk) throw new WebAuthnError('the public key does not fit its algorithm');
  try {
    readPublicKey(jwk, [reader.algorithm]);
  } catch (error) {
    if (!(error instanceof UnusableKeyError)) throw error;
    throw new WebAuthnError(`the public key ${error.reason}`);
  }
}

/** Reports whether a key is of a type (RFC 9053 §7) and on a curve. */
function isOf(key: CoseKey, type: number, curve: number): boolean {
  return key.get(1) === type && key.get(-1) === curve;
}

function bytes(key: CoseKey, labels: Record<string, number>): Jwk {
  return Object.fromEntries(
    Object.entries(labels).map(([name, label]) => {
      const value = key.get(label);
      return [name, value instanceof Uint8Array ? Buffer.from(value).toString('base64url') : undefined];
    }),
  );
}
