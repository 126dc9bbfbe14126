import { type KeyObject, X509Certificate } from 'node:crypto';
import { checkPublicKey, type KeyKind, UnusableKeyError } from '../keys/public-key.ts';
import { SamlError } from './error.ts';
import { decodeBase64 } from './message.ts';

const maxCached = 1000;
const cache = new Map<string, KeyObject>();

/**
 * Returns the public keys of configured certificates, each in PEM or bare base64. An empty list is an error and
 * never means "no check". A certificate is only the envelope of a pinned key: its dates and issuer are ignored. Leaves out
 * unusable keys, and throws if there is no other.
 */
export function verificationKeys(certificates: readonly string[]): KeyObject[] {
  if (certificates.length === 0)
    throw new SamlError('certificate', 'No signing certificate is configured for the identity provider.');
  const usable: KeyObject[] = [];
  let problem: SamlError | undefined;
  for (const certificate of certificates) {
    try {
      usable.push(verificationKey(certificate));
    } catch (error) {
      if (!(error instanceof SamlError)) throw error;
      problem ??= error;
    }
  }
  if (usable.length === 0 && problem) throw problem;
  return usable;
}

/** Returns the public key of a certificate, and keeps it in memory. */
export function verificationKey(certificate: string): KeyObject {
  const known = cache.get(certificate);
  if (known) return known;
  const key = parseCertificate(certificate).publicKey;
  checkKeyStrength(key);
  if (cache.size >= maxCached) cache.delete(cache.keys().next().value as string);
  cache.set(certificate, key);
  return key;
}

export function parseCertificate(text: string): X509Certificate {
  const body = text.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, '').replace(/[ \t]+/g, '');
  const der = decodeBase64(body);
  try {
    if (der) return new X509Certificate(der);
  } catch {}
  throw new SamlError('certificate', 'The text is not an X.509 certificate.');
}

export type KeyUse = 'signing' | 'encryption';

const kinds: Record<KeyUse, KeyKind[]> = {
  signing: ['RSA', 'P-256', 'P-384', 'P-521'],
  encryption: ['RSA'],
};

/** Throws unless the key can be used for SAML. */
export function checkKeyStrength(key: KeyObject, use: KeyUse = 'signing'): void {
  try {
    checkPublicKey(key, kinds[use]);
  } catch (error) {
    if (!(error instanceof UnusableKeyError)) throw error;
    throw new SamlError('weak-algorithm', `The key of the certificate ${error.reason}.`);
  }
}
