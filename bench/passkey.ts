import { generateKeyPairSync, hash, sign } from 'node:crypto';
import { passkeyDomain, passkeyOrigin } from './settings.ts';

// One key for all users: more would only slow the load generator.
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { x = '', y = '' } = publicKey.export({ format: 'jwk' });

/** RFC 9052 §7: `{ 1: 2, 3: -7, -1: 1, -2: x, -3: y }`, in base64url. */
export const coseKey = Buffer.concat([
  Buffer.from('a5010203262001215820', 'hex'),
  Buffer.from(x, 'base64url'),
  Buffer.from('225820', 'hex'),
  Buffer.from(y, 'base64url'),
]).toString('base64url');

/** For the domain, with user present and verified, and a counter fixed at zero. */
const authenticatorData = Buffer.concat([
  hash('sha256', passkeyDomain, 'buffer'),
  Buffer.from('0500000000', 'hex'),
]);

/** Returns the result of `navigator.credentials.get()`, as SDKs send it. */
export function assertion(credentialId: string, challenge: string): string {
  const client = Buffer.from(
    JSON.stringify({ type: 'webauthn.get', challenge, origin: passkeyOrigin, crossOrigin: false }),
  );
  const signed = Buffer.concat([authenticatorData, hash('sha256', client, 'buffer')]);
  return JSON.stringify({
    ...{ id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {} },
    response: {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, privateKey).toString('base64url'),
    },
  });
}
