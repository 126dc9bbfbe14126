import { X509Certificate } from 'node:crypto';
import { element, startTag, textElement } from './canonical-writer.ts';
import { metadataNs, postBinding, protocolNs, redirectBinding, signatureNs } from './names.ts';
import { keyInfoOf, type Signer, signEnveloped } from './sign.ts';
import { formatInstant } from './time.ts';

export interface IdpMetadataInput {
  /** The ID of this document, for its signature. */
  id: string;
  entityId: string;
  ssoUrl: string;
  logoutUrl: string;
  /** PEM; several while a key is being replaced. */
  signingCertificates: readonly string[];
  nameIdFormats: readonly string[];
  wantAuthnRequestsSigned: boolean;
  /** Should hold the first of the certificates, the one that signs assertions. */
  signer: Signer;
}

/** Service providers that follow this read a new certificate within an hour. */
const cacheDuration = 'PT1H';

/** Builds the signed metadata that describes us to a service provider (saml-metadata §2.4.3, §3). */
export async function buildIdpMetadata(input: IdpMetadataInput): Promise<string> {
  const start = startTag('md:EntityDescriptor', {
    'xmlns:md': metadataNs,
    ID: input.id,
    cacheDuration,
    entityID: input.entityId,
    validUntil: formatInstant(lastDay(input.signingCertificates)),
  });
  const keys = input.signingCertificates.map((certificate) =>
    element('md:KeyDescriptor', { use: 'signing' }, keyInfoOf(certificate, { 'xmlns:ds': signatureNs })),
  );
  const services = (name: string, Location: string) =>
    [redirectBinding, postBinding].map((Binding) => element(name, { Binding, Location })).join('');
  const formats = input.nameIdFormats.map((one) => textElement('md:NameIDFormat', {}, one));
  const role = element(
    'md:IDPSSODescriptor',
    {
      WantAuthnRequestsSigned: String(input.wantAuthnRequestsSigned),
      protocolSupportEnumeration: protocolNs,
    },
    keys.join('') +
      services('md:SingleLogoutService', input.logoutUrl) +
      formats.join('') +
      services('md:SingleSignOnService', input.ssoUrl),
  );
  const document = { id: input.id, before: start, after: `${role}</md:EntityDescriptor>` };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${await signEnveloped(document, input.signer)}\n`;
}

/**
 * The document says nothing true after its certificates have ended. An earlier time would lock out service providers that were given a copy
 * of it, and refuse an old one.
 */
function lastDay(certificates: readonly string[]): number {
  return Math.max(...certificates.map((pem) => new X509Certificate(pem).validToDate.getTime()));
}
