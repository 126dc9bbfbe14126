import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { createSealer } from '../../server/core/crypto.ts';
import { openDatabase } from '../../server/storage/engine.ts';
import { openPostgres } from '../../server/storage/postgres/pool.ts';
import { WalSync } from '../../server/storage/sqlite/wal-sync.ts';
import { databaseFile, type Place } from '../place.ts';
import { projectId, secretKey } from '../settings.ts';
import { creation, preparation, type Statements, statements } from './statements.ts';

type Value = string | number;
type Row = unknown[];

export interface FloorDatabase {
  read(name: Exclude<keyof Statements, 'rotate'>, ...values: Value[]): Row[] | Promise<Row[]>;
  /** Changes the token on the disk; false if another one is valid. */
  rotate(...values: Value[]): Promise<boolean>;
  /** Creates a user on the disk; false if the login ID is taken. */
  create(...values: Value[]): Promise<boolean>;
  close(): Promise<void>;
}

/** Creates the floor's tables in a copy of Latchkey's database, and returns the key that signed its tokens. */
export async function prepareFloor(place: Place): Promise<{ id: string; privateKey: string }> {
  const { db, close } = await openDatabase(
    place.url ? { kind: 'postgres', url: place.url } : { kind: 'sqlite', file: databaseFile(place) },
  );
  for (const text of [...preparation(place.url ? 'postgres' : 'sqlite'), 'analyze'])
    await sql.raw(text).execute(db);
  const { id, sealedPrivateKey } = await db
    .selectFrom('signingKeys')
    .select(['id', 'sealedPrivateKey'])
    .where('projectId', '=', projectId)
    .where('algorithm', '=', 'RS256')
    .executeTakeFirstOrThrow();
  await close();
  const sealer = createSealer(Buffer.from(secretKey, 'base64'));
  return { id, privateKey: sealer.unseal(sealedPrivateKey, `signing-key:${projectId}:${id}`) };
}

/** Opens one connection. Writes that arrive together share a COMMIT and a sync, as in the server. */
export function openFloorSqlite(file: string): FloorDatabase {
  const database = new DatabaseSync(file);
  for (const pragma of ['journal_mode=wal', 'synchronous=normal', 'cache_size=-32000'])
    database.exec(`pragma ${pragma}`);
  // Creates the log if there is none.
  database.exec('begin immediate; commit');
  // A failed sync rejects the writes that wait for it, and so ends the benchmark.
  const wal = new WalSync(
    `${file}-wal`,
    () => {},
    () => {},
  );
  const { rotate, ...reads } = mapValues(statements('sqlite'), (sql) => prepare(database, sql));
  const claim = prepare(database, creation.loginId);
  const others = creation.others.map((sql) => prepare(database, sql));
  const begin = prepare(database, 'begin immediate');
  const commit = prepare(database, 'commit');

  let waiting: { run: () => boolean; done: PromiseWithResolvers<boolean> }[] = [];
  const commitTogether = () => {
    const batch = waiting;
    waiting = [];
    begin.run([]);
    const results = batch.map(({ run }) => run());
    commit.run([]);
    wal.commitIsDurable(batch.length).then(
      () => batch.forEach(({ done }, index) => void done.resolve(results[index]!)),
      (error) => batch.forEach(({ done }) => void done.reject(error)),
    );
  };
  const write = (run: () => boolean) => {
    const done = Promise.withResolvers<boolean>();
    if (waiting.length === 0) setImmediate(commitTogether);
    waiting.push({ run, done });
    return done.promise;
  };
  return {
    read: (name, ...values) => reads[name].all(values),
    rotate: (...values) => write(() => rotate.run(values)),
    create: (...values) =>
      write(() => {
        if (!claim.run(values)) return false;
        for (const statement of others) statement.run(values);
        return true;
      }),
    async close() {
      await wal.idle();
      wal.close();
      database.close();
    },
  };
}

function prepare(database: DatabaseSync, sql: string) {
  const statement = database.prepare(sql.replaceAll(/\$\d+/g, '?'));
  statement.setReturnArrays(true);
  const order = [...sql.matchAll(/\$(\d+)/g)].map((match) => Number(match[1]) - 1);
  const ordered = (values: Value[]) => order.map((index) => values[index]!);
  return {
    all: (values: Value[]) => statement.all(...ordered(values)) as unknown as Row[],
    /** Returns whether it changed a row. */
    run: (values: Value[]) => statement.run(...ordered(values)).changes === 1,
  };
}

/** Opens the server's own pool. Each operation is one named statement, which is a transaction by itself. */
export function openFloorPostgres(url: string): FloorDatabase {
  const { pool } = openPostgres(url);
  const { loginId, others } = creation;
  const dependents = others.map((sql, index) => {
    const condition = sql.startsWith('update') ? 'and exists (select from claim)' : 'from claim';
    return `w${index} as (${sql} ${condition})`;
  });
  const create = `with claim as (${loginId} returning 1), ${dependents.join(', ')} select from claim`;
  const queries = mapValues({ ...statements('postgres'), create }, (text, name) => {
    return (values: Value[]) => pool.query({ name, text, values, rowMode: 'array' });
  });
  return {
    read: async (name, ...values) => (await queries[name](values)).rows,
    rotate: async (...values) => (await queries.rotate(values)).rowCount === 1,
    create: async (...values) => (await queries.create(values)).rowCount === 1,
    close: () => pool.end(),
  };
}

function mapValues<K extends string, R>(texts: Record<K, string>, map: (text: string, name: K) => R) {
  const entries = Object.entries<string>(texts).map(([name, text]) => [name, map(text, name as K)]);
  return Object.fromEntries(entries) as Record<K, R>;
}
