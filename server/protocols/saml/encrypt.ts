import { constants, createCipheriv, publicEncrypt, randomBytes } from 'node:crypto';
import { checkKeyStrength, parseCertificate } from './key.ts';
import { aes256Gcm, assertionNs, encryptionNs, rsaOaepMgf1p, signatureNs } from './names.ts';

/** Encrypts an assertion for the holder of the certificate's RSA key: AES-256-GCM under RSA-OAEP. */
export function encryptAssertion(assertion: string, certificate: string): string {
  const { publicKey } = parseCertificate(certificate);
  checkKeyStrength(publicKey);
  const key = randomBytes(32);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const content = Buffer.concat([iv, cipher.update(assertion, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  // SHA-1 in OAEP is not a weakness, and the only option that every receiver supports under this name.
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const wrapped = publicEncrypt({ key: publicKey, padding, oaepHash: 'sha1' }, key);
  return (
    `<saml:EncryptedAssertion xmlns:saml="${assertionNs}">` +
    `<xenc:EncryptedData xmlns:xenc="${encryptionNs}" Type="${encryptionNs}Element">` +
    `<xenc:EncryptionMethod Algorithm="${aes256Gcm}"/>` +
    `<ds:KeyInfo xmlns:ds="${signatureNs}"><xenc:EncryptedKey>` +
    `<xenc:EncryptionMethod Algorithm="${rsaOaepMgf1p}">` +
    `<ds:DigestMethod Algorithm="${signatureNs}sha1"/></xenc:EncryptionMethod>` +
    `<xenc:CipherData><xenc:CipherValue>${wrapped.toString('base64')}</xenc:CipherValue></xenc:CipherData>` +
    '</xenc:EncryptedKey></ds:KeyInfo>' +
    `<xenc:CipherData><xenc:CipherValue>${content.toString('base64')}</xenc:CipherValue></xenc:CipherData>` +
    '</xenc:EncryptedData></saml:EncryptedAssertion>'
  );
}
