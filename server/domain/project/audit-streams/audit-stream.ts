import type { Sealer } from '../../../core/crypto.ts';
import { sealedColumn } from '../../../storage/sealed-columns.ts';
import type { Row } from '../../../storage/tables.ts';

/** A receiver that confirms each batch with its answer. */
export interface HttpReceiver {
  kind: 'http';
  url: string;
  /** Sent with each request. May contain credentials. */
  headers: Record<string, string>;
  /** The key of the signature, as of a webhook. */
  secret: string;
}

/** A receiver over TCP, which confirms nothing by itself: see `send-syslog.ts`. */
export interface SyslogReceiver {
  kind: 'syslog';
  host: string;
  port: number;
  /** `none`: in the operator's own network only. */
  security: 'tls' | 'none';
  /** PEM. Empty: the authorities that Node.js trusts. */
  caCertificate: string;
}

export type Receiver = HttpReceiver | SyslogReceiver;

export interface AuditStream {
  id: string;
  name: string;
  kind: Receiver['kind'];
  /** The receiver's address without its path, which may contain a token. */
  destination: string;
  createdAt: number;
  sentSequence: number;
  lastSentAt: number | null;
  failingSince: number | null;
  lastError: string;
}

export type StreamRow = Row<'auditStreams'>;

export function sealReceiver(sealer: Sealer, row: Pick<StreamRow, 'projectId' | 'id'>, receiver: Receiver) {
  return sealer.seal(JSON.stringify(receiver), purpose(row));
}

export function unsealReceiver(sealer: Sealer, row: StreamRow): Receiver {
  return JSON.parse(sealer.unseal(row.sealedSettings, purpose(row))) as Receiver;
}

export function toStream(sealer: Sealer, row: StreamRow): AuditStream {
  const { id, name, createdAt, sentSequence, lastSentAt, failingSince, lastError } = row;
  const receiver = unsealReceiver(sealer, row);
  const { kind } = receiver;
  const destination = destinationOf(receiver);
  return { id, name, kind, destination, createdAt, sentSequence, lastSentAt, failingSince, lastError };
}

export function destinationOf(receiver: Receiver): string {
  if (receiver.kind === 'http') return new URL(receiver.url).origin;
  return `${receiver.security === 'tls' ? 'tls' : 'tcp'}://${receiver.host}:${receiver.port}`;
}

function purpose({ projectId, id }: Pick<StreamRow, 'projectId' | 'id'>): string {
  return `audit-stream/${projectId}/${id}`;
}

export const sealedReceivers = sealedColumn({
  table: 'auditStreams',
  key: ['projectId', 'id'],
  column: 'sealedSettings',
  purposeOf: purpose,
});
