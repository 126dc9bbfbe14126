import { readCertificates } from './certificates.ts';
import { SamlError } from './error.ts';
import { metadataNs, signatureNs } from './names.ts';
import { attributeOf, childrenNamed, textOf } from './xml.ts';

/** The most certificates of which the reason is given. */
const maxNamed = 20;

/**
 * Returns the certificates of a role, in PEM, without duplicates and in document order. A KeyDescriptor without "use"
 * serves both purposes (saml-metadata §2.4.1.1). Leaves out unusable ones, because real metadata lists old keys beside
 * new ones; throws if there is no other to verify signatures with.
 */
export function certificatesOf(role: Element, use: 'signing' | 'encryption'): string[] {
  return sortedCertificates(role, use).certificates;
}

/** Returns the same, and the reason for each certificate that was left out. */
export function sortedCertificates(
  role: Element,
  use: 'signing' | 'encryption',
): { certificates: string[]; leftOut: string[] } {
  const texts = childrenNamed(role, metadataNs, 'KeyDescriptor')
    .filter((descriptor) => (attributeOf(descriptor, 'use') ?? use) === use)
    .flatMap((descriptor) => childrenNamed(descriptor, signatureNs, 'KeyInfo'))
    .flatMap((keyInfo) => childrenNamed(keyInfo, signatureNs, 'X509Data'))
    .flatMap((data) => childrenNamed(data, signatureNs, 'X509Certificate'))
    .map(textOf);
  const usable = new Set<string>();
  const leftOut: string[] = [];
  let problem: SamlError | undefined;
  for (const [index, text] of texts.entries()) {
    try {
      for (const { pem } of readCertificates(text, use)) usable.add(pem);
    } catch (error) {
      if (!(error instanceof SamlError)) throw error;
      problem ??= error;
      if (leftOut.length < maxNamed) leftOut.push(`Certificate ${index + 1}: ${error.reason}`);
    }
  }
  if (use === 'signing' && usable.size === 0 && problem) throw problem;
  return { certificates: [...usable], leftOut };
}
