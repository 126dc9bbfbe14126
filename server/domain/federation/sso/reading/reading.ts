import { randomInt } from 'node:crypto';
import type { Actor } from '../../../../core/context.ts';
import type { Endpoints } from '../oidc/provider.ts';

/** The outcome of the readings of a provider's own description: SAML metadata or a discovery document. */
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
  /** The claim (`askedAt`) of the last reading because of a signature that is done. 0: none. */
  answered: number;
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

export const unread: Reading = { readAt: 0, failedAt: 0, failure: '', leftOut: [], changes: [], answered: 0 };

export function toReading(json: string): Reading {
  // Most rows of an upgraded database have none.
  return json === '{}' ? unread : { ...unread, ...(JSON.parse(json) as Partial<Reading>) };
}

const hourMs = 3_600_000;
const shortestInterval = 20 * hourMs;
/** The longest time between two daily readings. */
export const longestInterval = 28 * hourMs;

/** Returns the time of the next daily reading, a different one for each connection. */
export function nextReading(now: number): number {
  return now + randomInt(shortestInterval, longestInterval);
}
