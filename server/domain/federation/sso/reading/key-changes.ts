import type { ConnectionSettings } from '../connection.ts';
import type { KeyChange, KeyFacts, Reading } from './reading.ts';
import { readStored } from './stored-certificate.ts';

const keptChanges = 10;

/** Adds a change of certificates, if there was one. The first certificates of a connection are none. */
export function withChange(
  reading: Reading,
  before: Pick<ConnectionSettings, 'idpCertificates'>,
  after: Pick<ConnectionSettings, 'idpCertificates'>,
  who: Pick<KeyChange, 'changedAt' | 'by' | 'actorId'>,
): Reading {
  const [old, current] = [before.idpCertificates, after.idpCertificates];
  if (old.length === 0 || old === current) return reading;
  const added = current.filter((one) => !old.includes(one)).flatMap(factsOf);
  const removed = old.filter((one) => !current.includes(one)).flatMap(factsOf);
  if (added.length + removed.length === 0) return reading;
  return { ...reading, changes: [{ ...who, added, removed }, ...reading.changes].slice(0, keptChanges) };
}

export function factsOf(certificate: string): KeyFacts[] {
  return readStored(certificate).map(({ fingerprint, validFrom, expiresAt }) => ({
    fingerprint,
    validFrom,
    expiresAt,
  }));
}
