import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CheckpointMode, CheckpointReply, CheckpointResult } from './checkpoint-worker.ts';
import type { SqliteConnection } from './connection.ts';
import type { Writer } from './writer.ts';

/** With pages of 4 KiB: 4, 16 and 64 MiB. */
const passiveFrames = 1_000;
const restartFrames = 4_000;
const truncateFrames = 16_000;

const frameBytes = 4_096 + 24;

/**
 * Moves the log into the database file, in a thread that starts when it is first needed.
 *
 * SQLite would do it inside COMMIT, with two syncs on the event loop. A passive checkpoint runs beside readers
 * and writers. When it has moved everything, the next writer starts the log again from its beginning; under
 * steady writing that never happens, and the log would grow for ever. Then a second checkpoint runs with the
 * write lock held; it has only the frames of a few milliseconds left to move.
 */
export class Checkpointer {
  checkpoints = 0;
  readonly #file: string;
  readonly #reader: SqliteConnection;
  readonly #alone: Writer['alone'];
  readonly #onFatal: (error: Error) => void;
  #worker: Worker | undefined;
  #running: Promise<void> | undefined;

  constructor(
    file: string,
    reader: SqliteConnection,
    alone: Writer['alone'],
    onFatal: (error: Error) => void,
  ) {
    this.#file = file;
    this.#reader = reader;
    this.#alone = alone;
    this.#onFatal = onFatal;
  }

  get walBytes(): number {
    return this.#measure().log * frameBytes;
  }

  /** Call it after every sync; usually it only reads two counters in shared memory. */
  consider(): void {
    if (this.#running) return;
    const { log, checkpointed } = this.#measure();
    if (log - checkpointed < passiveFrames) return;
    this.#running = this.#checkpoint()
      .catch(this.#onFatal)
      .finally(() => {
        this.#running = undefined;
      });
  }

  async close(): Promise<void> {
    this.#worker?.ref();
    await this.#running;
    if (!this.#worker) return;
    const exited = once(this.#worker, 'exit');
    this.#worker.postMessage('close');
    await exited;
  }

  #measure(): CheckpointResult {
    const [result] = this.#reader.execute('pragma wal_checkpoint(noop)').rows;
    return result as unknown as CheckpointResult;
  }

  async #checkpoint(): Promise<void> {
    const passive = await this.#run('passive');
    if (!passive || passive.log < restartFrames) return;
    await this.#alone(() => this.#run(passive.log < truncateFrames ? 'restart' : 'truncate'));
  }

  async #run(mode: CheckpointMode): Promise<CheckpointResult | undefined> {
    this.#worker ??= startWorker(this.#file);
    const answered = once(this.#worker, 'message');
    this.#worker.postMessage(mode);
    const [reply] = (await answered) as [CheckpointReply];
    if ('error' in reply) {
      // Busy or no space: the log stays unchanged, and the next sync tries again.
      if ([5, 6, 13].includes(reply.errcode & 0xff)) return undefined;
      // A failed sync of the database file may have lost pages that a second attempt would report as written.
      throw new Error(`the checkpoint failed: ${reply.error}`);
    }
    this.checkpoints += 1;
    return reply;
  }
}

function startWorker(file: string): Worker {
  const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  });
  // It must not keep alive a process that forgot to close the database.
  worker.unref();
  return worker;
}
