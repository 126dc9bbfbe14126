import { constants, createCipheriv, publicEncrypt, randomBytes } from 'node:crypto';
import { element } from './canonical-writer.ts';
import { checkKeyStrength, verificationKey } from './key.ts';
import { aes256Gcm, assertionNs, encryptionNs, rsaOaepMgf1p, signatureNs } from './names.ts';

/** Encrypts an assertion for the holder of the certificate's RSA key: AES-256-GCM under RSA-OAEP. */
export function encryptAssertion(assertion: string, certificate: string): string {
  const publicKey = verificationKey(certificate);
  checkKeyStrength(publicKey, 'encryption');
  const key = randomBytes(32);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const content = Buffer.concat([iv, cipher.update(assertion, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  // SHA-1 in OAEP is not a weakness, and the only option that every receiver supports under this name.
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const wrapped = publicEncrypt({ key: publicKey, padding, oaepHash: 'sha1' }, key);
  const encryptedKey = element(
    'xenc:EncryptedKey',
    {},
    element(
      'xenc:EncryptionMethod',
      { Algorithm: rsaOaepMgf1p },
      element('ds:DigestMethod', { Algorithm: `${signatureNs}sha1` }),
    ) + cipherData(wrapped),
  );
  return element(
    'saml:EncryptedAssertion',
    { 'xmlns:saml': assertionNs },
    element(
      'xenc:EncryptedData',
      { 'xmlns:xenc': encryptionNs, Type: `${encryptionNs}Element` },
      element('xenc:EncryptionMethod', { Algorithm: aes256Gcm }) +
        element('ds:KeyInfo', { 'xmlns:ds': signatureNs }, encryptedKey) +
        cipherData(content),
    ),
  );
}

function cipherData(bytes: Buffer): string {
  return element('xenc:CipherData', {}, element('xenc:CipherValue', {}, bytes.toString('base64')));
}
