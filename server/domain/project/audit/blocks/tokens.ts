import { hash } from 'node:crypto';
import type { Row } from '../../../../storage/tables.ts';
import { bucketCount } from './block.ts';

/** The columns of an event that a search compares as a whole. */
export const columns = [
  'action',
  'severity',
  'actorType',
  'actorId',
  'userId',
  'tenantId',
  'method',
  'device',
  'remoteAddress',
  'applicationId',
] as const;

/** `loginIdHash` is in the data. */
export type Field = (typeof columns)[number] | 'loginIdHash';

/** A value of a field. Another value has the same token once in some billions of blocks, so a page checks the events that it shows. */
export interface Token {
  bucket: number;
  /** 39 bits that distinguish the values of a bucket. */
  mark: number;
}

/** The token that every event has. */
export const anyEvent = tokenOf('event', '');

export function tokenOf(field: Field | 'event', value: string): Token {
  const number = hash('sha256', `${field}\n${value}`, 'buffer').readUIntBE(0, 6);
  return { bucket: number % bucketCount, mark: Math.floor(number / bucketCount) };
}

/** Returns the hash of a login ID that no user had, from the event's data. */
export function loginIdHashOf({ data }: Pick<Row<'auditEvents'>, 'data'>): string | undefined {
  // Most events have none, and parsing takes longer than looking.
  if (!data.includes('"loginIdHash"')) return undefined;
  const { loginIdHash } = JSON.parse(data) as Record<string, unknown>;
  return typeof loginIdHash === 'string' ? loginIdHash : undefined;
}
