import { parentPort, workerData } from 'node:worker_threads';
import { SqliteConnection } from './connection.ts';

/** The time that a restart of the log waits for readers of other processes; it blocks writers meanwhile. */
const readersMilliseconds = 100;

export type CheckpointMode = 'passive' | 'restart' | 'truncate';

/** The result of `pragma wal_checkpoint`. Frames are pages in the log. */
export interface CheckpointResult {
  busy: number;
  log: number;
  checkpointed: number;
}

export type CheckpointReply = CheckpointResult | { error: string; errcode: number };

const connection = new SqliteConnection(workerData as string, readersMilliseconds);
for (const pragma of ['wal_autocheckpoint=0', 'synchronous=full']) connection.execute(`pragma ${pragma}`);

parentPort?.on('message', (mode: CheckpointMode | 'close') => {
  if (mode === 'close') {
    connection.close();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(checkpoint(mode));
});

function checkpoint(mode: CheckpointMode): CheckpointReply {
  try {
    const [result] = connection.execute(`pragma wal_checkpoint(${mode})`).rows;
    return result as unknown as CheckpointResult;
  } catch (error) {
    return { error: String(error), errcode: (error as { errcode?: number }).errcode ?? 0 };
  }
}
