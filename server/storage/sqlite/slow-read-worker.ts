import { parentPort } from 'node:worker_threads';
import { giveWayToEventLoop } from '../../core/thread-priority.ts';
import type { SqliteConnection } from './connection.ts';
import { openReader } from './reader.ts';
import type { SlowRead } from './slow-reader.ts';

giveWayToEventLoop();

let connection: SqliteConnection | undefined;

parentPort?.on('message', ({ file, sql, parameters }: SlowRead) => {
  try {
    connection ??= openReader(file);
    parentPort?.postMessage({ output: connection.execute(sql, parameters) });
  } catch (error) {
    parentPort?.postMessage({ error });
  }
});
