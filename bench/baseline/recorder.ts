/**
 * Loaded into a server before its own code (`node --import`): records the machine's work for each request,
 * below all code of ours that could become faster. The baseline repeats it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { Server } from 'node:http';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { PostgresConnection } from '../../server/storage/postgres/connection.ts';
import { SqliteConnection } from '../../server/storage/sqlite/connection.ts';
import type { RecordedEvent } from './recipe.ts';

const file = process.env['BENCH_RECORDING'];
if (!file) throw new Error('BENCH_RECORDING names no file');

/** Set during a request, because the server's background work does not belong to it. */
const request = new AsyncLocalStorage<true>();
const { emit } = Server.prototype;
Server.prototype.emit = function emitMarked(this: Server, ...event: [string, ...unknown[]]) {
  const pass = () => emit.apply(this, event as never);
  return event[0] === 'request' ? request.run(true, pass) : pass();
} as typeof emit;

function write(event: RecordedEvent): void {
  if (request.getStore()) appendFileSync(file!, `${JSON.stringify(event)}\n`);
}

const { sign } = crypto;
crypto.sign = ((...args: Parameters<typeof sign>) => {
  write({ kind: 'sign', bytes: (args[1] as Uint8Array).byteLength });
  return sign(...args);
}) as typeof sign;

syncBuiltinESMExports();

const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof import('@node-rs/argon2');
const { verify: verifyHash } = argon2;
argon2.verify = (...args) => {
  write({ kind: 'hash' });
  return verifyHash(...args);
};

const { verify } = crypto.subtle;
crypto.subtle.verify = function verifyRecorded(...args) {
  const [, , , data] = args;
  write({ kind: 'verify', bytes: (data as Uint8Array).byteLength });
  return verify.apply(crypto.subtle, args);
};

const { execute } = SqliteConnection.prototype;
SqliteConnection.prototype.execute = function executeRecorded(sql, parameters = []) {
  const result = execute.call(this, sql, parameters);
  // The checkpointer reads its counters after each sync, and so does the baseline's.
  if (!sql.startsWith('pragma')) {
    const { changes: count, rows } = result;
    write({ kind: 'statement', sql, values: [...parameters], count, row: rows[0], at: Date.now() });
  }
  return result;
};

const { send } = PostgresConnection.prototype;
PostgresConnection.prototype.send = async function sendRecorded(statement, waitLimit) {
  const result = await send.call(this, statement, waitLimit);
  const { text: sql, values = [], name } = statement;
  const { rowCount, rows } = result;
  write({ kind: 'statement', sql, values, name, count: rowCount ?? 0, row: rows[0], at: Date.now() });
  return result;
};
