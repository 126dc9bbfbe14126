import { type RawBuilder, sql } from 'kysely';
import { dialectOf } from '../../../../storage/engine.ts';
import { acrossProjects } from '../../../../storage/scope.ts';
import type { Db } from '../../../../storage/tables.ts';
import type { Countable } from './condition.ts';

/** The entries that are kept: fewer changes are applied sooner than a set is read again. */
const keptChanges = 20_000;

/**
 * The end of the list of changes: everything that changes later has an entry with a greater number. On SQLite, the
 * newest entry follows it, because it stands for later changes of the same user, too. On PostgreSQL, the entries of
 * transactions that were still running when the oldest of them began follow it.
 */
function end(db: Db): RawBuilder<number> {
  if (dialectOf(db) === 'sqlite') return sql`(select coalesce(max(change) - 1, 0) from "searchChanges")`;
  return sql`(cast(cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as bigint) - 1)`;
}

export async function readPosition(db: Db): Promise<number> {
  const { rows } = await sql<{ position: number }>`select ${end(db)} as position`.execute(acrossProjects(db));
  return rows[0]!.position;
}

export interface Changes {
  position: number;
  /** Each changed user, with the results of the tests as bits. */
  users: { number: number; results: number }[];
}

/**
 * Tests the users that have changed after `position`, all in one state of the database. Returns `undefined` if there
 * are too many, or if the list no longer goes back as far.
 */
export async function testChangedUsers(
  db: Db,
  projectId: string,
  position: number,
  tests: Countable['isMatch'][],
): Promise<Changes | undefined> {
  const results = tests.map(
    (test, index) => sql`case when ${test(sql`h.number`)} then ${sql.lit(2 ** index)} else 0 end`,
  );
  const { rows } = await sql<{
    position: number;
    oldest: number | null;
    number: number | null;
    results: number;
  }>`
    select l.position, l.oldest, h.number,
      case when u.number is null then 0 else ${sql.join(results, sql` + `)} end as results
    from (select ${end(db)} as position, (select min(change) from "searchChanges") as oldest) l
    left join (
      select distinct number from "searchChanges" where change > ${position} limit ${keptChanges + 1}
    ) h on 1 = 1
    left join "searchedUsers" u on u.number = h.number and u."projectId" = ${projectId}`.execute(db);
  const { position: reached, oldest } = rows[0]!;
  if (rows.length > keptChanges || position < (oldest ?? 0) - 1) return undefined;
  const users = rows.flatMap(({ number, results }) => (number === null ? [] : [{ number, results }]));
  return { position: reached, users };
}

/** Deletes old entries. Keeps the newest ones, which show how far back the list goes. */
export async function deleteOldChanges(db: Db): Promise<void> {
  const old = sql`change < (select change from "searchChanges" order by change desc limit 1 offset ${keptChanges})`;
  // Transactions that are running may still add entries below the newest one. Entries above all transactions come from
  // the backup of another server.
  const safe =
    dialectOf(db) === 'sqlite'
      ? sql`${old}`
      : sql`(${old} and change <= ${end(db)})
          or change >= cast(cast(pg_snapshot_xmax(pg_current_snapshot()) as text) as bigint)`;
  await sql`delete from "searchChanges" where ${safe}`.execute(acrossProjects(db));
}
