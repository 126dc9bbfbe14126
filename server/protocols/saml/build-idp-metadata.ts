import { metadataNs, postBinding, protocolNs, redirectBinding, signatureNs } from './names.ts';
import { bareCertificate } from './sign.ts';
import { escapeXml } from './xml.ts';

export interface IdpMetadataInput {
  entityId: string;
  ssoUrl: string;
  logoutUrl: string;
  /** PEM; several while a key is being replaced. */
  signingCertificates: readonly string[];
  nameIdFormats: readonly string[];
  wantAuthnRequestsSigned: boolean;
}

/** Builds the metadata that describes us to a service provider (saml-metadata §2.4.3). */
export function buildIdpMetadata(input: IdpMetadataInput): string {
  const keys = input.signingCertificates.map(
    (certificate) =>
      `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${signatureNs}"><ds:X509Data><ds:X509Certificate>` +
      `${bareCertificate(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  );
  const services = (name: string, url: string) =>
    [redirectBinding, postBinding]
      .map((binding) => `<md:${name} Binding="${binding}" Location="${escapeXml(url)}"/>`)
      .join('');
  const formats = input.nameIdFormats.map((one) => `<md:NameIDFormat>${escapeXml(one)}</md:NameIDFormat>`);
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<md:EntityDescriptor xmlns:md="${metadataNs}" entityID="${escapeXml(input.entityId)}">` +
    `<md:IDPSSODescriptor WantAuthnRequestsSigned="${input.wantAuthnRequestsSigned}"` +
    ` protocolSupportEnumeration="${protocolNs}">${keys.join('')}` +
    `${services('SingleLogoutService', input.logoutUrl)}${formats.join('')}` +
    `${services('SingleSignOnService', input.ssoUrl)}</md:IDPSSODescriptor></md:EntityDescriptor>\n`
  );
}
