import { sql, type Updateable } from 'kysely';
import { insertRows } from '../../../storage/insert-rows.ts';
import { inList } from '../../../storage/json.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';

export type UserColumns = Updateable<Tables['users']>;

export const insertUsers = insertRows('users');

/**
 * Whoever has this login ID, or else this user ID, held until the transaction ends: changes of one user come one after
 * the other. (An update locks on both engines.)
 */
export async function lockUserRow(
  db: Db,
  projectId: string,
  { foldedLoginId, userId }: { foldedLoginId: string; userId: string },
  now: number,
): Promise<string | undefined> {
  const row = await db
    .updateTable('users')
    .set({ modifiedAt: now })
    .where('projectId', '=', projectId)
    .where('id', '=', (users) =>
      users.fn.coalesce(
        users
          .selectFrom('loginIds')
          .select('loginIds.userId')
          .where('loginIds.projectId', '=', projectId)
          .where('loginIds.loginId', '=', foldedLoginId),
        users.val(userId),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function updateUser(db: Db, projectId: string, id: string, fields: UserColumns): Promise<void> {
  await db.updateTable('users').set(fields).where('projectId', '=', projectId).where('id', '=', id).execute();
}

/** Tells whether the holder of the account or an administrator gave its addresses. */
export async function findAddressSources(db: Db, projectId: string, id: string) {
  return db
    .selectFrom('users')
    .select(['selfRegistered', 'selfGivenEmail', 'selfGivenPhone'])
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The first completed sign-in enables an invited user. `false`: the user is disabled or gone. */
export async function enableUser(db: Db, projectId: string, id: string): Promise<boolean> {
  const rows = await enableUnlessDisabled(db, { projectId, id });
  return rows.length > 0;
}

const enableUnlessDisabled = prepared((db, { projectId, id }: { projectId: string; id: string }) =>
  db
    .updateTable('users')
    .set({ status: 'enabled' })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('status', '!=', 'disabled')
    .returning('id'),
);

/** Raises the count by one and holds the user until the transaction ends. */
export async function countRevocation(db: Db, projectId: string, id: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ revocations: sql`revocations + 1` })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .execute();
}

/** Holds the user until the transaction ends. (An update locks on both engines.) */
export async function holdUser(
  db: Db,
  projectId: string,
  id: string,
): Promise<{ status: Row<'users'>['status']; revocations: number } | undefined> {
  const [row] = await updateNothing(db, { projectId, id });
  return row;
}

const updateNothing = prepared((db, { projectId, id }: { projectId: string; id: string }) =>
  db
    .updateTable('users')
    .set((user) => ({ revocations: user.ref('revocations') }))
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returning(['status', 'revocations']),
);

export async function findRevocations(db: Db, projectId: string, id: string): Promise<number | undefined> {
  const [row] = await revocationsById(db, { projectId, id });
  return row?.revocations;
}

const revocationsById = prepared((db, { projectId, id }: { projectId: string; id: string }) =>
  db.selectFrom('users').select('revocations').where('projectId', '=', projectId).where('id', '=', id),
);

/** Whether anybody else has proven to own the address. */
export async function isVerifiedElsewhere(
  db: Db,
  projectId: string,
  id: string,
  address: { email: string } | { phone: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('projectId', '=', projectId)
    .where((user) =>
      'email' in address
        ? user.and([user('email', '=', address.email), user('verifiedEmail', '=', 1)])
        : user.and([user('phone', '=', address.phone), user('verifiedPhone', '=', 1)]),
    )
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The IDs of those that there were. What belongs to them goes by foreign keys. */
export async function deleteUserRows(db: Db, projectId: string, ids: string[]): Promise<string[]> {
  const deleted = await db
    .deleteFrom('users')
    .where('projectId', '=', projectId)
    .where((user) => inList(db, user.ref('id'), ids))
    .returning('id')
    .execute();
  return deleted.map((user) => user.id);
}

export async function listTestUserIds(db: Db, projectId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('projectId', '=', projectId)
    // Written out, because a partial index is used only where the query says its condition itself.
    .where('test', '=', sql.lit(1))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((user) => user.id);
}
