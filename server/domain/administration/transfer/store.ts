import { type SqlBool, sql } from 'kysely';
import { insertRows } from '../../../storage/insert-rows.ts';
import { insertUsers } from '../../../storage/insert-users.ts';
import { acrossProjects } from '../../../storage/scope.ts';
import type { Db, Tables } from '../../../storage/tables.ts';
import type { TransferredTable } from './transferred-table.ts';

export type AnyRow = Record<string, unknown>;

const pageSize = 500;

/** Counts the rows of a project. */
export async function countRows(db: Db, projectId: string, { table }: TransferredTable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.id(table)} where "projectId" = ${projectId}`.execute(db);
  return Number(rows[0]?.count);
}

/** Reads the rows of a project in pages. Users come in the order in which a search lists them. */
export async function* readTable(
  db: Db,
  projectId: string,
  source: TransferredTable,
): AsyncGenerator<AnyRow[]> {
  if (source.table === 'users') yield* readUsers(db, projectId);
  else if (source.parent) yield* readLevels(db, projectId, source, source.parent);
  else yield* readPages(db, projectId, source, sql`true`);
}

async function* readUsers(db: Db, projectId: string): AsyncGenerator<AnyRow[]> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('users')
      .selectAll()
      .where('projectId', '=', projectId)
      .where('number', '>', last)
      .orderBy('number')
      .limit(pageSize)
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    last = rows.at(-1)?.number as number;
  }
}

/** Reads the rows without a parent, then their children, and so on. */
async function* readLevels(
  db: Db,
  projectId: string,
  source: TransferredTable,
  parent: string,
): AsyncGenerator<AnyRow[]> {
  let isInLevel = sql<SqlBool>`${sql.ref(parent)} is null`;
  for (;;) {
    let found = false;
    for await (const page of readPages(db, projectId, source, isInLevel)) {
      found = true;
      yield page;
    }
    if (!found) return;
    isInLevel = sql<SqlBool>`${sql.ref(parent)} in (
      select id from ${sql.id(source.table)} where "projectId" = ${projectId} and ${isInLevel})`;
  }
}

async function* readPages(
  db: Db,
  projectId: string,
  { table, key }: TransferredTable,
  condition: ReturnType<typeof sql>,
): AsyncGenerator<AnyRow[]> {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  for (let last: AnyRow | undefined; ; ) {
    const after = last ? sql`and (${columns}) > (${sql.join(key.map((name) => last?.[name]))})` : sql``;
    const { rows }: { rows: AnyRow[] } = await sql<AnyRow>`
      select * from ${sql.id(table)} where "projectId" = ${projectId} and ${condition} ${after}
      order by ${columns} limit ${sql.lit(pageSize)}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    last = rows.at(-1);
  }
}

const inserts = new Map<string, (db: Db, rows: never[]) => Promise<unknown>>();

/** All rows must have the same columns. */
export async function insertTableRows(db: Db, table: keyof Tables & string, rows: AnyRow[]): Promise<void> {
  if (table === 'users') {
    await insertUsers(db, rows as never[]);
    return;
  }
  const insert = inserts.get(table) ?? insertRows(table);
  inserts.set(table, insert);
  await insert(db, rows as never[]);
}

/** Lists a page of users in the order in which they were added, from the one after this number. */
export function listImportedUsers(
  db: Db,
  projectId: string,
  after: number,
): Promise<{ number: number; userId: string }[]> {
  return db
    .selectFrom('users')
    .select(['number', 'id as userId'])
    .where('projectId', '=', projectId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(pageSize)
    .execute();
}

/** Returns the columns of each table, with which the records of a file are compared. */
export async function listColumns(db: Db): Promise<Map<string, Set<string>>> {
  const tables = await acrossProjects(db).introspection.getTables();
  return new Map(tables.map(({ name, columns }) => [name, new Set(columns.map((column) => column.name))]));
}
