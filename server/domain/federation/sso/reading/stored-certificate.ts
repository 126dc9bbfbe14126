import { type CertificateFacts, readCertificates } from '../../../../protocols/saml/certificates.ts';
import { SamlError } from '../../../../protocols/saml/error.ts';

/** A certificate that today’s rules refuse is still in the settings, and the sign-in reports it. */
export function readStored(certificate: string): CertificateFacts[] {
  try {
    return readCertificates(certificate);
  } catch (error) {
    if (error instanceof SamlError) return [];
    throw error;
  }
}
