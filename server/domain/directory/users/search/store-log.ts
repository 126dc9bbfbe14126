import { type Expression, sql } from 'kysely';
import { dialectOf } from '../../../../storage/engine.ts';
import { tableOf } from '../../../../storage/json.ts';
import { prepared } from '../../../../storage/prepared.ts';
import { ofReachableProjects } from '../../../../storage/reachable.ts';
import { slowReads } from '../../../../storage/slow-reads.ts';
import type { Db, Row } from '../../../../storage/tables.ts';

/** A change that no fold has taken in. */
export type Change = Pick<Row<'searchLog'>, 'change' | 'number'>;

/** Adds users to the log. Those who do not exist have no number, and are left out. */
export async function insertChanges(db: Db, projectId: string, userIds: readonly string[]): Promise<void> {
  const [userId, ...others] = userIds;
  if (userId === undefined) return;
  if (others.length === 0) await logUser(db, { projectId, userId });
  else await logSome(db, { projectId, userIds: JSON.stringify(userIds) });
}

/** Adds users to the log by their numbers, which spares a look at their rows. */
export async function insertNumbers(db: Db, projectId: string, numbers: readonly number[]): Promise<void> {
  await logNumbered(db, { projectId, numbers: JSON.stringify(numbers) });
}

/** The change of a user of whom the index may have anything: a fold then looks for all that it has. */
export const recount = -1;

