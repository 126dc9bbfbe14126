import type { Db } from '../../../storage/tables.ts';

/** Replaces the codes of a user. Returns whether there were any. Part of a transaction that holds the user. */
export async function replaceCodes(
  db: Db,
  { projectId, userId, createdAt }: { projectId: string; userId: string; createdAt: number },
  codeHashes: string[],
): Promise<boolean> {
  const isReplaced = await deleteCodes(db, projectId, userId);
  const rows = codeHashes.map((codeHash) => ({ projectId, userId, codeHash, createdAt }));
  await db.insertInto('recoveryCodes').values(rows).execute();
  return isReplaced;
}

/** Deletes the code. Returns `false` if the user does not have it: only one of many requests gets `true`. */
export async function takeCode(
  db: Db,
  projectId: string,
  userId: string,
  codeHash: string,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('recoveryCodes')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .returning('codeHash')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function countCodes(db: Db, projectId: string, userId: string): Promise<number> {
  const row = await db
    .selectFrom('recoveryCodes')
    .select((code) => code.fn.countAll<number>().as('count'))
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Returns when the unused codes of a user were created, or `undefined` if there are none. */
export async function findCreatedAt(db: Db, projectId: string, userId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('recoveryCodes')
    .select('createdAt')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row?.createdAt;
}

/** Deletes the codes of a user. Returns `false` if there were none. */
export async function deleteCodes(db: Db, projectId: string, userId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('recoveryCodes')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .returning('codeHash')
    .execute();
  return deleted.length > 0;
}
