import {
  aes128Gcm,
  aes256Gcm,
  encryption11Ns,
  metadataNs,
  postBinding,
  protocolNs,
  rsaOaep,
  rsaOaepMgf1p,
  sha1Digest,
  sha256Digest,
  signatureNs,
} from './names.ts';
import { bareCertificate } from './sign.ts';
import { escapeXml } from './xml.ts';

export type SpMetadataInput = {
  entityId: string;
  acsUrl: string;
  /** PEM or bare base64; several while a key is being replaced. */
  signingCertificates: readonly string[];
  encryptionCertificates: readonly string[];
  nameIdFormats: readonly string[];
  authnRequestsSigned: boolean;
  wantAssertionsSigned: boolean;
};

const digest = (algorithm: string) => `<ds:DigestMethod xmlns:ds="${signatureNs}" Algorithm="${algorithm}"/>`;
const mask = `<xenc11:MGF xmlns:xenc11="${encryption11Ns}" Algorithm="${encryption11Ns}mgf1sha256"/>`;

/** The encryption methods that we decrypt, with the hashes of RSA-OAEP, which identity providers otherwise guess (xmlenc-core1 §5.5.2). */
const encryptionMethods = [
  { algorithm: aes256Gcm, parameters: '' },
  { algorithm: aes128Gcm, parameters: '' },
  { algorithm: rsaOaepMgf1p, parameters: digest(sha1Digest) },
  { algorithm: rsaOaepMgf1p, parameters: digest(sha256Digest) },
  { algorithm: rsaOaep, parameters: digest(sha256Digest) + mask },
]
  .map(
    ({ algorithm, parameters }) =>
      `<md:EncryptionMethod Algorithm="${algorithm}">${parameters}</md:EncryptionMethod>`,
  )
  .join('');

/** Builds the metadata that describes us to an identity provider (saml-metadata §2.4.4). */
export function buildSpMetadata(input: SpMetadataInput): string {
  const keys = [
    ...input.signingCertificates.map((certificate) => keyDescriptor('signing', certificate, '')),
    ...input.encryptionCertificates.map((certificate) =>
      keyDescriptor('encryption', certificate, encryptionMethods),
    ),
  ];
  const formats = input.nameIdFormats.map(
    (format) => `<md:NameIDFormat>${escapeXml(format)}</md:NameIDFormat>`,
  );
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<md:EntityDescriptor xmlns:md="${metadataNs}" entityID="${escapeXml(input.entityId)}">` +
    `<md:SPSSODescriptor AuthnRequestsSigned="${input.authnRequestsSigned}"` +
    ` WantAssertionsSigned="${input.wantAssertionsSigned}" protocolSupportEnumeration="${protocolNs}">` +
    `${keys.join('')}${formats.join('')}` +
    `<md:AssertionConsumerService Binding="${postBinding}" Location="${escapeXml(input.acsUrl)}"` +
    ' index="0" isDefault="true"/></md:SPSSODescriptor></md:EntityDescriptor>\n'
  );
}

function keyDescriptor(use: 'signing' | 'encryption', certificate: string, methods: string): string {
  return (
    `<md:KeyDescriptor use="${use}"><ds:KeyInfo xmlns:ds="${signatureNs}"><ds:X509Data><ds:X509Certificate>` +
    `${bareCertificate(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>${methods}</md:KeyDescriptor>`
  );
}
