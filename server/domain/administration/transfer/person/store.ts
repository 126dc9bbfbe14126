import { sql } from 'kysely';
import { slowReads } from '../../../../storage/slow-reads.ts';
import type { Db } from '../../../../storage/tables.ts';

export interface Selection {
  table: string;
  /** The column with the user's ID. */
  user: string;
  columns: readonly string[];
}

/** Reads the rows about one user. Logs are read to their end, so it may take long. */
export async function readRowsOf(
  db: Db,
  projectId: string,
  userId: string,
  { table, user, columns }: Selection,
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.id(table)}
    where "projectId" = ${projectId} and ${sql.ref(user)} = ${userId}`.execute(slowReads(db));
  return rows;
}
