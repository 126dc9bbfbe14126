import type { Insertable } from 'kysely';
import type { Db, Row, Tables } from '../../../storage/tables.ts';
import type { StoredHash } from './password.ts';

export function findPassword(
  db: Db,
  projectId: string,
  userId: string,
): Promise<Row<'passwords'> | undefined> {
  return db
    .selectFrom('passwords')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .executeTakeFirst();
}

export async function insertPasswords(db: Db, rows: Insertable<Tables['passwords']>[]): Promise<void> {
  await db.insertInto('passwords').values(rows).execute();
}

/** Stores a user's password in place of the previous one. */
export async function putPassword(db: Db, row: Insertable<Tables['passwords']>): Promise<void> {
  await db
    .insertInto('passwords')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'userId']).doUpdateSet((row) => ({
        scheme: row.ref('excluded.scheme'),
        hash: row.ref('excluded.hash'),
        state: row.ref('excluded.state'),
        previous: row.ref('excluded.previous'),
        changedAt: row.ref('excluded.changedAt'),
        expiresAt: row.ref('excluded.expiresAt'),
        lockedAt: row.ref('excluded.lockedAt'),
      })),
    )
    .execute();
}

/**
 * Writes `fields` if the password is still the one that was verified, or returns `false`. This orders a change of the
 * password and simultaneous uses of the old one.
 */
export async function updateVerified(
  db: Db,
  verified: Row<'passwords'>,
  fields: StoredHash & Partial<Row<'passwords'>>,
): Promise<boolean> {
  const row = await db
    .updateTable('passwords')
    .set(fields)
    .where('projectId', '=', verified.projectId)
    .where('userId', '=', verified.userId)
    .where('hash', '=', verified.hash)
    .where('state', '=', verified.state)
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks a password as expired. Returns `false` if the user has none. A temporary one stays temporary. */
export async function markExpired(db: Db, projectId: string, userId: string): Promise<boolean> {
  const row = await db
    .updateTable('passwords')
    .set((row) => ({
      state: row
        .case()
        .when('state', '=', 'temporary')
        .then('temporary' as const)
        .else('expired' as const)
        .end(),
    }))
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks a password as locked. Returns `false` if it was locked before. */
export async function markLocked(db: Db, projectId: string, userId: string, now: number): Promise<boolean> {
  const row = await db
    .updateTable('passwords')
    .set({ lockedAt: now })
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .where('lockedAt', '=', 0)
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deletePasswordOf(db: Db, projectId: string, userId: string): Promise<void> {
  await db.deleteFrom('passwords').where('projectId', '=', projectId).where('userId', '=', userId).execute();
}

/** Returns the IDs of the user's tenants, at most `limit`. */
export async function findTenantIds(
  db: Db,
  projectId: string,
  userId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('tenantMembers')
    .select('tenantId')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .limit(limit)
    .execute();
  return rows.map((row) => row.tenantId);
}
