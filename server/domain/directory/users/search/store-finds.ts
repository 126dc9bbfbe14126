import { type RawBuilder, sql } from 'kysely';
import { NumberSet } from '../../../../core/number-set.ts';
import { dialectOf } from '../../../../storage/engine.ts';
import { inList } from '../../../../storage/json.ts';
import { prepared } from '../../../../storage/prepared.ts';
import { acrossProjects } from '../../../../storage/scope.ts';
import { slowReads } from '../../../../storage/slow-reads.ts';
import type { Db } from '../../../../storage/tables.ts';
import type { Moment } from './facets.ts';
import { findTextBase } from './store-text-index.ts';

export type UserColumn = 'id' | 'loginId' | 'email' | 'phone';

/** Finds users by an exact value, which an index of their own tables has. */
export async function findUsers(
  db: Db,
  projectId: string,
  column: UserColumn,
  values: readonly string[],
): Promise<number[]> {
  const users = db.selectFrom('users').select('number').where('projectId', '=', projectId);
  // No join: without statistics, SQLite would read the login IDs of one user after the other.
  const owners = db
    .selectFrom('loginIds')
    .select('userId')
    .where('projectId', '=', projectId)
    .where((row) => inList(db, row.ref('loginId'), values));
  const found =
    column === 'loginId'
      ? users.where('id', 'in', owners)
      : users.where((row) => inList(db, row.ref(column), values));
  return (await found.execute()).map(({ number }) => number);
}

/** Finds the IDs of users by their numbers. */
export function findIds(db: Db, projectId: string, numbers: readonly number[]) {
  return idsOf(db, { projectId, numbers });
}

const idsOf = prepared((db, { projectId, numbers }: { projectId: string; numbers: readonly number[] }) =>
  db
    .selectFrom('users')
    .select(['number', 'id'])
    .where('projectId', '=', projectId)
    .where((user) => inList(db, user.ref('number'), numbers)),
);

/** Finds users by a range of time. */
export function findWithin(
  db: Db,
  projectId: string,
  key: Moment,
  { from, to }: { from: number; to: number },
): Promise<NumberSet> {
  return readNumbers(
    slowReads(acrossProjects(db)),
    sql`select number from "searchEntries"
      where "projectId" = ${projectId} and ${sql.ref(key)} between ${from} and ${to}`,
  );
}

/** Finds users whose text contains one of the parts. */
export async function findText(db: Db, projectId: string, parts: readonly string[]): Promise<NumberSet> {
  const query = await queryFor(db, projectId, parts);
  return query ? readNumbers(slowReads(acrossProjects(db)), query) : NumberSet.of([]);
}

/** Builds the query for users whose text contains one of the parts. Returns `undefined` if no text of the project is indexed. */
export async function queryFor(
  db: Db,
  projectId: string,
  parts: readonly string[],
): Promise<RawBuilder<unknown> | undefined> {
  if (dialectOf(db) === 'sqlite') {
    const base = await findTextBase(db, projectId);
    if (base === undefined) return undefined;
    const phrases = parts.map((part) => `"${part.replaceAll('"', '""')}"`).join(' OR ');
    return sql`select rowid - ${base} as number from "searchTexts"
      where "searchTexts" match ${phrases} and rowid between ${base} and ${base + 2 ** 32 - 1}`;
  }
  const patterns = parts.map((part) => sql`text like ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`}`);
  return sql`select number from "searchTexts" where "projectId" = ${projectId} and (${sql.join(patterns, sql` or `)})`;
}

/** Reads the numbers of a query as one value, because many rows would take the event loop long. */
async function readNumbers(db: Db, query: RawBuilder<unknown>): Promise<NumberSet> {
  if (dialectOf(db) === 'sqlite') {
    const words = sql<{ bytes: Uint8Array | null }>`select number_words(number) as bytes from (${query}) d`;
    return NumberSet.fromWords(bytesIn(await words.execute(db)));
  }
  const sent = sql<{
    bytes: Uint8Array | null;
  }>`select string_agg(int8send(number), '') as bytes from (${query}) d`;
  return NumberSet.fromNumbers(bytesIn(await sent.execute(db)));
}

function bytesIn({ rows }: { rows: { bytes: Uint8Array | null }[] }): Uint8Array {
  return rows[0]?.bytes ?? new Uint8Array();
}
