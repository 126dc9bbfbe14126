import { hash } from 'node:crypto';
import type { Row } from '../../../../storage/tables.ts';
import { rowsPerChunk } from './block.ts';

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

/**
 * A value of a field: 56 bits of its hash, in two numbers. Another value has the same token once in some billions of blocks, so a page
 * checks the events that it shows.
 */
export interface Token {
  /** The first 32 bits, which choose the row in a block. */
  low: number;
  /** The other 24 bits. */
  high: number;
}

export function tokenOf(field: Field, value: string): Token {
  const bytes = hash('sha256', `${field}\n${value}`, 'buffer');
  return { low: bytes.readUInt32BE(0), high: bytes.readUIntBE(4, 3) };
}

/** Returns the row of a token in a block. It is in one of eight rows of a block that is eight times as large. */
export function bucketOf(low: number, chunks: number): number {
  return low % (rowsPerChunk * chunks);
}

/** Returns the hash of a login ID that no user had, from the event's data. */
export function loginIdHashOf({ data }: Pick<Row<'auditEvents'>, 'data'>): string | undefined {
  // Most events have none, and parsing takes longer than looking.
  if (!data.includes('"loginIdHash"')) return undefined;
  const { loginIdHash } = JSON.parse(data) as Record<string, unknown>;
  return typeof loginIdHash === 'string' ? loginIdHash : undefined;
}
