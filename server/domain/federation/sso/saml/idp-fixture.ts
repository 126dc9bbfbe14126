import {
  metadataNs,
  postBinding,
  protocolNs,
  redirectBinding,
  signatureNs,
} from '../../../../protocols/saml/names.ts';
import { createCertifiedKey } from '../../../../protocols/saml/self-signed.ts';
import { bareCertificate } from '../../../../protocols/saml/sign.ts';

const madeAt = Date.UTC(2026, 0, 1);

/** An identity provider for the tests of this folder. */
export const idp = {
  entityId: 'https://idp.example/saml',
  redirectUrl: 'https://idp.example/sso/redirect',
  postUrl: 'https://idp.example/sso/post',
  certificate: (await createCertifiedKey('idp.example', madeAt)).certificatePem,
  nextCertificate: (await createCertifiedKey('idp.example', madeAt)).certificatePem,
};

export function idpMetadata(
  changes: {
    entityId?: string;
    certificates?: string[];
    bindings?: ('redirect' | 'post')[];
    wantSigned?: boolean;
    validUntil?: string;
  } = {},
): string {
  const {
    entityId = idp.entityId,
    certificates = [idp.certificate],
    bindings = ['redirect', 'post'],
  } = changes;
  const keys = certificates.map(
    (certificate) =>
      `<KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${signatureNs}"><ds:X509Data><ds:X509Certificate>` +
      `${bareCertificate(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`,
  );
  const addresses = bindings.map((binding) =>
    binding === 'post'
      ? `<SingleSignOnService Binding="${postBinding}" Location="${idp.postUrl}"/>`
      : `<SingleSignOnService Binding="${redirectBinding}" Location="${idp.redirectUrl}"/>`,
  );
  const validUntil = changes.validUntil ? ` validUntil="${changes.validUntil}"` : '';
  return (
    `<EntityDescriptor xmlns="${metadataNs}" entityID="${entityId}"${validUntil}>` +
    `<IDPSSODescriptor WantAuthnRequestsSigned="${changes.wantSigned ?? false}"` +
    ` protocolSupportEnumeration="${protocolNs}">${keys.join('')}${addresses.join('')}` +
    '</IDPSSODescriptor></EntityDescriptor>'
  );
}