/** Adds numbers to the log, also those that no user has, so that the next fold counts them again. Part of a transaction. */
export async function insertRecounts(db: Db, projectId: string, numbers: readonly number[]): Promise<void> {
  await db
    .insertInto('searchLog')
    .values(numbers.map((number) => ({ projectId, change: recount, number })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

type OfProject = { projectId: string };

const logUser = prepared((db, { projectId, userId }: OfProject & { userId: string }) =>
  changesOf(db, projectId, (users) => users.where('users.id', '=', userId)),
);

const logSome = prepared((db, { projectId, userIds }: OfProject & { userIds: string }) =>
  changesOf(db, projectId, (users) =>
    users.where('users.id', 'in', sql<string>`(select value from ${valuesOf(db, userIds)} as given)`),
  ),
);

/**
 * Reads a list in JSON as the column `value`. PostgreSQL estimates the length of an array, so that it would plan the statement for each
 * list again; all lists in JSON count as equally long.
 */
function valuesOf(db: Db, json: string) {
  return dialectOf(db) === 'postgres'
    ? sql<{ value: string }>`(select value from json_array_elements_text(cast(${json} as json)))`
    : sql<{ value: string }>`(select value from json_each(${json}))`;
}

/** A table whose rows make users findable, and a column by which many of them can go at once. */
export type HeldBy =
  | { table: 'tenantMembers'; tenantId: string }
  | { table: 'userRoles'; roleId: string }
  | { table: 'userSsoApps'; ssoAppId: string }
  | { table: 'ssoIdentities'; tenantId: string; connectionId?: string };

/** Adds all users with such a row to the log, in one statement. */
export async function insertChangesOfHolders(db: Db, projectId: string, held: HeldBy): Promise<void> {
  const { table, ...values } = held;
  // All of these tables have the columns of this one that the query names, and `held` has the others.
  const matching = Object.entries(values).reduce(
    (query, [column, value]) => query.where(sql.ref<string>(column), '=', value),
    db
      .selectFrom(table as 'userRoles')
      .select('userId')
      .where('projectId', '=', projectId),
  );
  await changesOf(db, projectId, (users) => users.where('users.id', 'in', matching)).execute();
}

type Users = ReturnType<typeof usersOf>;

const usersOf = (db: Db, projectId: string) =>
  db.selectFrom('users').where('users.projectId', '=', projectId);

const logNumbered = prepared((db, { projectId, numbers }: OfProject & { numbers: string }) =>
  logged(
    db,
    db
      .selectFrom('projects')
      .crossJoin(valuesOf(db, numbers).as('given'))
      .where('projects.id', '=', projectId)
      .select(['projects.id', changeOf(db, projectId).as('change')])
      .select(sql<number>`cast(${sql.ref('given.value')} as bigint)`.as('number')),
  ),
);

function changesOf(db: Db, projectId: string, which: (users: Users) => Users) {
  const change = changeOf(db, projectId).as('change');
  return logged(db, which(usersOf(db, projectId)).select(['users.projectId', change, 'users.number']));
}

/**
 * Numbers the changes. On PostgreSQL, by the transaction: a second change of a user in the same one says nothing new. A sequence would be one
 * more thing to read for each row, and a distributed database would then look for the users on all nodes.
 */
function changeOf(db: Db, projectId: string) {
  return dialectOf(db) === 'postgres'
    ? sql<number>`cast(cast(pg_current_xact_id() as text) as bigint)`
    : sql<number>`(select coalesce(max(change), 0) + 1 from "searchLog" where "projectId" = ${projectId})`;
}

function logged(db: Db, changes: Expression<unknown>) {
  return db
    .insertInto('searchLog')
    .columns(['projectId', 'change', 'number'])
    .expression(changes as never)
    .onConflict((conflict) => conflict.doNothing());
}

/** Reads the oldest changes that no fold has taken in. */
export function readLog(db: Db, projectId: string, limit: number): Promise<Change[]> {
  return oldestChanges(db, { projectId, limit });
}

const oldestChanges = prepared((db, { projectId, limit }: OfProject & { limit: number }) =>
  db
    .selectFrom('searchLog')
    .select(['change', 'number'])
    .where('projectId', '=', projectId)
    .orderBy('change')
    .orderBy('number')
    .limit(limit),
);

/** Reads the same for a search, with the number of folds before them. */
export function readLogWithFolds(
  db: Db,
  projectId: string,
  limit: number,
): Promise<(Change & { folds: number | null })[]> {
  return oldestWithFolds(db, { projectId, limit });
}

const oldestWithFolds = prepared((db, { projectId, limit }: OfProject & { limit: number }) =>
  db
    .selectFrom('searchLog')
    .leftJoin('searchFolds as f', (join) => join.on('f.projectId', '=', projectId))
    .select(['searchLog.change', 'searchLog.number', 'f.folds'])
    .where('searchLog.projectId', '=', projectId)
    .orderBy('searchLog.change')
    .orderBy('searchLog.number')
    .limit(limit),
);

/** Lists the projects with changes that no fold has taken in. */
export async function listUnfolded(db: Db): Promise<string[]> {
  const rows = await ofReachableProjects(db).selectFrom('searchLog').select('projectId').distinct().execute();
  return rows.map(({ projectId }) => projectId);
}

/** More changes than these are not counted, because counting takes as long as there are changes. */
const countedAtMost = 100_000;

/** Counts the changes of all projects that no fold has taken in. */
export async function countUnfolded(db: Db): Promise<number> {
  const some = ofReachableProjects(db).selectFrom('searchLog').select('number').limit(countedAtMost);
  const { count } = await slowReads(ofReachableProjects(db))
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The progress of the folds of a project. */
export type Folds = Pick<Row<'searchFolds'>, 'folds' | 'unfinished'>;

export async function findFolds(db: Db, projectId: string): Promise<Folds> {
  const [row] = await foldsOf(db, { projectId });
  return row ?? { folds: 0, unfinished: 0 };
}

const foldsOf = prepared((db, { projectId }: OfProject) =>
  db.selectFrom('searchFolds').select(['folds', 'unfinished']).where('projectId', '=', projectId),
);

/** Takes these changes out of the log. */
export async function deleteChanges(db: Db, projectId: string, changes: readonly Change[]): Promise<void> {
  const taken = tableOf(db, {
    change: changes.map(({ change }) => change),
    number: changes.map(({ number }) => number),
  });
  await sql`delete from "searchLog" where "projectId" = ${projectId} and (change, number) in (
    select t.change, t.number from ${taken} t)`.execute(db);
}

/**
 * Counts a transaction of a fold, and notes how far the index is unfinished after it. Returns `false` if another fold has written since
 * `before` were counted, and holds others off until the transaction ends.
 */
export async function countFold(
  db: Db,
  projectId: string,
  before: number,
  unfinished: number,
): Promise<boolean> {
  const raised = { folds: before + 1, unfinished };
  const counted =
    before === 0
      ? await insertFold(db, { projectId, ...raised })
      : await raiseFolds(db, { projectId, before, ...raised });
  return counted.length > 0;
}

const insertFold = prepared((db, fold: OfProject & Folds) =>
  db
    .insertInto('searchFolds')
    .values(fold)
    .onConflict((conflict) => conflict.doNothing())
    .returning('folds'),
);

const raiseFolds = prepared(
  (db, { projectId, before, folds, unfinished }: OfProject & Folds & { before: number }) =>
    db
      .updateTable('searchFolds')
      .set({ folds, unfinished })
      .where('projectId', '=', projectId)
      .where('folds', '=', before)
      .returning('folds'),
);

/** Lets no fold write that has begun before, also if it is the first one. Part of a transaction. */
export async function endFolds(db: Db, projectId: string): Promise<void> {
  const first = db
    .selectFrom('projects')
    .select(['id', sql.lit(1).as('folds'), sql.lit(0).as('unfinished')])
    .where('id', '=', projectId);
  await db
    .insertInto('searchFolds')
    .columns(['projectId', 'folds', 'unfinished'])
    .expression(first)
    .onConflict((conflict) =>
      conflict
        .column('projectId')
        .doUpdateSet((row) => ({ folds: sql<number>`${row.ref('searchFolds.folds')} + 1` })),
    )
    .execute();
}
