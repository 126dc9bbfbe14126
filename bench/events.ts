import type { Variables } from './variables.ts';

/** Names the file that `recorder.ts` writes. */
export const recordingVariable = 'BENCH_RECORDING';

/** The machine's work for a request. */
export type RecordedEvent =
  | RecordedStatement
  /** SQLite: a wait until the previous commit is on the disk. */
  | { kind: 'durable' }
  | { kind: 'sign'; bytes: number }
  | { kind: 'verify'; bytes: number; algorithm: string }
  | { kind: 'qrCode' }
  /** A password is hashed for a comparison. */
  | { kind: 'hash' };

interface RecordedStatement {
  kind: 'statement';
  sql: string;
  values: unknown[];
  name?: string;
  /** Rows found or changed. */
  count: number;
  /** The first row. */
  row?: Record<string, unknown>;
  /** Milliseconds since 1970. */
  at: number;
}

export interface Recorded {
  events: RecordedEvent[];
  variables: Variables;
  answer: string;
}
