import { type KeyObject, X509Certificate } from 'node:crypto';
import { SamlError } from './error.ts';
import { decodeBase64 } from './message.ts';

const maxCached = 1000;
const cache = new Map<string, KeyObject>();

/**
 * Returns the public keys of configured certificates, each in PEM or bare base64. An empty list is an error and
 * never means "no check". A certificate is only the envelope of a pinned key: its dates and issuer are ignored.
 */
export function verificationKeys(certificates: readonly string[]): KeyObject[] {
  if (certificates.length === 0)
    throw new SamlError('certificate', 'No signing certificate is configured for the identity provider.');
  return certificates.map(verificationKey);
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

/** Requires RSA of 2048 to 8192 bits, or ECDSA on a NIST curve. */
export function checkKeyStrength(key: KeyObject): void {
  const details = key.asymmetricKeyDetails;
  if (key.asymmetricKeyType === 'rsa') {
    const bits = details?.modulusLength ?? 0;
    if (bits >= 2048 && bits <= 8192) return;
    throw new SamlError('weak-algorithm', `The RSA key has ${bits} bits; 2048 to 8192 are accepted.`);
  }
  if (key.asymmetricKeyType === 'ec') {
    if (['prime256v1', 'secp384r1', 'secp521r1'].includes(details?.namedCurve ?? '')) return;
    throw new SamlError('weak-algorithm', `The elliptic curve ${details?.namedCurve ?? ''} is not accepted.`);
  }
  throw new SamlError('weak-algorithm', `A key of type ${key.asymmetricKeyType ?? ''} is not accepted.`);
}
