import { CompiledQuery, Kysely, type LogEvent } from 'kysely';
import { createCache } from '../../server/core/cache.ts';
import type { ProjectContext } from '../../server/core/context.ts';
import { createSealer } from '../../server/core/crypto.ts';
import { searchUsers } from '../../server/domain/directory/users/search/search-users.ts';
import { searchFromWire } from '../../server/domain/directory/users/search/wire.ts';
import { openPostgres, postgresDialect } from '../../server/storage/postgres.ts';
import { sqliteDialect } from '../../server/storage/sqlite/driver.ts';
import { openSqlite } from '../../server/storage/sqlite/open.ts';
import type { Db, Tables } from '../../server/storage/tables.ts';
import { projectId } from '../settings.ts';
import { searchesOf } from './cases.ts';
import { roleName } from './import.ts';
import { sizes } from './people.ts';

/**
 * Shows the database's work for each search, with its plans: `node bench/large/explain.ts <file or URL> [part
 * of a name] [--plans]`, on a database kept by `npm run bench -- --only large --keep`.
 */
const [place = '', part = ''] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const withPlans = process.argv.includes('--plans');
const isPostgres = place.startsWith('postgres');

const queries: { query: CompiledQuery; milliseconds: number }[] = [];
const log = (event: LogEvent) => {
  if (event.level === 'error') console.error(event.error);
  queries.push({ query: event.query, milliseconds: event.queryDurationMillis });
};
const dialect = isPostgres
  ? postgresDialect(openPostgres(place))
  : sqliteDialect(
      await openSqlite(place, (error) => {
        throw error;
      }),
    );
const db: Db = new Kysely<Tables>({ dialect, log });
const ctx = {
  db,
  project: { id: projectId },
  cache: createCache(Date.now),
  sealer: createSealer(Buffer.alloc(32)),
} as unknown as ProjectContext;

const everybody = searchFromWire({ withTestUser: true, limit: 1 });
const newest = [{ field: 'modifiedTime', desc: true }];
const { total: users, users: oldest } = await searchUsers(ctx, everybody);
const { users: latest } = await searchUsers(ctx, { ...everybody, sort: newest });
const roles = await db.selectFrom('roles').selectAll().where('projectId', '=', projectId).execute();
const population = {
  users,
  roleIds: Array.from(
    { length: sizes.roles },
    (_, role) => roles.find(({ name }) => name === roleName(role))!.id,
  ),
  importedFrom: oldest[0]!.modifiedAt,
  importedTo: latest[0]!.modifiedAt,
};

for (const { name, body } of searchesOf(population).filter((one) => one.name.includes(part))) {
  for (const index of [0, 1, 2]) {
    queries.length = 0;
    const { total, users } = await searchUsers(ctx, searchFromWire(body(index)));
    const times = queries.map(({ milliseconds }) => milliseconds.toFixed(1)).join(' + ');
    console.log(`${name}: ${total} found, ${users.length} given; ${times} ms`);
  }
  if (withPlans) for (const { query } of [...queries]) await explain(query);
}
await db.destroy();

async function explain({ sql, parameters }: CompiledQuery): Promise<void> {
  console.log(sql.replaceAll(/\s+/g, ' '));
  const how = isPostgres ? 'explain (analyze, buffers)' : 'explain query plan';
  const { rows } = await db.executeQuery<Record<string, string>>(
    CompiledQuery.raw(isPostgres ? `${how} ${sql}` : `${how} ${sql}`, [...parameters]),
  );
  for (const row of rows) console.log(`    ${row['QUERY PLAN'] ?? row['detail']}`);
}
