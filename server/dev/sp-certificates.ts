import { ServiceError } from '../core/errors.ts';
import type { OutboundFetch } from '../core/outbound.ts';
import { metadataLimits } from '../protocols/saml/limits.ts';
import { metadataNs, signatureNs } from '../protocols/saml/names.ts';
import { attributeOf, childrenNamed, parseXml, textOf } from '../protocols/saml/xml.ts';

/** Fetches the certificates of a service provider whose entity ID is the address of its metadata. */
export async function fetchSpCertificates(
  fetch: OutboundFetch,
  entityId: string,
  use: 'signing' | 'encryption',
): Promise<string[]> {
  const certificates = await fetch(entityId, { timeoutMs: 2_000 })
    .then(({ status, body }) => (status === 200 ? readCertificates(body, use) : []))
    .catch((cause) => {
      throw new ServiceError('E011004', `The metadata of ${entityId} cannot be read`, { cause });
    });
  if (certificates.length > 0) return certificates;
  throw new ServiceError(
    'E011004',
    `The metadata at ${entityId} has no ${use} certificate of a service provider`,
  );
}

/** saml-metadata §2.4.1.1: a KeyDescriptor without `use` serves both purposes. */
function readCertificates(metadata: Buffer, use: string): string[] {
  return childrenNamed(parseXml(metadata, metadataLimits), metadataNs, 'SPSSODescriptor')
    .flatMap((role) => childrenNamed(role, metadataNs, 'KeyDescriptor'))
    .filter((descriptor) => (attributeOf(descriptor, 'use') ?? use) === use)
    .flatMap((descriptor) => childrenNamed(descriptor, signatureNs, 'KeyInfo'))
    .flatMap((keyInfo) => childrenNamed(keyInfo, signatureNs, 'X509Data'))
    .flatMap((data) => childrenNamed(data, signatureNs, 'X509Certificate'))
    .map((certificate) => textOf(certificate).trim());
}
