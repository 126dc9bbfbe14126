import { randomInt } from 'node:crypto';
import type { Actor } from '../../../../core/context.ts';
import { readStored } from '../certificates.ts';
import type { ConnectionSettings } from '../connection.ts';
import type { Endpoints } from '../oidc/provider.ts';

/** What became of the readings of a provider's own description: SAML metadata or a discovery document. */
export interface Reading {
  /** The last successful one. 0: none, or before readings were recorded. */
  readAt: number;
  /** The last one, if it failed. Otherwise 0. */
  failedAt: number;
  failure: string;
  /** The reasons why certificates of the metadata were left out. */
  leftOut: string[];
  /** The last changes of certificates, newest first. */
  changes: KeyChange[];
  /** The endpoints of the last discovery document. */
  found?: Endpoints;
}

export interface KeyChange {
  changedAt: number;
  /** `address`: Latchkey has read it. Otherwise the kind of actor who saved the connection. */
  by: 'address' | Actor['type'];
  actorId: string;
  added: KeyFacts[];
  removed: KeyFacts[];
}

export interface KeyFacts {
  /** SHA-256, in hexadecimal with colons. */
  fingerprint: string;
  validFrom: number;
  expiresAt: number;
}

export const unread: Reading = { readAt: 0, failedAt: 0, failure: '', leftOut: [], changes: [] };

const keptChanges = 10;

export function toReading(json: string): Reading {
  // Most rows of an upgraded database have none.
  return json === '{}' ? unread : { ...unread, ...(JSON.parse(json) as Partial<Reading>) };
}

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

const hourMs = 3_600_000;

/** Returns the time of the next daily reading, a different one for each connection. */
export function nextReading(now: number): number {
  return now + 20 * hourMs + randomInt(8 * hourMs);
}
