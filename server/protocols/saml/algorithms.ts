import type { KeyObject } from 'node:crypto';

/** The accepted signature algorithms of XML Signature, with their names in node:crypto. */
export const signatureAlgorithms: ReadonlyMap<string, { hash: string; keyType: 'rsa' | 'ec' }> = new Map([
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', { hash: 'sha256', keyType: 'rsa' }],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha384', { hash: 'sha384', keyType: 'rsa' }],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', { hash: 'sha512', keyType: 'rsa' }],
  ['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256', { hash: 'sha256', keyType: 'ec' }],
  ['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384', { hash: 'sha384', keyType: 'ec' }],
  ['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512', { hash: 'sha512', keyType: 'ec' }],
]);

export const digestAlgorithms: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#sha384', 'sha384'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
]);

/** The algorithms that get the message "SHA-1 is not accepted", because an administrator can change them. */
export const sha1Algorithms: ReadonlySet<string> = new Set([
  'http://www.w3.org/2000/09/xmldsig#sha1',
  'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  'http://www.w3.org/2000/09/xmldsig#dsa-sha1',
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha1',
]);

/** XML Signature writes ECDSA values as r and s side by side (xmldsig-core1 §6.4.3), not in DER. */
export const ecdsaEncoding = 'ieee-p1363';

export const ownDigest = 'http://www.w3.org/2001/04/xmlenc#sha256';

export function ownSignatureAlgorithm(key: KeyObject): string {
  const keyType = key.asymmetricKeyType === 'ec' ? 'ecdsa' : 'rsa';
  return `http://www.w3.org/2001/04/xmldsig-more#${keyType}-sha256`;
}
