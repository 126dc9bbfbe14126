import type { Variables } from './variables.ts';

/** Names the file that `recorder.ts` writes to. */
export const recordingVariable = 'BENCH_RECORDING';

/** What a request makes the machine do. */
export type RecordedEvent =
  | RecordedStatement
  /** SQLite: the commit before it is waited for until it is on the disk. */
  | { kind: 'durable' }
  | { kind: 'sign'; bytes: number }
  | { kind: 'verify'; bytes: number; algorithm: string }
  | { kind: 'qrCode' }
  /** A password is hashed to be compared. */
  | { kind: 'hash' };

interface RecordedStatement {
  kind: 'statement';
  sql: string;
  values: unknown[];
  name?: string;
  /** Rows that it found or changed. */
  count: number;
  /** The first one. */
  row?: Record<string, unknown>;
  /** Milliseconds since 1970. */
  at: number;
}

export interface Recorded {
  events: RecordedEvent[];
  variables: Variables;
  answer: string;
}
