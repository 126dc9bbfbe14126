import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import pg from 'pg';
import { textOf } from '../statements-on-postgres.ts';

// A set-up file, which vitest evaluates before each test file. On Citus, it writes each statement that the server sends, with the values of
// its first call, for `explain-statements.ts`.

export interface RecordedStatement {
  text: string;
  /** Bytes are objects with their hexadecimal digits. */
  values: unknown[];
}

const folder = process.env['TEST_CITUS_STATEMENTS'];
const place = globalThis as { recordedOnCitus?: Set<string> };

if (folder && !place.recordedOnCitus) {
  const recorded = new Set<string>();
  place.recordedOnCitus = recorded;
  const file = join(folder, `${process.pid}-${threadId}.jsonl`);
  const { query } = pg.Client.prototype;
  const recording = function (this: pg.Client, ...args: unknown[]) {
    const [config, given] = args as [string | { text?: string; values?: unknown[] }, unknown];
    const text = typeof config === 'string' ? config : (config.text ?? '');
    const key = textOf(text);
    if (/^\s*(select|insert|update|delete|with)\b/i.test(text) && !recorded.has(key)) {
      recorded.add(key);
      const values = (typeof config === 'string' ? given : config.values) ?? [];
      if (isOfServer())
        appendFileSync(file, `${JSON.stringify({ text, values: (values as unknown[]).map(toJson) })}\n`);
    }
    return (query as (...args: unknown[]) => unknown).apply(this, args);
  };
  pg.Client.prototype.query = recording as typeof query;
}

/** Reports whether the server has built the statement, and not a test. The first caller outside of the storage decides. */
function isOfServer(): boolean {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 60;
  const { stack = '' } = new Error('where');
  Error.stackTraceLimit = limit;
  const callers = stack.split('\n').filter((line) => /\/(server|test|bench)\/\S+\.ts/.test(line));
  // A migration, a move or a restore has the tables on the coordinator, before they are distributed.
  if (
    callers.some((line) => /\/server\/storage\/(migrations\/|copy\/|migrate\.ts|distribute\.ts)/.test(line))
  )
    return false;
  const caller = callers.find(
    (line) => !/\/server\/storage\/(?!\S+\.test\.ts)|\/test\/(citus\/)?(record-)?statements/.test(line),
  );
  return caller === undefined || !/\/test\/|\.test\.ts/.test(caller);
}

function toJson(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return { hex: value.toString('hex') };
  return typeof value === 'bigint' ? String(value) : value;
}
