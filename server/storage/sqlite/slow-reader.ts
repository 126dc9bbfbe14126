import { createWorkerPool, WorkerDeadlineError, type WorkerPool } from '../../core/worker-pool.ts';
import { BusyError } from '../failure.ts';
import { defaultWaitMilliseconds } from '../patience.ts';
import type { SqliteConnection } from './connection.ts';

export interface SlowRead {
  file: string;
  sql: string;
  parameters: readonly unknown[];
}

type Result = ReturnType<SqliteConnection['execute']>;

/** Two threads, so that one long read does not block all others. */
const threads = 2;
const maxWaiting = 1_000;

/** Reads in threads that start when they are first needed, each with its own connection. */
export class SlowReader {
  readonly #file: string;
  readonly #pool: WorkerPool;

  constructor(file: string) {
    this.#file = file;
    const entry = new URL('./slow-read-worker.ts', import.meta.url);
    this.#pool = createWorkerPool(entry, {
      size: threads,
      deadlineMs: defaultWaitMilliseconds,
      maxQueueLength: maxWaiting,
    });
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<Result> {
    try {
      return await this.#pool.run<SlowRead, Result>({ file: this.#file, sql, parameters });
    } catch (error) {
      if (error instanceof WorkerDeadlineError)
        throw new BusyError('the read took too long', { cause: error });
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
