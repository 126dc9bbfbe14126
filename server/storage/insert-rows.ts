import { type Insertable, type InsertQueryBuilder, sql } from 'kysely';
import { dialectOf } from './engine.ts';
import { type Parameters, prepared } from './prepared.ts';
import type { Db, Tables } from './tables.ts';

type Insert<T extends keyof Tables, O> = InsertQueryBuilder<Tables, T, O>;

/**
 * Builds an insert whose rows are one parameter, so that one prepared statement serves any number of rows and
 * no limit on parameters applies. A single row is inserted by its values, which SQLite does in half the time. `finish`
 * adds the rest of the statement. All rows have the columns of the first one.
 */
export function insertRows<T extends keyof Tables & string, O = unknown>(
  table: T,
  finish: (insert: Insert<T, unknown>) => Insert<T, O> = (insert) => insert as Insert<T, O>,
): (db: Db, rows: readonly Insertable<Tables[T]>[]) => Promise<O[]> {
  const insertOne = prepared((db, row: Parameters) =>
    finish(db.insertInto(table).values(row as never) as unknown as Insert<T, unknown>),
  );
  const byColumns = new Map<string, (db: Db, values: Values) => Promise<O[]>>();
  return async (db, rows) => {
    const [first] = rows;
    if (!first) return [];
    if (rows.length === 1) return insertOne(db, first as Parameters);
    const columns = Object.keys(first).filter((column) => first[column as keyof typeof first] !== undefined);
    const projectId = projectOf(rows);
    const key = `${projectId === undefined} ${columns.join()}`;
    const insert =
      byColumns.get(key) ??
      prepared((db: Db, values: Values) => finish(insertFrom(db, table, columns, values)));
    byColumns.set(key, insert);
    const json = dialectOf(db) === 'sqlite' ? arraysOf(columns, rows) : JSON.stringify(rows);
    return insert(db, { json, ...(projectId !== undefined && { projectId }) });
  };
}

type Values = {
  json: string;
  /** Absent: the rows belong to several projects, or to none. */
  projectId?: string;
};

/** Returns the project to which all rows belong. */
function projectOf(rows: readonly object[]): string | undefined {
  const [{ projectId: first }] = rows as [{ projectId?: string }];
  return rows.every((row) => (row as { projectId?: string }).projectId === first) ? first : undefined;
}

function insertFrom<T extends keyof Tables & string>(
  db: Db,
  table: T,
  columns: string[],
  { json, projectId }: Values,
) {
  const values = columns.map((_, index) => sql`value ->> ${sql.lit(index)}`);
  const recordset = sql`json_populate_recordset(null::${sql.id(table)}, ${json})`;
  // The condition keeps SQLite from reading `on conflict` as a join. Citus sends the statement to the node of the project if it reads the
  // project there, and would otherwise run it on the coordinator. It numbers users on the coordinator in any case.
  const selected =
    dialectOf(db) === 'sqlite'
      ? sql`select ${sql.join(values)} from json_each(${json}) where true`
      : projectId === undefined || table === 'users'
        ? sql`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${recordset}`
        : sql`select ${sql.join(columns.map((column) => (column === 'projectId' ? sql.ref('project.id') : sql.ref(`given.${column}`))))}
            from projects as project, ${recordset} as given where project.id = ${projectId}`;
  return db
    .insertInto(table)
    .columns(columns as never)
    .expression(selected as never) as unknown as Insert<T, unknown>;
}

function arraysOf(columns: string[], rows: readonly object[]): string {
  return JSON.stringify(rows.map((row) => columns.map((column) => row[column as keyof typeof row])));
}
