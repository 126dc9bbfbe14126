import { createHash, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { ecdsaEncoding, ownDigest, ownSignatureAlgorithm } from './algorithms.ts';
import { canonicalize } from './canonical.ts';
import { assertionNs, envelopedSignature, exclusiveC14n, signatureNs } from './names.ts';
import { attributeOf, childElements, escapeXml, isNamed, parseXml } from './xml.ts';

const signAsync = promisify(sign);

export type Signer = {
  privateKey: KeyObject;
  /** PEM or bare base64. Included for debugging; a careful receiver never trusts it. */
  certificate?: string;
};

/** Signs the bytes on the thread pool. */
export async function signBytes(bytes: Buffer, privateKey: KeyObject): Promise<Buffer> {
  return await signAsync('sha256', bytes, { key: privateKey, dsaEncoding: ecdsaEncoding });
}

/**
 * Returns the document with an enveloped signature of its root element, placed after the Issuer, which must be
 * the root's first child (saml-core §5.4, and the sequence that the schema requires).
 */
export async function signXml(xml: string, { privateKey, certificate }: Signer): Promise<string> {
  const root = parseXml(xml);
  const issuer = childElements(root)[0];
  const id = attributeOf(root, 'ID');
  if (!id || !issuer || !isNamed(issuer, assertionNs, 'Issuer'))
    throw new Error('a document to sign needs an ID and begins with its Issuer');

  const signedInfo = signedInfoOf(id, canonicalize(root), ownSignatureAlgorithm(privateKey));
  const value = await signBytes(Buffer.from(signedInfo, 'utf8'), privateKey);
  const keyInfo = certificate
    ? `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${bareCertificate(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`
    : '';
  const signature =
    `<ds:Signature xmlns:ds="${signatureNs}">${signedInfo}` +
    `<ds:SignatureValue>${value.toString('base64')}</ds:SignatureValue>${keyInfo}</ds:Signature>`;
  const endOfIssuer = `</${issuer.tagName}>`;
  const at = xml.indexOf(endOfIssuer) + endOfIssuer.length;
  return xml.slice(0, at) + signature + xml.slice(at);
}

/**
 * Writes SignedInfo directly in its canonical form: namespace first, attributes in order, no empty-element
 * tags.
 */
function signedInfoOf(id: string, canonical: string, signatureAlgorithm: string): string {
  const digest = createHash('sha256').update(canonical, 'utf8').digest('base64');
  return (
    `<ds:SignedInfo xmlns:ds="${signatureNs}">` +
    `<ds:CanonicalizationMethod Algorithm="${exclusiveC14n}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="${signatureAlgorithm}"></ds:SignatureMethod>` +
    `<ds:Reference URI="#${escapeXml(id)}"><ds:Transforms>` +
    `<ds:Transform Algorithm="${envelopedSignature}"></ds:Transform>` +
    `<ds:Transform Algorithm="${exclusiveC14n}"></ds:Transform></ds:Transforms>` +
    `<ds:DigestMethod Algorithm="${ownDigest}"></ds:DigestMethod>` +
    `<ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`
  );
}

/** The content of ds:X509Certificate. */
export function bareCertificate(certificate: string): string {
  return certificate.replace(/-----(?:BEGIN|END) CERTIFICATE-----|\s+/g, '');
}
