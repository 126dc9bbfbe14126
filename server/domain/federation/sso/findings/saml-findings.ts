import { readCertificates } from '../../../../protocols/saml/certificates.ts';
import type { Protection, VerifiedResponse } from '../../../../protocols/saml/verification.ts';
import type { SsoPerson } from '../details.ts';
import { clockFinding } from './clock-findings.ts';
import { type Finding, listOf } from './finding.ts';

/** A certificate that ends within this time is named. */
const soonMs = 30 * 24 * 3_600_000;

/** Says how a response was signed and encrypted, and how it names the user. */
export function samlFindings(response: VerifiedResponse, { sources }: SsoPerson, now: number): Finding[] {
  const { protection } = response;
  return [
    ...(protection ? protectionFindings(protection, now) : []),
    ...nameIdFindings(response, sources.subject),
  ];
}

function protectionFindings(
  { signed, algorithm, certificate, cipher, clockDifferenceMs }: Protection,
  now: number,
): Finding[] {
  const code =
    signed.length === 2 ? 'bothSigned' : signed[0] === 'Response' ? 'responseSigned' : 'assertionSigned';
  return [
    { code, values: { algorithm } },
    cipher ? { code: 'encrypted', values: { cipher } } : { code: 'notEncrypted' },
    ...certificateFindings(certificate, now),
    clockFinding(clockDifferenceMs),
  ];
}

function certificateFindings(certificate: string, now: number): Finding[] {
  if (!certificate) return [];
  const [{ fingerprint, expiresAt } = { fingerprint: '', expiresAt: 0 }] = readCertificates(certificate);
  const values = { fingerprint: fingerprint.slice(0, 23), until: String(expiresAt) };
  if (expiresAt <= now) return [{ code: 'certificateEnded', values }];
  return [{ code: expiresAt - now < soonMs ? 'certificateEndsSoon' : 'certificate', values }];
}

function nameIdFindings({ nameIdFormat }: VerifiedResponse, source: string | undefined): Finding[] {
  if (source === undefined) return [];
  if (source !== 'NameID') return [{ code: 'nameIdReplaced', values: { attribute: listOf([source]) } }];
  const format = nameIdFormat?.split(':').at(-1) || 'unspecified';
  return [{ code: 'nameId', values: { format: listOf([format]) } }];
}
