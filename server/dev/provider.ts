import { ServiceError } from '../core/errors.ts';
import {
  emailFormat,
  metadataNs,
  postBinding,
  protocolNs,
  redirectBinding,
  signatureNs,
  unspecifiedFormat,
} from '../protocols/saml/names.ts';
import { bareCertificate } from '../protocols/saml/sign.ts';
import { escapeXml } from '../protocols/saml/xml.ts';

export const demoProvider = 'demo';

/** The addresses of a simulated identity provider. */
export interface Provider {
  name: string;
  /** Also the address of the metadata. */
  entityId: string;
  ssoUrl: string;
  answerPath: string;
}

export function findProvider(baseUrl: string, name: string): Provider {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(name)) {
    throw new ServiceError('E011005', 'A provider’s name has lower-case letters, digits and hyphens');
  }
  const path = `/dev/idp/saml/${name}`;
  return {
    name,
    entityId: `${baseUrl}${path}/metadata`,
    ssoUrl: `${baseUrl}${path}/sso`,
    answerPath: `${path}/answer`,
  };
}

/** saml-metadata §2.4.3 */
export function providerMetadata({ entityId, ssoUrl }: Provider, certificate: string): string {
  const formats = [emailFormat, unspecifiedFormat].map(
    (format) => `<md:NameIDFormat>${format}</md:NameIDFormat>`,
  );
  const services = [redirectBinding, postBinding].map(
    (binding) => `<md:SingleSignOnService Binding="${binding}" Location="${escapeXml(ssoUrl)}"/>`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<md:EntityDescriptor xmlns:md="${metadataNs}" entityID="${escapeXml(entityId)}">` +
    `<md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="${protocolNs}">` +
    `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${signatureNs}"><ds:X509Data><ds:X509Certificate>` +
    `${bareCertificate(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>` +
    `${formats.join('')}${services.join('')}</md:IDPSSODescriptor></md:EntityDescriptor>\n`
  );
}
