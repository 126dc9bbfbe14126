import { SamlError } from './error.ts';
import { checkKeyStrength, type KeyUse, parseCertificate } from './key.ts';

export type CertificateFacts = {
  pem: string;
  /** SHA-256 of the DER form, in hexadecimal with colons. */
  fingerprint: string;
  subject: string;
  /** Milliseconds. */
  validFrom: number;
  /** Milliseconds. */
  expiresAt: number;
};

const maxTextLength = 64 * 1024;
const pemBlock = /-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END ([A-Z0-9 ]+)-----/g;

/**
 * Reads certificates from pasted text: a PEM bundle, or one certificate in bare base64. Never returns an empty
 * list.
 */
export function readCertificates(text: string, use: KeyUse = 'signing'): CertificateFacts[] {
  if (text.length > maxTextLength) throw invalid('The text is too long to be a list of certificates.');
  if (text.trim() === '') throw invalid('The certificate is empty.');
  if (!text.includes('-----')) return [readOne(text.trim(), use)];

  const blocks = [...text.matchAll(pemBlock)].filter(([, label, , end]) => label === end);
  if (blocks.some(([, label]) => label?.includes('PRIVATE KEY')))
    throw invalid(
      'The text contains a private key. Send only the certificate, and consider that key compromised.',
    );
  const certificates = blocks.filter(([, label]) => label === 'CERTIFICATE');
  if (certificates.length === 0)
    throw invalid('The text contains no certificate between BEGIN and END lines.');
  return certificates.map(([, , body]) => readOne((body as string).trim(), use));
}

function readOne(base64: string, use: KeyUse): CertificateFacts {
  const certificate = parseCertificate(base64);
  checkKeyStrength(certificate.publicKey, use);
  return {
    pem: certificate.toString(),
    fingerprint: certificate.fingerprint256,
    subject: (certificate.subject ?? '').replaceAll('\n', ', '),
    validFrom: Date.parse(certificate.validFrom),
    expiresAt: Date.parse(certificate.validTo),
  };
}

function invalid(reason: string): SamlError {
  return new SamlError('certificate', reason);
}
