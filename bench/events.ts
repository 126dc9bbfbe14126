import type { Variables } from './variables.ts';

/** Names the file that `recorder.ts` writes to. */
export const recordingVariable = 'BENCH_RECORDING';

/** What a request makes the machine do. */
export type RecordedEvent =
  | { kind: 'statement'; sql: string; values: unknown[]; name?: string; count: number; at: number }
  /** SQLite: the commit before it is waited for until it is on the disk. */
  | { kind: 'durable' }
  | { kind: 'sign'; bytes: number }
  | { kind: 'verify'; bytes: number };

export interface Recorded {
  events: RecordedEvent[];
  variables: Variables;
  answer: string;
}
