import type { Insertable } from 'kysely';
import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';

/** Returns the project, also one whose import has not finished. */
export function findAnyProject(db: Db, id: string): Promise<Row<'projects'> | undefined> {
  return db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Inserts a project that no request finds yet. Returns `false` if the ID is in use. */
export async function insertHiddenProject(
  db: Db,
  row: Insertable<Tables['projects']> & { importStartedAt: number },
): Promise<boolean> {
  const inserted = await db
    .insertInto('projects')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Makes the project visible. Returns `false` if another import has removed it since. */
export async function showProject(db: Db, id: string, importStartedAt: number): Promise<boolean> {
  const shown = await db
    .updateTable('projects')
    .set({ importStartedAt: null })
    .where('id', '=', id)
    .where('importStartedAt', '=', importStartedAt)
    .returning('id')
    .executeTakeFirst();
  return shown !== undefined;
}

/** Deletes a project whose import has not finished, and with it all its rows. */
export async function deleteUnfinishedProject(db: Db, id: string, importStartedAt: number): Promise<void> {
  await db
    .deleteFrom('projects')
    .where('id', '=', id)
    .where('importStartedAt', '=', importStartedAt)
    .execute();
}

/** Hides a project from all requests. Changes nothing if its deletion has begun already. */
export async function markForDeletion(db: Db, id: string): Promise<boolean> {
  const marked = await db
    .updateTable('projects')
    .set({ importStartedAt: -1 })
    .where('id', '=', id)
    .where((where) => where.or([where('importStartedAt', 'is', null), where('importStartedAt', '>', 0)]))
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** Deletes a project whose deletion has begun, and with it its remaining rows. Returns `false` if it is gone. */
export async function deleteMarkedProject(db: Db, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('projects')
    .where('id', '=', id)
    .where('importStartedAt', '<', 0)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Lists the projects whose deletion has begun, and that no process has worked on since `before`; those first that waited longest. */
export async function listMarkedProjects(db: Db, before: number): Promise<string[]> {
  const rows = await ofReachableProjects(db)
    .selectFrom('projects')
    .select('id')
    .where('importStartedAt', '<', 0)
    .where('importStartedAt', '>', -before)
    .orderBy('importStartedAt', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Says that a process works on a deletion since `now`. Returns `false` if one has since `before`, or if the project is gone. */
export async function renewMark(db: Db, id: string, now: number, before: number): Promise<boolean> {
  const renewed = await db
    .updateTable('projects')
    .set({ importStartedAt: -now })
    .where('id', '=', id)
    .where('importStartedAt', '<', 0)
    .where('importStartedAt', '>', -before)
    .returning('id')
    .executeTakeFirst();
  return renewed !== undefined;
}
