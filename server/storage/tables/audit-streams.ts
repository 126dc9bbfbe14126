import type { Moment } from './columns.ts';

export interface AuditStreamsTables {
  auditStreams: AuditStreamsTable;
}

interface AuditStreamsTable {
  projectId: string;
  id: string;
  name: string;
  /** Sealed JSON: the receiver, and what authenticates us to it. */
  sealedSettings: string;
  createdAt: Moment;
  /** The last row of the chain that the receiver has confirmed. */
  sentSequence: number;
  lastSentAt: Moment | null;
  /** The failed attempts since the last success. */
  attempts: number;
  nextAttemptAt: Moment;
  /** The time of the first failed attempt since the last success. Null: the last one succeeded. */
  failingSince: Moment | null;
  lastError: string;
  /** The instance that sends. Only it may move `sentSequence`. */
  claimedBy: string;
  /** Another instance may take over from then on. */
  claimedUntil: Moment;
}
