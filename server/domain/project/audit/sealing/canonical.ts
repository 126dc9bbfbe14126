import { hash } from 'node:crypto';
import type { Row } from '../../../../storage/tables.ts';

/** The content of the chain and its signatures. */
export type Facts = { readonly [name: string]: Facts | string | number };

/** Returns the bytes to hash and sign: canonical JSON (RFC 8785) of text, whole numbers and objects of these. */
export function canonicalJson(value: Facts | string | number): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new Error('a canonical number is whole and at most 2^53 - 1');
    return String(value);
  }
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] as Facts)}`);
  return `{${members.join()}}`;
}

export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/** A recorded event without its position in the chain, and without what only repeats its data. */
export type EventRow = Omit<Row<'auditEvents'>, 'sequence' | 'previousHash' | 'hash' | 'applicationId'>;

/**
 * Every column of an event. Add new columns here: an empty text is left out of the canonical form, so the hashes of
 * sealed events stay the same.
 */
const columns = Object.keys({
  projectId: true,
  id: true,
  occurredAt: true,
  action: true,
  severity: true,
  actorType: true,
  actorId: true,
  actingAs: true,
  userId: true,
  tenantId: true,
  method: true,
  device: true,
  remoteAddress: true,
  data: true,
} satisfies Record<keyof EventRow, true>) as (keyof EventRow)[];

/** A reference from one row of the chain to its predecessor. */
export interface Link {
  sequence: number;
  hash: string;
}

/** The predecessor of the first row. */
export const beginning: Link = { sequence: 0, hash: '' };

/** Returns an event with its position in the chain, from which its hash is computed. */
export function chainedEvent(row: EventRow, place: { sequence: number; previousHash: string }): Facts {
  const event: Record<string, string | number> = { sequence: place.sequence };
  if (place.previousHash) event['previousHash'] = place.previousHash;
  for (const column of columns) {
    const value = row[column];
    if (value !== '') event[column] = value;
  }
  return event;
}
