import type { Insertable } from 'kysely';
import { dialectOf } from '../../../storage/engine.ts';
import { inList } from '../../../storage/json.ts';
import { prepared } from '../../../storage/prepared.ts';
import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';

export async function insertCode(db: Db, row: Insertable<Tables['exchangeCodes']>): Promise<void> {
  await db.insertInto('exchangeCodes').values(row).execute();
}

/**
 * Locks the user of a code until the transaction ends, and returns them. Locks the user before the code, as
 * deletions and revocations do, so that two transactions cannot wait for each other.
 */
export async function holdUserOfCode(
  db: Db,
  projectId: string,
  codeHash: string,
  now: number,
): Promise<Pick<Row<'users'>, 'status' | 'revocations'> | undefined> {
  const [row] = await heldUser(db, { projectId, codeHash, now });
  return row;
}

const heldUser = prepared((db, code: { projectId: string; codeHash: string; now: number }) => {
  const query = db
    .selectFrom('users')
    .select(['status', 'revocations'])
    .where('projectId', '=', code.projectId)
    .where('id', '=', (user) =>
      user
        .selectFrom('exchangeCodes')
        .select('exchangeCodes.userId')
        .where('exchangeCodes.projectId', '=', code.projectId)
        .where('exchangeCodes.codeHash', '=', code.codeHash)
        .where('exchangeCodes.expiresAt', '>', code.now),
    );
  // On SQLite, the transaction already has the only write lock.
  return dialectOf(db) === 'postgres' ? query.forNoKeyUpdate() : query;
});

/** Deletes the code and returns it: only one of many requests with the same code gets it. */
export async function takeCode(
  db: Db,
  projectId: string,
  codeHash: string,
  now: number,
): Promise<Row<'exchangeCodes'> | undefined> {
  const [row] = await deleteCode(db, { projectId, codeHash, now });
  return row;
}

const deleteCode = prepared((db, code: { projectId: string; codeHash: string; now: number }) =>
  db
    .deleteFrom('exchangeCodes')
    .where('projectId', '=', code.projectId)
    .where('codeHash', '=', code.codeHash)
    .where('expiresAt', '>', code.now)
    .returningAll(),
);

export async function deleteCodes(db: Db, projectId: string, userId?: string): Promise<void> {
  await db
    .deleteFrom('exchangeCodes')
    .where('projectId', '=', projectId)
    .$if(userId !== undefined, (codes) => codes.where('userId', '=', userId as string))
    .execute();
}

export async function deleteCodesOfUsers(db: Db, projectId: string, userIds: string[]): Promise<void> {
  await db
    .deleteFrom('exchangeCodes')
    .where('projectId', '=', projectId)
    .where((code) => inList(db, code.ref('userId'), userIds))
    .execute();
}

export async function deleteExpiredCodes(db: Db, now: number): Promise<void> {
  await ofReachableProjects(db).deleteFrom('exchangeCodes').where('expiresAt', '<=', now).execute();
}
