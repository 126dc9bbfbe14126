import type { Insertable } from 'kysely';
import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db, Tables } from '../../../storage/tables.ts';

/** Keeps an earlier request, so that another one does not postpone it. */
export async function putDeletion(db: Db, row: Insertable<Tables['accountDeletions']>): Promise<void> {
  await db
    .insertInto('accountDeletions')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function hasDeletion(db: Db, projectId: string, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('accountDeletions')
    .select('userId')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns `false` if there was none. */
export async function deleteDeletion(db: Db, projectId: string, userId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('accountDeletions')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .returning('userId')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Returns the oldest requests of all projects whose time has come. */
export function findDue(
  db: Db,
  now: number,
  limit: number,
): Promise<{ projectId: string; userId: string }[]> {
  return ofReachableProjects(db)
    .selectFrom('accountDeletions')
    .select(['projectId', 'userId'])
    .where('deleteAt', '<=', now)
    .orderBy('deleteAt')
    .limit(limit)
    .execute();
}
