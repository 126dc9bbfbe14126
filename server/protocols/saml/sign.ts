import { createHash, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { ecdsaEncoding, ownDigest, ownSignatureAlgorithm } from './algorithms.ts';
import { type Attributes, element, textElement } from './canonical-writer.ts';
import { envelopedSignature, exclusiveC14n, signatureNs } from './names.ts';

const signAsync = promisify(sign);

export type Signer = {
  privateKey: KeyObject;
  /** PEM or bare base64. Included for debugging; a careful receiver never trusts it. */
  certificate?: string;
};

/** An element in its canonical form (`canonical-writer.ts`), cut at the place of its signature. */
export interface Unsigned {
  /** Its attribute `ID`. */
  id: string;
  before: string;
  after: string;
}

/** Signs the bytes on the thread pool. */
export async function signBytes(bytes: Buffer, privateKey: KeyObject): Promise<Buffer> {
  return await signAsync('sha256', bytes, { key: privateKey, dsaEncoding: ecdsaEncoding });
}

export function withoutSignature({ before, after }: Unsigned): string {
  return before + after;
}

/**
 * Returns the element with an enveloped signature (saml-core §5.4). The result is in canonical form again, so that it can be part of an
 * element that is signed.
 */
export async function signEnveloped(
  { id, before, after }: Unsigned,
  { privateKey, certificate }: Signer,
): Promise<string> {
  const digest = createHash('sha256').update(before, 'utf8').update(after, 'utf8').digest('base64');
  const content = signedInfoContent(id, digest, ownSignatureAlgorithm(privateKey));
  // The signed form stands alone, so it declares the prefix. Inside the signature that would not be canonical.
  const signed = element('ds:SignedInfo', { 'xmlns:ds': signatureNs }, content);
  const value = await signBytes(Buffer.from(signed, 'utf8'), privateKey);
  const signature = element(
    'ds:Signature',
    { 'xmlns:ds': signatureNs },
    element('ds:SignedInfo', {}, content) +
      textElement('ds:SignatureValue', {}, value.toString('base64')) +
      (certificate === undefined ? '' : keyInfoOf(certificate)),
  );
  return before + signature + after;
}

function signedInfoContent(id: string, digest: string, signatureAlgorithm: string): string {
  const algorithm = (name: string, Algorithm: string) => element(name, { Algorithm });
  return (
    algorithm('ds:CanonicalizationMethod', exclusiveC14n) +
    algorithm('ds:SignatureMethod', signatureAlgorithm) +
    element(
      'ds:Reference',
      { URI: `#${id}` },
      element(
        'ds:Transforms',
        {},
        algorithm('ds:Transform', envelopedSignature) + algorithm('ds:Transform', exclusiveC14n),
      ) +
        algorithm('ds:DigestMethod', ownDigest) +
        element('ds:DigestValue', {}, digest),
    )
  );
}

/** Writes a certificate. The attributes declare the prefix `ds` where the elements around it have not. */
export function keyInfoOf(certificate: string, attributes: Attributes = {}): string {
  const bare = element('ds:X509Certificate', {}, bareCertificate(certificate));
  return element('ds:KeyInfo', attributes, element('ds:X509Data', {}, bare));
}

/** The content of ds:X509Certificate. */
export function bareCertificate(certificate: string): string {
  return certificate.replace(/-----(?:BEGIN|END) CERTIFICATE-----|\s+/g, '');
}
